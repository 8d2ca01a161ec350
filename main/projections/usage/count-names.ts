import { sql } from 'drizzle-orm';
import type { NameCount } from '#shared/contract/views/names-views.ts';
import { prepared } from '#main/storage/prepared.ts';
import { reference } from '#main/storage/schema/references.ts';
import type { Store } from '#main/storage/store.ts';

const { kind, folded } = reference;
const counted = prepared((db) =>
  db
    .select({ kind, named: sql<number>`sum(${folded} <> '')`, unnamed: sql<number>`sum(${folded} = '')` })
    .from(reference)
    .groupBy(kind),
);

/** Counts of named and unnamed references by kind, without empty kinds. */
export function countNames(store: Store): NameCount[] {
  return counted(store).all();
}
