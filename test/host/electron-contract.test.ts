import { beforeEach, expect, test } from 'vitest';
import * as fake from '#test/fakes/electron.ts';
import { ends } from '#test/fakes/contract-app/endings.mjs';
import { answerOf, early, ready } from '#test/fakes/contract-app/questions.mjs';
import { forkLikeElectron } from '#test/fakes/utility-process.ts';

// The fake Electron gives the answers that the real one gives (test/e2e/electron-contract.spec.ts asks that one).

const electron = { ...fake, utilityProcess: { fork: forkLikeElectron } };
beforeEach(() => {
  fake.resetElectron();
});

test.each(early)('before it is ready: $name', async (row) => {
  expect(await answerOf(row, electron)).toEqual(row.answer);
});

test.each(ready)('$name', async (row) => {
  await fake.app.whenReady();
  fake.app.on('window-all-closed', () => undefined);
  expect(await answerOf(row, electron)).toEqual(row.answer);
});

test.each(ends)('ends: $name', async ({ act, answer }) => {
  await fake.app.whenReady();
  const heard: unknown[] = [];
  const gone = new Promise((resolve) => fake.app.once('quit', resolve));
  await act(electron, (line: unknown) => heard.push(line));
  await gone;
  expect(heard).toEqual(answer);
});
