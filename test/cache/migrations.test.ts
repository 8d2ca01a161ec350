import { beforeEach, describe, expect, it } from 'vitest';
import { testSeal } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { migrateWithCrashes } from './migration-crash.ts';
import { fullTest } from '#test/full-test.ts';

let folder: string;
beforeEach(() => void (folder = tempFolder()));

describe('a migration', () => {
  fullTest('keeps a thousand edits in all states, whichever statement it is cut off at', () => {
    expect(migrateWithCrashes(folder, 1000)).toEqual({ cuts: 10, problems: [] });
  });

  it('keeps them where the database is encrypted', () => {
    expect(migrateWithCrashes(folder, 120, testSeal)).toEqual({ cuts: 10, problems: [] });
  });
});
