import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { param, preparedForms } from '#main/storage/prepared.ts';
import { record, recordBody } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

export interface KnownValues {
  id: string;
  title: string;
  amountMinor: bigint | null;
  currency: string;
  date: string;
  /** Texts of the asked fields, in their order. */
  values: unknown[];
}

const valuesOfKind = preparedForms((db, fields: string) =>
  db
    .select({
      ...{ id: record.recordId, title: record.title, amountMinor: record.amountMinor, currency: record.currency, date: record.date },
      values: sql<string>`json_array(${sql.join(
        fields.split(',').map((field) => sql.raw(`json_extract(record_body.text, '$.${field}')`)),
        sql`, `,
      )})`,
    })
    .from(record)
    .innerJoin(recordBody, eq(recordBody.row, record.row))
    .where(and(eq(record.kind, param('kind')), gt(record.recordId, param('after'))))
    .orderBy(asc(record.recordId))
    .limit(param('limit')),
);

/** Records of one page. */
const pageRows = 1_000;

/** Yields the values that all records of a kind have in some fields of their first level, a page at a time; ends when the account is closed. */
export async function* knownValues(store: Store, kind: RecordKind, fields: readonly string[]): AsyncGenerator<KnownValues[]> {
  for (let after: string | undefined = ''; after !== undefined && store.sql.open; await store.world.sleep(0)) {
    const rows = valuesOfKind(store, fields.join(',')).all({ kind, after, limit: pageRows });
    yield rows.map(({ values, ...row }) => ({ ...row, values: JSON.parse(values) as unknown[] }));
    after = rows.length < pageRows ? undefined : rows.at(-1)?.id;
  }
}
