// `npm test`: sets up what is missing, then runs the checks in order, each with its time; one closing line with the tests that passed and failed.
// `npm run test:full` adds the slow files (*.slow.test.ts, *.slow.spec.ts) and every spec of the real window.
import path from 'node:path';
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { prepare } from './bootstrap.mjs';
import { explainMissing, missingParts } from './system-packages.mjs';
import { root } from './freshness.mjs';
import { countTests, runCounted } from './reports.mjs';
import { runSideBySide, runStage, skippedAlarm, seconds } from './stages.mjs';

const bin = (name) => path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
const results = path.join(root, 'out', 'test-results');
const vitest = (project, { files = [], as = project } = {}) => ({
  command: [
    bin('vitest'),
    'run',
    '--project',
    project,
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/${as}.json`,
  ],
  report: `${results}/${as}.json`,
});
const playwright = ({ places = [], as = 'e2e', flags = [] } = {}) => ({
  command: [
    bin('playwright'),
    'test',
    '--project=long',
    '--project=short',
    ...places,
    '--reporter=list,json',
    `--output=${results}/${as}`,
    ...flags,
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/${as}.json` },
  report: `${results}/${as}.json`,
});
const npm = (script) => ({ command: ['npm', 'run', '--silent', script] });

/** Each keeps one processor busy, so two run side by side, the longest first; the build is the last, because the tests want it. */
const checks = [
  { name: 'lint', ...npm('lint') },
  { name: 'types', ...npm('types') },
  { name: 'format', ...npm('format:check') },
  { name: 'deadcode', ...npm('deadcode') },
  { name: 'build', ...npm('build') },
];
/**
 * These run one after the other, each on every processor; the real window, which waits for itself half the time, beside the next. The laws, whose time is no machine's, run beside everything from the beginning on
 * and take what is left. What fails in a browser is tried once more, on its own, and told (docs/decisions/).
 */
const tests = [
  { name: 'unit', needs: ['keyring', 'schemas', 'tools'], needsInFull: ['office'], ...vitest('node') },
  {
    name: 'component',
    needs: ['chromium'],
    ...vitest('component'),
    again: (files) => ({ name: 'component', ...vitest('component', { files, as: 'component-again' }) }),
  },
  {
    name: 'electron',
    beside: true,
    // `node` by name: on a bare clone this program runs in the system's Node, and the set-up has put the project's into PATH since
    needs: ['electron', 'keyring'],
    command: ['node', path.join(root, 'scripts/old-electron/e2e.mjs'), '--retries=1'],
    quick: ['--grep=@quick'],
    report: `${results}/electron/report.json`,
  },
  {
    name: 'e2e',
    needs: ['chromium', 'keyring'],
    ...playwright(),
    quick: ['--grep-invert=@slow'],
    again: (places) => ({ name: 'e2e', ...playwright({ places, as: 'e2e-again', flags: ['--workers=1'] }) }),
  },
];
const filling = { name: 'laws', ...vitest('laws'), env: { VITEST_MAX_WORKERS: '1' }, priority: 19 };

const stages = [...checks, ...tests, filling];
const names = stages.map((stage) => stage.name).join(', ');
const help = `Every check of Layover, in order

  npm test -- [flags]

  --full              the slow tests too (npm run test:full)
  --only <stages>     only these, with commas: ${names}
  --no-install        leave missing Debian packages to you (or LAYOVER_NO_INSTALL=1); else they are installed where that
                      needs no question, as root or with sudo that asks for no password
  --help              this text
`;

function stop(message) {
  console.error(message);
  process.exit(1);
}

function readFlags() {
  const options = {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    'no-install': { type: 'boolean', default: Boolean(process.env.LAYOVER_NO_INSTALL) },
    help: { type: 'boolean', default: false },
  };
  try {
    return parseArgs({ options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return stop(`${error.message}\n\n${help}`);
  }
}

const flags = readFlags();
if (flags.help) {
  console.log(help);
  process.exit(0);
}
const only = flags.only?.split(',');
const unknown = only?.filter((name) => !stages.some((stage) => stage.name === name)) ?? [];
if (unknown.length > 0) stop(`No stage is called ${unknown.join(', ')}. There are: ${names}`);
const wanted = (stage) => !only || only.includes(stage.name);
const chosen = stages.filter(wanted);

const needsOf = ({ needs = [], needsInFull = [] }) => (flags.full ? [...needs, ...needsInFull] : needs);
if (flags['no-install']) process.env.LAYOVER_NO_INSTALL = '1';
prepare({ needs: ['native', ...chosen.flatMap(needsOf)], install: !flags['no-install'] });
mkdirSync(results, { recursive: true });
const ran = [];
const header = (stage) =>
  console.log(`\n── ${ran.length + 1}/${chosen.length} ${stage.name} ${'─'.repeat(Math.max(0, 60 - stage.name.length))}`);
const note = (stage, outcome) => {
  ran.push({ name: stage.name, ...outcome, tests: outcome.tests ?? { ...countTests(stage, outcome), stumbled: [] } });
  console.log(`── ${stage.name}: ${outcome.code === 0 ? 'good' : 'FAILED'} in ${seconds(outcome.ms)}`);
};

/** The stage as this tier runs it: the configuration of the tools leaves out the slow files where LAYOVER_TIER is `quick`. */
const tiered = (stage) =>
  flags.full ? stage : { ...stage, command: [...stage.command, ...(stage.quick ?? [])], env: { ...stage.env, LAYOVER_TIER: 'quick' } };

console.log(`Running ${chosen.map((stage) => stage.name).join(', ')}`);
const show = (stage, outcome) => {
  header(stage);
  process.stdout.write(outcome.output);
  note(stage, outcome);
};
const attempt = async (stage, how) => {
  const missing = explainMissing(missingParts(needsOf(stage)));
  if (missing.length > 0) return { code: 1, ms: 0, output: `${missing.join('\n')}\n` };
  return runCounted(stage, (each) => runStage(tiered(each), how));
};
const filled = wanted(filling) ? attempt(filling, { quiet: true }) : null;
await runSideBySide(checks.filter(wanted), 2, show);
const beside = [];
const inOrder = tests.filter(wanted);
for (const stage of inOrder) {
  if (stage.beside && stage !== inOrder.at(-1)) {
    beside.push([stage, attempt(stage, { quiet: true })]);
    continue;
  }
  header(stage);
  const outcome = await attempt(stage);
  process.stdout.write(outcome.output ?? '');
  note(stage, outcome);
}
if (filled) beside.push([filling, filled]);
for (const [stage, outcome] of beside) show(stage, await outcome);

const sum = (key) => ran.reduce((total, stage) => total + stage.tests[key], 0);
const failed = ran.filter((stage) => stage.code !== 0);
console.log('\n── Summary');
for (const stage of ran) {
  const { passed, failed: bad, skipped } = stage.tests;
  const counts =
    passed + bad + skipped > 0 ? `${passed} passed${bad ? `, ${bad} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}` : '';
  console.log(`   ${stage.code === 0 ? 'good  ' : 'FAILED'} ${stage.name.padEnd(10)} ${seconds(stage.ms).padStart(8)}  ${counts}`);
  if (stage.tests.why) console.log(`          ! not tested: ${stage.tests.why}`);
  for (const title of stage.tests.titles) console.log(`          ✗ ${title}`);
  for (const title of stage.tests.stumbled) console.log(`          ! failed once, passed when repeated: ${title}`);
}
if (failed.length > 0) console.log(`   Again, only these: npm test -- --only ${failed.map((stage) => stage.name).join(',')}`);
const stumbled = ran.flatMap((stage) => stage.tests.stumbled);
if (stumbled.length > 0) console.log(`   What the first try left is in ${path.relative(root, results)}: look at it, a stumble has a cause`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed${stumbled.length > 0 ? `, ${stumbled.length} only when repeated` : ''}`);
const alarm = skippedAlarm(process.env, sum('skipped'));
if (alarm) console.error(alarm);
process.exit(failed.length > 0 || alarm ? 1 : 0);
