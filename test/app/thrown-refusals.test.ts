import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { refusalsThrown } from './refusals-thrown.ts';

const promised = new Map(
  Object.entries(contract).flatMap(([area, procedures]) =>
    Object.entries(procedures).map(
      ([
        name,
        {
          '~orpc': { errorMap },
        },
      ]) => [`${area}.${name}`, Object.keys(errorMap).sort()] as const,
    ),
  ),
);

/** Refusals that the router adds to every procedure: the lock screen or a missing account, and the disk (`full-disk.test.ts`). No handler throws them. */
const around = ['NOT_NOW', 'STORAGE_FAILED'];

test('each procedure promises the refusals that its handler throws, and no other', () => {
  const thrown = refusalsThrown();
  const table = (codes: Map<string, readonly string[]>) =>
    Object.fromEntries([...codes].map(([name, list]) => [name, list.filter((code) => !around.includes(code)).join(' ')]));
  expect(table(promised)).toEqual(table(thrown));
});

test('whatever is asked may be refused for now', () => {
  expect([...promised].filter(([, codes]) => !codes.includes('NOT_NOW'))).toEqual([]);
});
