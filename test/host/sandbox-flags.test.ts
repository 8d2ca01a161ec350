import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

// The values of `npm start -- --sandbox "…"`; its help shows this example.

const script = path.resolve(import.meta.dirname, '../../scripts/start.mjs');
const start = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

test.each([
  ['the example of the help, as two words', ['--sandbox', '--reads --latency 20']],
  ['as one', ['--sandbox=--reads --latency 20']],
  ['one flag alone', ['--sandbox', '--reads']],
])('flags for the sandbox are taken: %s', (_, args) => {
  expect(start(...args, '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('"--reads --latency 20"') as string });
});

test('a flag that is not known is still refused, and so is the name alone', () => {
  expect(start('--sandbx', '--help').status).toBe(1);
  expect(start('--sandbox').stderr).toMatch(/argument missing/);
});
