import { eq, sql } from 'drizzle-orm';
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
    .where(eq(record.kind, param('kind'))),
);

/** The values that all records of a kind have in some fields of their first level. */
export function knownValues(store: Store, kind: RecordKind, fields: readonly string[]): KnownValues[] {
  const rows = valuesOfKind(store, fields.join(',')).all({ kind });
  return rows.map(({ values, ...row }) => ({ ...row, values: JSON.parse(values) as unknown[] }));
}
