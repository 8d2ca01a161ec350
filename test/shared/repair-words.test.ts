import { expect, test } from 'vitest';
import { factsOf } from '#renderer/pages/repair/repair-words.ts';

test('Repair’s text for each case is composed in the window, from numbers and names', () => {
  expect(
    [
      { kind: 'damaged' as const, problem: 'the file is not a database', keptAs: 'cache.db.damaged-1', unreadable: 2 },
      { kind: 'damaged' as const, problem: 'the database file is missing', keptAs: null, unreadable: null },
      ...(['goesOn', 'shorter', 'other'] as const).map((how) => ({
        ...{ kind: 'restoredBackup' as const, counter: 3, keychainCounter: 5, log: { how, here: 3, noted: 5 } },
      })),
      { kind: 'trustForgotten' as const, hosts: ['a.example', 'b.example'] },
      { kind: 'accountsRebuilt' as const, found: 1, keptAs: 'registry.db.damaged-1', unknown: ['a', 'b'] },
    ].map((repair) => factsOf(repair)),
  ).toEqual([
    'the file is not a database. The damaged database is kept as cache.db.damaged-1. 2 could not be read.',
    'the database file is missing. How many edits it held cannot be known.',
    'This copy counts 3 requests, the keychain 5.',
    'This copy counts 3 requests, the keychain 5. The activity here ends at line 3; it had 5 lines when that was last noted.',
    'This copy counts 3 requests, the keychain 5. Line 5 of the activity is not the line that was noted.',
    'To be asked about again: a.example, b.example.',
    'Found again: 1 account. The damaged list is kept as registry.db.damaged-1. Not understood, and left as it is: a, b.',
  ]);
});
