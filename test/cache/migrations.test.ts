import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testSeal } from '#test/cache.ts';
import { migrateWithCrashes } from './migration-crash.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'layover-migrate-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a migration', () => {
  it('keeps a thousand edits in all states, whichever statement it is cut off at', () => {
    expect(migrateWithCrashes(folder, 1000)).toEqual({ cuts: 10, problems: [] });
  });

  it('keeps them where the database is encrypted', () => {
    expect(migrateWithCrashes(folder, 120, testSeal)).toEqual({ cuts: 10, problems: [] });
  });
});
