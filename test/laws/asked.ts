import type Database from 'better-sqlite3';

const kept = new WeakMap<Database.Database, Map<string, Database.Statement>>();

/** A question that is asked again and again in one schedule, prepared once for each database. */
export function asked<Given extends unknown[], Row>(sql: Database.Database, text: string): Database.Statement<Given, Row> {
  const ofThis = kept.get(sql) ?? new Map<string, Database.Statement>();
  kept.set(sql, ofThis);
  const statement = ofThis.get(text) ?? sql.prepare(text);
  ofThis.set(text, statement);
  return statement as unknown as Database.Statement<Given, Row>;
}
