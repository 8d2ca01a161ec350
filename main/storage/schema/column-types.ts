import { sql, type SQL } from 'drizzle-orm';
import { customType, integer, type SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** An int64 that JavaScript's numbers do not hold: written as it is, read through `asBigint` only. */
export const int64 = customType<{ data: bigint; driverData: unknown }>({
  dataType: () => 'integer',
  toDriver: (value) => value,
  fromDriver: () => {
    throw new Error('an int64 is read as text: asBigint(column)');
  },
});

/** An int64 column, exact: SQLite hands it over as text. */
export const asBigint = <Column extends SQLiteColumn>(column: Column) =>
  sql`cast(${column} as text)`.mapWith((text: string) => BigInt(text)) as SQL<Column['_']['notNull'] extends true ? bigint : bigint | null>;

/** Yes or no, as 1 or 0. */
export const flag = (name: string) => integer(name, { mode: 'boolean' });

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'blob' });

/** A text or a whole number as it is given: a column of SQLite that converts nothing. */
export const anyValue = customType<{ data: string | bigint }>({ dataType: () => 'blob' });
