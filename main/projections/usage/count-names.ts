import { sql } from 'drizzle-orm';
import type { NameCount } from '#shared/contract/views/names-views.ts';
import { kept } from '#main/storage/kept.ts';
import { reference } from '#main/storage/schema/references.ts';
import type { Store } from '#main/storage/store.ts';

const { kind, folded } = reference;
const counted = kept((db) =>
  db
    .select({ kind, named: sql<number>`sum(${folded} <> '')`, unnamed: sql<number>`sum(${folded} = '')` })
    .from(reference)
    .groupBy(kind),
);

/** How many of each kind have a name and how many have none; kinds that nobody heard of are left out. */
export function countNames(store: Store): NameCount[] {
  return counted(store).all();
}
