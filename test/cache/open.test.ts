import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#main/storage/open/open.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { stillWorld } from './world-for-cache.ts';

let folder: string;
beforeEach(() => void (folder = tempFolder()));
const file = () => path.join(folder, 'account.db');

describe('opening', () => {
  it.each([
    ['plain', null],
    ['encrypted', testSeal],
  ])('is durable after the first write, %s', (_form, seal) => {
    const store = openTestStore(stillWorld(), file(), testAccount, seal);
    store.commit('a write', () => store.sql.prepare(`INSERT INTO setting VALUES ('a', '1')`).run());
    expect(store.sql.pragma('synchronous', { simple: true })).toBe(2);
    expect(store.sql.pragma('journal_mode', { simple: true })).toBe('wal');
    store.close();
  });

  it('asks the system for no report of itself, which takes as long as the first page', () => {
    const driver = path.join(import.meta.dirname, '../../main/storage/driver.ts');
    const opens = `process.report.getReport = () => { throw new Error('a report was asked for'); };
      const { openSqlite } = await import(${JSON.stringify(pathToFileURL(driver).href)});
      for (const ciphers of [false, true]) openSqlite(':memory:', { ciphers }).close();`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', opens], { stdio: 'pipe' });
  });

  it('refuses a second opener', () => {
    const store = openTestStore(stillWorld(), file());
    const second = openStore({ file: file(), world: stillWorld(2), account: testAccount });
    expect(second.kind).toBe('locked');
    store.close();
    openTestStore(stillWorld(), file()).close();
  });
});
