import { is, type SQL } from 'drizzle-orm';
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeEach, expect, it } from 'vitest';
import { openRegistry, registryFile } from '#main/registry/registry.ts';
import { openSqlite, type Sqlite } from '#main/storage/driver.ts';
import * as accounts from '#main/storage/schema/accounts.ts';
import * as documents from '#main/storage/schema/documents.ts';
import * as outbox from '#main/storage/schema/outbox.ts';
import * as records from '#main/storage/schema/records.ts';
import * as references from '#main/storage/schema/references.ts';
import * as registry from '#main/storage/schema/registry.ts';
import * as statements from '#main/storage/schema/statements.ts';
import * as auditLog from '#main/storage/schema/audit.ts';
import { openTestStore } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { stillWorld } from './world-for-cache.ts';

let folder: string;
beforeEach(() => void (folder = tempFolder()));

const tablesIn = (modules: object[]): SQLiteTable[] =>
  modules.flatMap((module) => Object.values(module) as unknown[]).filter((value): value is SQLiteTable => is(value, SQLiteTable));

/** Said by the file alone, as indexes and references are; columns and keys must be in both schema and file. */
const byHand = {
  account: {
    // NULL in the file until a trigger gives it, in the same statement.
    filledByTrigger: ['outbox.place'],
    strict: [
      'answers',
      'attempts',
      'audit',
      'bank_account',
      'bank_line',
      'batches',
      'engine_facts',
      'line_use',
      'outbox',
      'report_line',
      'statement',
    ],
    withoutRowid: ['record_count', 'record_fact', 'reference', 'report_line'],
    virtual: ['edit_words', 'record_words'],
    triggers: [
      ...['answers_never_changed', 'answers_never_deleted', 'attempts_never_deleted', 'attempts_outcome_once'],
      ...['audit_never_changed', 'audit_never_deleted'],
      ...['line_use_comes_back', 'line_use_corrected', 'line_use_kept', 'line_use_stays', 'line_use_within_line'],
      ...[
        'outbox_claimed_once',
        'outbox_first_state',
        'outbox_never_deleted',
        'outbox_place',
        'outbox_place_stays',
        'outbox_transition',
        'outbox_typed_fields',
      ],
      ...['record_counted_again', 'record_counted_in', 'record_counted_out'],
    ],
  },
  registry: { filledByTrigger: [], strict: ['account', 'app_setting'], withoutRowid: [], virtual: [], triggers: [] },
};

const rules = new SQLiteSyncDialect();
/** An expression as the migrations write it: without quotes and without the table's name. */
const textOf = (expression: SQL) => plain(rules.sqlToQuery(expression.inlineParams(), 'indexes').sql);
const plain = (text: string) =>
  text
    .replaceAll(/["`]/g, '')
    .replaceAll(/\s*,\s*/g, ', ')
    .trim();

function saidOf(table: SQLiteTable) {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  return {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull || key.includes(column),
      fallback: column.default === undefined ? null : column.mapToDriverValue(column.default),
    })),
    key: key.map((column) => column.name),
  };
}

type Row = Record<string, string | number | null>;

function foundIn(sqlite: Sqlite, name: string): ReturnType<typeof saidOf> {
  const all = (text: string, ...values: string[]) => sqlite.prepare<string[], Row>(text).all(...values);
  const columns = all('SELECT * FROM pragma_table_info(?)', name);
  const key = columns.filter((column) => column['pk'] !== 0).sort((a, b) => Number(a['pk']) - Number(b['pk']));
  return {
    name,
    columns: columns.map((column) => ({
      name: String(column['name']),
      type: String(column['type']).toLowerCase(),
      required: column['notnull'] === 1 || column['pk'] !== 0,
      fallback: column['dflt_value'] === null ? null : (JSON.parse(String(column['dflt_value']).replaceAll("'", '"')) as unknown),
    })),
    key: key.map((column) => String(column['name'])),
  };
}

/** Compares both ways: nothing in the file that nobody names, nothing named that is not in the file. */
function expectAlike(sqlite: Sqlite, tables: SQLiteTable[], hand: Record<keyof typeof byHand.account, string[]>): void {
  for (const table of tables) {
    const said = saidOf(table);
    const filled = (column: { name: string }) => hand.filledByTrigger.includes(`${said.name}.${column.name}`);
    const columns = said.columns.map((column) => (filled(column) ? { ...column, required: false } : column));
    expect(foundIn(sqlite, said.name)).toEqual({ ...said, columns });
  }
  const list = sqlite.prepare<[], Row>(`SELECT * FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'`).all();
  const named = (condition: (row: Row) => boolean) =>
    list
      .filter(condition)
      .map((row) => String(row['name']))
      .sort();
  expect(named((row) => row['type'] === 'table')).toEqual(tables.map((table) => saidOf(table).name).sort());
  expect(named((row) => row['type'] === 'virtual')).toEqual(hand.virtual);
  expect(named((row) => row['strict'] === 1)).toEqual(hand.strict);
  expect(named((row) => row['wr'] === 1 && row['type'] === 'table')).toEqual(hand.withoutRowid);
  const triggers = sqlite.prepare<[], Row>(`SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`).all();
  expect(triggers.map((row) => row['name'])).toEqual(hand.triggers);
}

it('the schema in Drizzle is what an account’s database is made of', () => {
  const store = openTestStore(stillWorld());
  expectAlike(store.sql, tablesIn([records, outbox, auditLog, documents, accounts, references, statements]), byHand.account);
  store.close();
});

it('an index has the condition, or the expression, that queries write: else SQLite does not use it', () => {
  const store = openTestStore(stillWorld());
  const made = store.sql.prepare<[string], { sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?');
  const isOpen = textOf(outbox.isOpen(outbox.outbox));
  for (const name of ['outbox_open', 'outbox_open_state']) expect(plain(made.get(name)?.sql ?? '')).toContain(` WHERE ${isOpen}`);
  expect(made.get('outbox_payments')?.sql).toMatch(/WHERE priority = 'payment'$/);
  expect(plain(made.get('record_by_amount')?.sql ?? '')).toContain(`ifnull(amount_minor, ${records.noAmount})`);
  store.close();
});

it('the schema in Drizzle is what the registry is made of', () => {
  const opened = openRegistry(folder, stillWorld());
  if (opened.kind !== 'open') throw new Error(opened.kind);
  opened.registry.close();
  const sqlite = openSqlite(registryFile(folder), { readonly: true });
  expectAlike(sqlite, tablesIn([registry]), byHand.registry);
  sqlite.close();
});
