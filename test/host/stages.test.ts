import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countTests, runCounted } from '#scripts/reports.mjs';
import { runSideBySide, runStage, skippedAlarm, spawnable } from '#scripts/stages.mjs';

// `npm test`'s closing line is counted from what the tools report, never guessed.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-stages-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const report = (content: unknown): string => {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const node = (code: string) => ({ command: [process.execPath, '-e', code] });

test('vitest: tests, files that did not load, and skips', () => {
  const file = report({
    numTotalTests: 6,
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: '/x/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'a breaks' },
          { status: 'passed', fullName: 'b' },
        ],
      },
      { name: '/x/never-loaded.test.ts', status: 'failed', assertionResults: [] },
      { name: '/x/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'c' }] },
    ],
  });
  expect(countTests({ name: 'unit', report: file }, { code: 1 })).toMatchObject({
    passed: 3,
    failed: 2,
    skipped: 2,
    titles: ['a breaks', expect.stringContaining('never-loaded')],
  });
});

test('playwright: nested suites, flaky ones passed in the end', () => {
  const file = report({
    stats: { expected: 4, unexpected: 1, skipped: 5, flaky: 1 },
    suites: [
      {
        specs: [{ ok: true, file: 'a', line: 1, title: 'x' }],
        suites: [{ specs: [{ ok: false, file: 'b.spec.ts', line: 7, title: 'breaks' }] }],
      },
    ],
  });
  expect(countTests({ name: 'e2e', report: file }, { code: 1 })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 5,
    titles: ['b.spec.ts › breaks'],
    places: ['b.spec.ts:7'],
  });
});

test('a stage that fails without a failed test counts as one failure', () => {
  const none = { passed: 0, failed: 1, skipped: 0, titles: ['lint (its output stands above)'], places: [] };
  expect(countTests({ name: 'lint' }, { code: 2 })).toEqual(none);
  expect(countTests({ name: 'lint' }, { code: 0 })).toMatchObject({ passed: 0, failed: 0 });
  const all = report({ numTotalTests: 1, numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] });
  expect(countTests({ name: 'unit', report: all }, { code: 1 })).toMatchObject({ passed: 1, failed: 1 });
});

describe('a failed browser test is run once more, alone', () => {
  const vitestReport = (failed: string[], passed: number, files: Record<string, string[]>) => ({
    numTotalTests: passed + failed.length,
    numPassedTests: passed,
    numFailedTests: failed.length,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: Object.entries(files).map(([file, tests]) => ({
      name: path.resolve(file),
      status: tests.some((name) => failed.includes(name)) ? 'failed' : 'passed',
      assertionResults: tests.map((fullName) => ({ fullName, status: failed.includes(fullName) ? 'failed' : 'passed' })),
    })),
  });
  /** Plays a stage and its repeat; tells what was asked for again. */
  const play = async (first: object, second: object, again = true) => {
    const asked: string[][] = [];
    const [one, two] = [first, second].map((content, n) => {
      const file = path.join(folder, `${n}.json`);
      writeFileSync(file, JSON.stringify(content));
      return { name: 'component', report: file, failed: (content as { numFailedTests: number }).numFailedTests };
    });
    const stage = { ...one!, ...(again ? { again: (places: string[]) => (asked.push(places), two!) } : {}) };
    const answer = await runCounted(stage, async (each) => ({ code: (each as typeof stage).failed > 0 ? 1 : 0, ms: 10 }));
    return { asked, answer };
  };
  const stumble = vitestReport(['b breaks'], 2, { 'test/a.test.ts': ['a'], 'test/b.test.ts': ['b breaks', 'c'] });
  const well = vitestReport([], 2, { 'test/b.test.ts': ['b breaks', 'c'] });

  test('if it passes then, the stage passes, each test counts once, and it is reported as flaky', async () => {
    const { asked, answer } = await play(stumble, well);
    expect(asked).toEqual([[path.join('test', 'b.test.ts')]]);
    expect(answer).toMatchObject({ code: 0, ms: 20, tests: { passed: 3, failed: 0, titles: [], stumbled: ['b breaks'] } });
  });

  test('failed again, it failed', async () => {
    const { answer } = await play(stumble, vitestReport(['b breaks'], 1, { 'test/b.test.ts': ['b breaks', 'c'] }));
    expect(answer).toMatchObject({ code: 1, tests: { passed: 2, failed: 1, titles: ['b breaks'], stumbled: [] } });
  });

  test('many failures are no stumble, and no other stage gets a second try', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const many = vitestReport(names, 0, Object.fromEntries(names.map((name) => [`test/${name}.test.ts`, [name]])));
    expect(await play(many, well)).toMatchObject({ asked: [], answer: { code: 1, tests: { failed: 4, stumbled: [] } } });
    expect(await play(stumble, well, false)).toMatchObject({ asked: [], answer: { code: 1, tests: { failed: 1, stumbled: [] } } });
  });
});

test('stages run with their code and output, side by side where they may', async () => {
  expect(await runStage(node('console.log("said"); console.error("so"); process.exit(3)'), { quiet: true })).toMatchObject({
    code: 3,
    output: 'said\nso\n',
  });
  expect(await runStage({ command: [path.join(folder, 'not-there')] }, { quiet: true })).toMatchObject({ code: 1 });
  const ended: [string, number][] = [];
  const stages = ['a', 'b', 'c'].map((name, code) => ({ name, ...node(`process.exit(${code})`) }));
  await runSideBySide(stages, 2, (stage: { name: string }, { code }: { code: number }) => ended.push([stage.name, code]));
  expect(ended.toSorted()).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ]);
});

test('on Windows every word with a space is quoted, because a shell joins them; elsewhere nothing is touched', () => {
  const command = [
    'C:\\Users\\Ana Díaz\\layover\\node_modules\\.bin\\vitest.cmd',
    'run',
    '--outputFile.json=C:\\Users\\Ana Díaz\\out.json',
  ];
  expect(spawnable(command, 'win32')).toEqual({
    file: '"C:\\Users\\Ana Díaz\\layover\\node_modules\\.bin\\vitest.cmd"',
    args: ['run', '"--outputFile.json=C:\\Users\\Ana Díaz\\out.json"'],
    shell: true,
  });
  expect(spawnable(command, 'linux')).toEqual({ file: command[0], args: command.slice(1), shell: false });
});

test('with the real Electron required, every skipped test is a failure', () => {
  expect(skippedAlarm({ REQUIRE_ELECTRON: '1' }, 2)).toMatch(/^2 tests were skipped/);
  expect(skippedAlarm({ REQUIRE_ELECTRON: '1' }, 0)).toBeNull();
  expect(skippedAlarm({}, 2)).toBeNull();
});
