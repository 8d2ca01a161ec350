import { getTableColumns, sql, type InferInsertModel, type InferSelectModel, type Placeholder, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { getTableConfig, type SelectedFieldsFlat, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { RunResult, Sqlite } from './driver.ts';
import { Drizzle, Omittable, type Plan, type Preparable, type Prepared } from './session.ts';

/** A query of one open database. `values` are its placeholders' by name; a missing one is an error. */
export interface PreparedQuery<Row> {
  get(values?: object): Row | undefined;
  all(values?: object): Row[];
  /** Row by row, for what must not be read into memory whole. */
  each(values?: object): Iterable<Row>;
  run(values?: object): RunResult;
}

/** Whatever holds an open database: a store, or a file that is only read. */
export interface Opened {
  readonly sql: Sqlite;
}

type ColumnNames<Table extends SQLiteTable> = (keyof Table['$inferSelect'] & string)[];
type RowOf<Built> = Built extends Preparable<infer Row> ? Row : never;

const drizzles = new WeakMap<Sqlite, Drizzle>();

function drizzleOf(sqlite: Sqlite): Drizzle {
  const made = drizzles.get(sqlite) ?? new Drizzle(sqlite);
  drizzles.set(sqlite, made);
  return made;
}

const prepareNow = (built: unknown) => (built as Preparable<unknown>).prepare() as unknown as Prepared;

/** A query that is built once, prepared once for each open database, at its first use, and kept while that is open. */
export function prepared<Built>(build: (db: Drizzle) => Built): (from: Opened) => PreparedQuery<RowOf<Built>> {
  const made = new WeakMap<Sqlite, PreparedQuery<RowOf<Built>>>();
  let plan: Plan | null = null;
  return ({ sql: sqlite }) => {
    const known = made.get(sqlite);
    if (known) return known;
    const query = plan?.on(sqlite) ?? prepareNow(build(drizzleOf(sqlite)));
    plan = query.plan;
    made.set(sqlite, query as PreparedQuery<RowOf<Built>>);
    return query as PreparedQuery<RowOf<Built>>;
  };
}

/** The number of cached forms of one query; the oldest is evicted. */
const mostForms = 200;

/** The same for a query that has many forms (a list's filters): one is kept for each `form`, which is plain data. */
export function preparedForms<Form, Built>(
  build: (db: Drizzle, form: Form) => Built,
): (from: Opened, form: Form) => PreparedQuery<RowOf<Built>> {
  const made = new WeakMap<Sqlite, Map<string, PreparedQuery<RowOf<Built>>>>();
  return ({ sql: sqlite }, form) => {
    const forms = made.get(sqlite) ?? new Map<string, PreparedQuery<RowOf<Built>>>();
    made.set(sqlite, forms);
    const key = JSON.stringify(form);
    const known = forms.get(key);
    if (known) return known;
    const query = prepareNow(build(drizzleOf(sqlite), form)) as PreparedQuery<RowOf<Built>>;
    forms.set(key, query);
    const oldest = forms.keys().next();
    if (forms.size > mostForms && !oldest.done) forms.delete(oldest.value);
    return query;
  };
}

/** A select of one table: whole rows or their `fields`, all of them or those that meet a condition. */
interface Select<Fields> {
  fields?: Fields;
  where?: SQL | undefined;
  order?: SQLiteColumn | SQL | (SQLiteColumn | SQL)[];
  limit?: number | Placeholder;
}

type Selected<Table extends SQLiteTable, Fields> = Fields extends SelectedFieldsFlat ? SelectResultFields<Fields> : InferSelectModel<Table>;

/** Reads rows of one table. */
export function selectFrom<Table extends SQLiteTable, Fields extends SelectedFieldsFlat | undefined = undefined>(
  table: Table,
  { fields, where, order = [], limit }: Select<Fields>,
): (from: Opened) => PreparedQuery<Selected<Table, Fields>> {
  return prepared((db) => {
    const select = (fields ? db.select(fields) : db.select()).from(table as SQLiteTable);
    const rows = select.where(where).orderBy(...[order].flat());
    return (limit === undefined ? rows : rows.limit(limit)) as unknown as Preparable<Selected<Table, Fields>>;
  });
}

/** Writes the values of these names into the rows of one table that meet a condition. */
export function updateIn<Table extends SQLiteTable>(table: Table, where: SQL | undefined, ...names: ColumnNames<Table>) {
  const values = paramEach(table, ...names) as never;
  return prepared((db) => db.update(table).set(values).where(where));
}

/** Runs a statement without caching it: once in a database's life. */
export function runOnce({ sql: sqlite }: Opened, statement: SQL, values?: object): RunResult {
  return (prepareNow(drizzleOf(sqlite).text(statement)) as PreparedQuery<unknown>).run(values);
}

/** The value of this name, when the query runs. */
export const param = (name: string) => sql.placeholder(name);

/** Columns of a row that are written with the values of their names. */
export const paramEach = <Table extends SQLiteTable>(_table: Table, ...names: ColumnNames<Table>) =>
  Object.fromEntries(names.map((name) => [name, param(name)])) as unknown as Record<string, SQL>;

/** The values of this name: a JSON array as text. */
export const amongGiven = (column: SQLiteColumn, name: string): SQL => sql`${column} IN (SELECT value FROM json_each(${param(name)}))`;

/** A condition whose values are in its text, where a partial index or the planner must see them. */
export const fixed = (condition: SQL | undefined): SQL => (condition ?? sql`1`).inlineParams();

/** The upsert's new value of a column (`excluded.column`). */
export const excluded = (column: SQLiteColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

/** Adds a row; columns that it leaves out get their defaults. */
export type InsertInto<Table extends SQLiteTable> = (into: Opened) => { run(row: InferInsertModel<Table>): RunResult };

const everyColumn = <Table extends SQLiteTable>(table: Table) =>
  Object.fromEntries(Object.keys(getTableColumns(table)).map((name) => [name, new Omittable(name)])) as never;

/** `made` says what is written for a column instead of what is given. */
export function insertInto<Table extends SQLiteTable>(table: Table, made: Record<string, (param: SQL) => SQL> = {}): InsertInto<Table> {
  const columns = everyColumn(table) as Record<string, SQL>;
  const written = Object.fromEntries(Object.entries(made).map(([name, make]) => [name, make(columns[name] as SQL)]));
  return prepared((db) => db.insert(table).values({ ...columns, ...written } as never));
}

/** Adds a row unless its key is there: then nothing changes. */
export function insertNew<Table extends SQLiteTable>(table: Table): InsertInto<Table> {
  return prepared((db) => db.insert(table).values(everyColumn(table)).onConflictDoNothing());
}

/** Adds a row, or writes `columns` of the one with its primary key: all of them when none are named. */
export function upsert<Table extends SQLiteTable>(table: Table, columns?: (keyof Table['_']['columns'] & string)[]): InsertInto<Table> {
  const { primaryKeys, columns: all } = getTableConfig(table);
  const target = primaryKeys[0]?.columns ?? all.filter((column) => column.primary);
  const written = Object.entries<SQLiteColumn>(getTableColumns(table) as Record<string, SQLiteColumn>).filter(([name, column]) =>
    columns ? columns.includes(name) : !target.includes(column),
  );
  const set = Object.fromEntries(written.map(([name, column]) => [name, excluded(column)])) as never;
  return prepared((db) => db.insert(table).values(everyColumn(table)).onConflictDoUpdate({ target, set }));
}
