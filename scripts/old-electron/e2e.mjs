// `npm run e2e:electron`: the specs of the real shell (test/e2e/electron*.spec.ts) in a real Electron, with its sandbox, as a normal user.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../freshness.mjs';
import { chooseRuntime } from './choose-runtime.mjs';
import { runInSession } from './session.mjs';

const results = path.join(root, 'out/test-results/electron');
const report = path.join(results, 'report.json');

/** Says loudly that nothing was tested; the report counts one thing as skipped. */
function skip(why) {
  console.warn(`\n\u001b[33m  !! THE REAL WINDOW WAS NOT TESTED: ${why}\u001b[0m\n`);
  mkdirSync(results, { recursive: true });
  writeFileSync(report, JSON.stringify({ suites: [], stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 1 }, why }));
  process.exit(process.env.REQUIRE_ELECTRON ? 1 : 0);
}

const { dist, executable, old } = await chooseRuntime().catch((error) => skip(error.message));
console.log(old ? `The older Electron from npm: ${dist}` : `The official Electron: ${dist}`);
const playwright = [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--project=electron', '--workers=1'];
const output = ['--reporter=list,json', `--output=${path.join(results, 'playwright')}`];
const env = { ELECTRON_OVERRIDE_DIST_PATH: dist, PLAYWRIGHT_JSON_OUTPUT_NAME: report, REQUIRE_ELECTRON: '1' };
process.exitCode = await runInSession([process.execPath, ...playwright, ...output, ...process.argv.slice(2)], {
  runtime: executable,
  env,
  writable: [results],
  probe: path.join(import.meta.dirname, 'can-open'),
}).catch((error) => skip(error.message));
