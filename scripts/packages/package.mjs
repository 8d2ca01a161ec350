// Packs Layover: build, notices, electron-builder. Signing and notarising come from the environment (docs/security.md).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { build } from '#scripts/build.mjs';
import { root } from '#scripts/freshness.mjs';
import { writeNotices } from './notices.mjs';
import { publicHalf, signFeeds, signingKey } from './sign-feed.mjs';
import { makeVerifyKey } from '#scripts/verify/update-feed.mjs';
import { builderEnvironment, refusals, signingArguments, updateFileProblem, withoutEmpty } from './package-rules.mjs';

const help = `npm run package:<system> -- [flags]

  --dir                    only the unpacked folder, no installers
  --verify                 only an unpacked folder in dist/verify that npm run verify:package may drive by a debugging port
  --target <name>          one installer only: AppImage, deb, rpm, dmg, zip, nsis, msi
  --out <folder>           where the packages go (default: dist)
  --electron-dist <folder> an unpacked Electron runtime to use instead of a download

  LAYOVER_UPDATE_SIGNING_KEY  Ed25519 private key (PEM) that signs what the feed says; needed with a feed
  LAYOVER_UPDATE_FEED      https address of the update feed; without it the packages never look for updates
`;

const flag = { type: 'boolean', default: false };
const text = { type: 'string' };
const options = {
  linux: flag,
  mac: flag,
  windows: flag,
  dir: flag,
  verify: flag,
  help: flag,
  target: text,
  out: text,
  'electron-dist': text,
};
const { values } = parseArgs({ options });
const systems = ['linux', 'mac', 'windows'].filter((name) => values[name]);
if (values.help || systems.length === 0) {
  process.stdout.write(help);
  process.exit(values.help ? 0 : 1);
}

const env = withoutEmpty(process.env);
const refused = refusals(systems, env);
if (refused.length > 0) {
  process.stderr.write(`${refused.map((line) => `[package] ${line}\n`).join('')}`);
  process.exit(1);
}
const key = env.LAYOVER_UPDATE_FEED ? signingKey(env.LAYOVER_UPDATE_SIGNING_KEY) : null;
const out = path.resolve(values.out ?? path.join(root, values.verify ? 'dist/verify' : 'dist'));

/** The last commit's time, so that the same sources make the same bytes; 1980 outside a checkout. */
function sourceDate() {
  const git = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return process.env.SOURCE_DATE_EPOCH ?? (git.status === 0 ? git.stdout.trim() : '315532800');
}

function builderArguments() {
  const feed = env.LAYOVER_UPDATE_FEED;
  return [
    ...systems.map((system) => `--${system}`),
    ...(values.dir || values.verify ? ['dir'] : []),
    // a fuse of the build, in the archive: no switch and no environment opens that port in what ships
    ...(values.verify ? ['-c.extraMetadata.verifyBuild=true', `-c.extraMetadata.updateKey=${publicHalf(makeVerifyKey(out))}`] : []),
    ...(values.target ? [values.target] : []),
    '--publish',
    'never',
    ...signingArguments(systems, env),
    ...(feed ? [`-c.publish.provider=generic`, `-c.publish.url=${feed}`] : []),
    ...(feed && !values.verify ? [`-c.extraMetadata.updateKey=${publicHalf(key)}`] : []),
    ...(values.out || values.verify ? [`-c.directories.output=${out}`] : []),
    ...(values['electron-dist'] ? [`-c.electronDist=${path.resolve(values['electron-dist'])}`] : []),
  ];
}

/** electron-builder, without its page-long lists of every dependency's dependencies. */
async function runBuilder() {
  const keys = mkdtempSync(path.join(os.tmpdir(), 'layover-keys-'));
  const child = spawn(process.execPath, [path.join(root, 'node_modules/electron-builder/cli.js'), ...builderArguments()], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...builderEnvironment(env, keys), SOURCE_DATE_EPOCH: sourceDate() },
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.includes('duplicate dependency references')) console.log(line);
  });
  const code = await new Promise((resolve) => child.on('exit', (ended) => resolve(ended ?? 1)));
  rmSync(keys, { recursive: true, force: true });
  return code;
}

/** Every unpacked package of this run: a package that would take updates unverified, or never, is none. */
function updateProblems() {
  if (!existsSync(out)) return [];
  const resources = (name) => (name.startsWith('mac') ? 'Layover.app/Contents/Resources' : 'resources');
  return readdirSync(out, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && /^(?:linux|win|mac)/.test(entry.name) && existsSync(path.join(out, entry.name, resources(entry.name))),
    )
    .map((entry) => {
      const system = entry.name.startsWith('win') ? 'windows' : 'other';
      const problem = updateFileProblem(path.join(out, entry.name, resources(entry.name)), system, env.LAYOVER_UPDATE_FEED);
      return problem && `${entry.name}: ${problem}`;
    })
    .filter(Boolean);
}

mkdirSync(out, { recursive: true });
await build();
process.stderr.write(`[package] ${writeNotices()} packages ship; their licences and bill of materials are in notices/\n`);
const code = await runBuilder();
if (code === 0 && key && !values.dir && !values.verify) process.stderr.write(`[package] signed: ${signFeeds(out, key).join(', ')}\n`);
// an unpacked folder alone is for looking at: the word on updates is written with the installers
const problems = code === 0 && !values.dir && !values.verify ? updateProblems() : [];
for (const problem of problems) process.stderr.write(`[package] ${problem}\n`);
process.exitCode = code || (problems.length > 0 ? 1 : 0);
