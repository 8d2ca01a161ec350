import { Column, is, noopDecoder, Param, Placeholder, sql, SQL, type Query as QueryText } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import {
  BaseSQLiteDatabase,
  SQLitePreparedQuery,
  SQLiteSession,
  SQLiteSyncDialect,
  type PreparedQueryConfig,
  type SelectedFieldsFlat,
} from 'drizzle-orm/sqlite-core';
import { compile, type RunResult, type Sqlite, type Statement } from './driver.ts';

type Values = Record<string, unknown>;
type Fields = readonly { path: string[]; field: unknown }[];
type Convert = (value: unknown) => unknown;
type Mode<Row = unknown> = PreparedQueryConfig & { type: 'sync'; all: Row[] };

/** A value that a row may leave out: its column's default is written then, NULL when it has none. */
export class Omittable extends Placeholder {}

/** A query that can be prepared, with the rows that it answers. */
export interface Preparable<Row> {
  prepare(): SQLitePreparedQuery<Mode<Row>>;
}

/** Drizzle's builder over one open database. A query runs only through prepared.ts: building it at each call would cost 40 µs. */
export class Drizzle extends BaseSQLiteDatabase<'sync', RunResult> {
  readonly #session: Session;

  constructor(sqlite: Sqlite) {
    const session = new Session(sqlite, new SQLiteSyncDialect());
    super('sync', session.rules, session, undefined);
    this.#session = session;
  }

  /** `SELECT <fields> <rest>`, after `before` (a WITH): for what the builder cannot say (a named index, FTS5). */
  rows<Selected extends SelectedFieldsFlat>(selected: Selected, rest: SQL, before = sql``): Preparable<SelectResultFields<Selected>> {
    const fields = Object.entries(selected).map(([name, field]) => ({ path: [name], field }));
    const named = Object.entries(selected).map(([name, field]) => sql`${field as SQL} AS ${sql.identifier(name)}`);
    return this.#session.preparable(sql`${before}SELECT ${sql.join(named, sql`, `)} ${rest}`, fields, true) as Preparable<
      SelectResultFields<Selected>
    >;
  }

  /** A statement with the schema's columns that the builder cannot say. Its rows, if any, come as the file has them. */
  text(statement: SQL): Preparable<Record<string, unknown>> {
    return this.#session.preparable(statement, undefined) as Preparable<Record<string, unknown>>;
  }
}

class Session extends SQLiteSession<'sync', RunResult, Record<string, never>, Record<string, never>> {
  readonly #sqlite: Sqlite;
  readonly rules: SQLiteSyncDialect;

  constructor(sqlite: Sqlite, rules: SQLiteSyncDialect) {
    super(rules);
    this.#sqlite = sqlite;
    this.rules = rules;
  }

  /** `named` when the columns have the fields' names in the text: SQLite then makes the rows itself, which costs a third less. */
  preparable(statement: SQL, fields: Fields | undefined, named = false): Preparable<unknown> {
    const query = this.rules.sqlToQuery(statement);
    return { prepare: () => new Plan(query, fields, named).on(this.#sqlite) };
  }

  override prepareQuery(query: QueryText, fields: Fields | undefined): Prepared {
    return new Plan(query, fields, false).on(this.#sqlite);
  }

  override prepareOneTimeQuery(): never {
    throw new Error('a query must be prepared once: main/storage/prepared.ts');
  }

  override transaction(): never {
    throw new Error('a transaction is a commit of the store');
  }
}

/** The database-independent part of a query: its text, what it binds, how its rows are read. */
export class Plan {
  readonly query: QueryText;
  readonly raw: boolean;
  readonly binds: readonly ((values: Values) => unknown)[];
  readonly rowOf: (row: unknown) => unknown;

  constructor(query: QueryText, fields: Fields | undefined, named: boolean) {
    this.query = query;
    this.raw = fields !== undefined && !named;
    this.binds = query.params.map(bindOf);
    this.rowOf = !fields ? (row) => row : named ? rowDecoder(fields) : rowReader(fields);
  }

  on(sqlite: Sqlite): Prepared {
    const statement = compile(sqlite, this.query.sql);
    return new Prepared(this, this.raw ? statement.raw(true) : statement);
  }
}

/** One prepared statement, so that a call costs about what SQLite's own costs. */
export class Prepared extends SQLitePreparedQuery<Mode> {
  readonly plan: Plan;
  readonly #statement: Statement;
  readonly #binds: Plan['binds'];
  readonly #rowOf: Plan['rowOf'];

  constructor(plan: Plan, statement: Statement) {
    super('sync', 'all', plan.query);
    this.plan = plan;
    this.#statement = statement;
    this.#binds = plan.binds;
    this.#rowOf = plan.rowOf;
  }

  override run(values: Values = {}): RunResult {
    return this.#statement.run(...this.#bound(values));
  }

  override get(values: Values = {}): unknown {
    const row = this.#statement.get(...this.#bound(values));
    return row === undefined ? undefined : this.#rowOf(row);
  }

  override all(values: Values = {}): unknown[] {
    return this.#statement.all(...this.#bound(values)).map(this.#rowOf);
  }

  override values(values: Values = {}): unknown[] {
    return this.#statement.all(...this.#bound(values));
  }

  /** Row by row, for what must not be read into memory whole. */
  *each(values: Values = {}): Generator<unknown> {
    for (const row of this.#statement.iterate(...this.#bound(values))) yield this.#rowOf(row);
  }

  #bound(values: Values): unknown[] {
    const bound: unknown[] = [];
    for (const bind of this.#binds) bound.push(bind(values));
    return bound;
  }
}

function bindOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return given(param, null);
  if (is(param, Param) && is(param.value, Placeholder)) return given(param.value, param.encoder);
  return () => param;
}

function given(placeholder: Placeholder, encoder: unknown): (values: Values) => unknown {
  const column = is(encoder, Column) ? encoder : null;
  const encode =
    column && column.mapToDriverValue !== Column.prototype.mapToDriverValue ? (value: unknown) => column.mapToDriverValue(value) : null;
  const written = (value: unknown) => (value === null || !encode ? value : encode(value));
  const { name } = placeholder;
  const absent = placeholder instanceof Omittable ? { value: written(column?.default ?? null) } : null;
  return (values) => {
    const value = values[name];
    if (value !== undefined) return written(value);
    if (!absent) throw new Error(`the query was not given ${name}`);
    return absent.value;
  };
}

function rowReader(fields: Fields): (row: unknown) => unknown {
  const names = fields.map(({ path }) => {
    const [name, ...deeper] = path;
    if (name === undefined || deeper.length > 0) throw new Error(`name each column of a join: ${path.join('.')}`);
    return name;
  });
  const decoders = fields.map(({ field }) => decoderOf(field));
  return (row) => {
    const values = row as unknown[];
    const read: Values = {};
    for (let at = 0; at < names.length; at += 1) {
      const value = values[at];
      const decode = decoders[at];
      read[names[at] as string] = value === null || !decode ? value : decode(value);
    }
    return read;
  };
}

/** Decodes in place what SQLite named and does not know the meaning of. */
function rowDecoder(fields: Fields): (row: unknown) => unknown {
  const decoded = fields.flatMap(({ path: [name = ''], field }) => {
    const decode = decoderOf(field);
    return decode ? [{ name, decode }] : [];
  });
  return (row) => {
    const read = row as Values;
    for (const { name, decode } of decoded) if (read[name] !== null) read[name] = decode(read[name]);
    return row;
  };
}

/** The converter of a field's values; null for none. */
function decoderOf(field: unknown): Convert | null {
  if (is(field, Column))
    return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : (value) => field.mapFromDriverValue(value);
  const text = is(field, SQL.Aliased) ? field.sql : field;
  // Drizzle keeps the decoder of `mapWith` out of its types.
  const { decoder } = text as { decoder?: typeof noopDecoder };
  return !decoder || decoder.mapFromDriverValue === noopDecoder.mapFromDriverValue
    ? null
    : (value) => decoder.mapFromDriverValue(value) as unknown;
}
