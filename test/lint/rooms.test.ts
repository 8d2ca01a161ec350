import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { importRules, syntaxRules, worldGlobalRules } from '#lint/restrictions.js';
import { rooms } from '#lint/rooms.js';

// The table of rooms, asked as ESLint asks it: which import lines are errors, and where.

const row = (room: string) => rooms.find((one) => one.room === room)!;

/** The messages of the house's own rules for this code in this room, without types (they need no types). */
async function judge(
  room: string,
  code: string,
  { electron = false, driver = false, schema = false, late = false } = {},
): Promise<string[]> {
  const { default: ts } = await import('typescript-eslint');
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        languageOptions: { parser: ts.parser },
        plugins: { '@typescript-eslint': ts.plugin },
        rules: {
          '@typescript-eslint/no-restricted-imports': ['error', importRules(row(room), { electron, driver, schema })],
          'no-restricted-syntax': ['error', ...syntaxRules(row(room), { driver, late })],
          ...(row(room).pure ? { 'no-restricted-globals': ['error', ...worldGlobalRules] } : {}),
        },
      },
    ],
  });
  const [result] = await eslint.lintText(code, { filePath: `${room}/example.ts` });
  return result!.messages.map((message) => message.message);
}

describe('allowed imports', () => {
  const names = rooms.map((one) => one.room);
  /** A row's rooms; the window's start may enter all of its rooms. */
  const allowed = (room: string) => [...rooms.find((one) => one.room === room)!.rooms, ...(room === 'renderer' ? windowRooms : [])];
  const windowRooms = names.filter((name) => name.startsWith('renderer/'));

  test('an import of another room passes only where the table says so', async () => {
    for (const room of names) {
      const open: string[] = [];
      for (const other of names)
        if (other !== room && (await judge(room, `import { x } from '#${other}/x.ts'; x();`)).length === 0) open.push(other);
      expect([room, open.toSorted()]).toEqual([room, allowed(room).toSorted()]);
    }
  });

  test('no way around: no `../`, no missing extension, no foreign package', async () => {
    for (const room of names) {
      expect(await judge(room, `import { x } from '../x.ts'; x();`)).toHaveLength(1);
      expect(await judge(room, `import { x } from './x'; x();`)).toHaveLength(1);
      expect(await judge(room, `import { x } from './x.ts'; x();`)).toEqual([]);
      expect(await judge(room, `import { x } from 'left-pad'; x();`)).toHaveLength(1);
    }
    expect(await judge('main/edits', `import Database from 'better-sqlite3'; Database();`)).toHaveLength(1);
    expect(await judge('main/storage', `import Database from 'better-sqlite3'; Database();`)).toHaveLength(1);
    expect(await judge('main/storage', `import Database from 'better-sqlite3'; Database();`, { driver: true })).toEqual([]);
    expect(await judge('renderer', `import { readFileSync } from 'node:fs'; readFileSync('');`)).toHaveLength(1);
  });

  test('no timer of Node’s own modules, which Electron does not wake its loop for', async () => {
    const timed = "import { setTimeout } from 'node:timers/promises';\nvoid setTimeout(1);";
    expect(await judge('main/host', timed)).toEqual([expect.stringContaining('global timers alone')]);
    expect(await judge('service', timed)).toEqual([]);
  });

  test('electron is imported in its own files only', async () => {
    for (const room of names) expect(await judge(room, `import { app } from 'electron'; app.quit();`)).toHaveLength(1);
    expect(await judge('main/host', `import { app } from 'electron'; app.quit();`, { electron: true })).toEqual([]);
  });

  test('the window takes only types from the contract', async () => {
    expect(await judge('renderer', `import { contract } from '#shared/contract.ts'; contract();`)).toHaveLength(1);
    expect(await judge('renderer', `import type { contract } from '#shared/contract.ts'; export type X = typeof contract;`)).toEqual([]);
  });

  test('zod is imported in its own file only, but for the sandbox', async () => {
    for (const room of names) expect(await judge(room, `import { z } from 'zod'; z();`)).toHaveLength(room === 'service' ? 0 : 1);
    expect(await judge('shared', `import { z } from 'zod'; z();`, { schema: true })).toEqual([]);
  });

  test('a dynamic import only in the host and in the files that read late', async () => {
    expect(await judge('renderer/pages', `await import('./x.ts');`, { late: true })).toEqual([]);
    for (const room of names) expect(await judge(room, `await import('./x.ts');`)).toHaveLength(room === 'main/host' ? 0 : 1);
  });
});

describe('the window', () => {
  test('writes no number by the browser’s locale', async () => {
    expect(await judge('renderer/pages', 'export const said = `${count.toLocaleString()} edits`;')).toHaveLength(1);
    expect(await judge('shared', 'export const said = `${count.toLocaleString(locale)} edits`;')).toEqual([]);
  });
});

describe('globals that World replaces', () => {
  const hidden = [
    'Date.now();',
    'new Date();',
    'Date();',
    'Math.random();',
    'setTimeout(() => 0, 1);',
    'setInterval(() => 0, 1);',
    `fetch('x');`,
    'process.exit();',
    `console.log('x');`,
    'crypto.randomUUID();',
    'performance.now();',
    `import { randomUUID } from 'node:crypto'; randomUUID();`,
  ];

  test('is refused in pure rooms and only there', async () => {
    for (const code of hidden) {
      for (const { room, pure } of rooms) {
        const known = room !== 'shared' && !code.includes('import');
        const messages = await judge(room, code);
        if (pure) expect([room, code, messages.length > 0]).toEqual([room, code, true]);
        else if (known) expect([room, code, messages]).toEqual([room, code, []]);
      }
    }
    expect(await judge('main/sync', 'new Date(1);')).toEqual([]);
  });
});

describe('promises that nobody awaits', () => {
  test('an async transaction, a deleted edit, a default export and an enum are errors', async () => {
    for (const code of [
      'db.transaction(async () => 0);',
      'db.transaction(async function () {});',
      'db.delete(outbox).run();',
      `sql('DELETE FROM outbox WHERE id = 1');`,
      'sql(`delete from "outbox"`);',
      'export default 1;',
      'enum Colour { Red }',
    ])
      expect([code, (await judge('main/storage', code)).length]).toEqual([code, 1]);
    expect(await judge('main/storage', 'db.transaction(() => 0); db.delete(documents).run();')).toEqual([]);
  });
});

describe('SQL', () => {
  const byHand = [
    'sql.prepare(text).run();',
    'sqlite.exec(text);',
    'store.sql.prepare(text).all();',
    'store.sql.exec(`DROP TABLE record`);',
    'whatever.prepare(`SELECT 1`).get();',
    `file.exec('COMMIT');`,
  ];

  test('is prepared and executed by the driver alone', async () => {
    for (const code of byHand) {
      for (const room of ['main/outbox', 'main/edits', 'main/sync', 'main/library', 'main/accounts', 'main/app'])
        expect([room, code, (await judge(room, code)).length]).toEqual([room, code, 1]);
      expect([code, await judge('main/storage', code, { driver: true })]).toEqual([code, []]);
    }
    for (const code of ['/a/.exec(text);', 'pattern.exec(text);', 'db.select().from(record).prepare();', 'client.prepare(sending);'])
      expect([code, await judge('main/storage', code)]).toEqual([code, []]);
  });

  test('a builder that nobody runs is an error: it writes nothing', async () => {
    for (const code of [
      'db.insert(record).values(row);',
      'db.update(record).set({ complete: true });',
      'db.delete(record).where(condition);',
    ])
      expect([code, (await judge('main/storage', code)).length]).toEqual([code, 1]);
    expect(await judge('main/storage', 'kept.set(key, query); insert(store).run(row);')).toEqual([]);
  });
});
