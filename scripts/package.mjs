// Packs Layover: build, notices, electron-builder. Signing and notarising come from the environment (docs/security.md).
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { root } from './freshness.mjs';
import { writeNotices } from './notices.mjs';

const help = `npm run package:<system> -- [flags]

  --dir                    only the unpacked folder, no installers
  --target <name>          one installer only: AppImage, deb, rpm, dmg, zip, nsis
  --out <folder>           where the packages go (default: dist)
  --electron-dist <folder> an unpacked Electron runtime to use instead of a download

  LAYOVER_UPDATE_FEED      https address of the update feed; without it the packages never look for updates
`;

const flag = { type: 'boolean', default: false };
const text = { type: 'string' };
const options = { linux: flag, mac: flag, windows: flag, dir: flag, help: flag, target: text, out: text, 'electron-dist': text };
const { values } = parseArgs({ options });
const systems = ['linux', 'mac', 'windows'].filter((name) => values[name]);
if (values.help || systems.length === 0) {
  process.stdout.write(help);
  process.exit(values.help ? 0 : 1);
}

/** The last commit's time, so that the same sources make the same bytes; 1980 outside a checkout. */
function sourceDate() {
  const git = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return process.env.SOURCE_DATE_EPOCH ?? (git.status === 0 ? git.stdout.trim() : '315532800');
}

function builderArguments() {
  const feed = process.env.LAYOVER_UPDATE_FEED;
  if (feed && !feed.startsWith('https://')) throw new Error('LAYOVER_UPDATE_FEED must be an https address.');
  return [
    ...systems.map((system) => `--${system}`),
    ...(values.dir ? ['dir'] : []),
    ...(values.target ? [values.target] : []),
    '--publish',
    'never',
    ...(feed ? [`-c.publish.provider=generic`, `-c.publish.url=${feed}`] : []),
    ...(values.out ? [`-c.directories.output=${path.resolve(values.out)}`] : []),
    ...(values['electron-dist'] ? [`-c.electronDist=${path.resolve(values['electron-dist'])}`] : []),
  ];
}

/** electron-builder, without its page-long lists of every dependency's dependencies. */
function runBuilder() {
  const child = spawn(process.execPath, [path.join(root, 'node_modules/electron-builder/cli.js'), ...builderArguments()], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: sourceDate() },
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.includes('duplicate dependency references')) console.log(line);
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

await build();
process.stderr.write(`[package] ${writeNotices()} packages ship; their licences and bill of materials are in notices/\n`);
process.exitCode = await runBuilder();
