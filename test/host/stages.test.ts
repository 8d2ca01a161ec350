import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countTests, runSideBySide, runStage, skippedAlarm, spawnable } from '#scripts/stages.mjs';

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
    suites: [{ specs: [{ ok: true, file: 'a', title: 'x' }], suites: [{ specs: [{ ok: false, file: 'b.spec.ts', title: 'breaks' }] }] }],
  });
  expect(countTests({ name: 'e2e', report: file }, { code: 1 })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 5,
    titles: ['b.spec.ts › breaks'],
  });
});

test('a stage that fails without a failed test counts as one failure', () => {
  const none = { passed: 0, failed: 1, skipped: 0, titles: ['lint (its output stands above)'] };
  expect(countTests({ name: 'lint' }, { code: 2 })).toEqual(none);
  expect(countTests({ name: 'lint' }, { code: 0 })).toMatchObject({ passed: 0, failed: 0 });
  const all = report({ numTotalTests: 1, numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] });
  expect(countTests({ name: 'unit', report: all }, { code: 1 })).toMatchObject({ passed: 1, failed: 1 });
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

test('where the real Electron is required, whatever was skipped is a failure', () => {
  expect(skippedAlarm({ REQUIRE_ELECTRON: '1' }, 2)).toMatch(/^2 tests were skipped/);
  expect(skippedAlarm({ REQUIRE_ELECTRON: '1' }, 0)).toBeNull();
  expect(skippedAlarm({}, 2)).toBeNull();
});
