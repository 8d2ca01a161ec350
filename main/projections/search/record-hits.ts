import { shownSubtitle } from '#main/projections/lists/lists.ts';
import type { Hit } from '#shared/contract/views/search-views.ts';
import { firstReferences } from '#shared/references/first-references.ts';
import type { ReferenceRef } from '#shared/references/reference-kind.ts';
import { namesOf } from '#main/names/book.ts';
import { factsIn } from '#main/projections/columns/fact-entries.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

const { row, kind, recordId, title, subtitle, status, date, currency, facts } = record;

/** The parts of a record that a search reads. */
export const foundColumns = {
  ...{ row, kind, id: recordId, title, subtitle, status, date, amountMinor: asBigint(record.amountMinor), currency, facts },
};
export type FoundRecord = Pick<
  typeof record.$inferSelect,
  'row' | 'kind' | 'title' | 'subtitle' | 'status' | 'date' | 'currency' | 'facts'
> & {
  id: string;
  amountMinor: bigint | null;
};

/** The record's counterparty: an invoice's customer, an expense's person. */
function partyOf(found: FoundRecord): ReferenceRef | undefined {
  return firstReferences(found.kind, ['customer', 'person'], [{ facts: factsIn(found.facts) }])[0];
}

/** Hits of found records; each names its customer or person where the directory has a name. */
export function recordHits(store: Store, found: readonly FoundRecord[]): Hit[] {
  const parties = found.map(partyOf);
  const names = namesOf(
    store,
    parties.filter((party) => party !== undefined),
  );
  return found.map(({ kind, id, title, subtitle, status, date, amountMinor, currency, facts }, at) => {
    const party = names.find((name) => name.kind === parties[at]?.kind && name.id === parties[at].id)?.name ?? null;
    const [due = null] = factsIn(facts)['due'] ?? [];
    const shown = { status, date, amountMinor, currency, due };
    return {
      kind: 'record',
      record: { kind, id },
      editId: null,
      title,
      detail: shownSubtitle(subtitle) ?? '',
      state: null,
      facts: shown,
      party,
    };
  });
}
