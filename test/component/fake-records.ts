import { ORPCError } from '@orpc/client';
import { MemoryStore } from '#service/domain/memory-store.ts';
import { seedStore } from '#service/seed/seed.ts';
import type { ListFilter } from '#shared/contract/inputs.ts';
import type { RecordRow } from '#shared/contract/views/views.ts';
import type { EditState } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { sumByCurrency, type AmountTotal } from '#shared/values/money.ts';
import { columnsUnder } from '#shared/records/columns/changed-columns.ts';
import { fitsQuery } from './fake-query.ts';
import { recordId } from '#shared/records/record-id.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';

/** The moment at which every fake desk stands: 12 March 2026, 14:20 UTC. */
export const now = Date.UTC(2026, 2, 12, 14, 20, 0);

/** A record of the sandbox's first company, as an import would have brought it. */
export interface FakeRecord {
  kind: RecordKind;
  id: string;
  service: JsonObject;
  /** A user said that an edit of it is recorded, and it was not read since. */
  unsure?: true;
}

/** Texts of seeded records, by their limit: making the company costs more than most tests. */
const seededTexts = new Map<number, string>();

/** The sandbox's own believable company, one seed for all tests; each caller has its own copy. */
export function seededRecords(limit = 1200): FakeRecord[] {
  const text = seededTexts.get(limit) ?? JSON.stringify(seed(limit));
  seededTexts.set(limit, text);
  return JSON.parse(text) as FakeRecord[];
}

function seed(limit: number): FakeRecord[] {
  const store = seedStore(new MemoryStore());
  const [company] = store.list('company');
  const records: FakeRecord[] = [];
  for (const kind of recordKinds) {
    let count = 0;
    for (const value of store.list(kind)) {
      const service = JSON.parse(
        JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)),
      ) as JsonObject;
      const id = recordId(kind, service);
      if (!id || service['companyId'] !== company?.id || count >= limit) continue;
      count += 1;
      records.push({ kind, id, service: kind === 'invoicePayable' ? { id } : service });
    }
  }
  return records;
}

export function rowOf(record: FakeRecord, layers: { state: EditState; view: JsonObject }[]): RecordRow {
  const { columns, changed } = columnsUnder(record.kind, record.service, layers);
  return {
    kind: record.kind,
    id: record.id,
    ...columns,
    ...(changed && { changed }),
    asOf: now - 12 * 60_000,
    provenance: 'import',
    pending: layers.map(({ state }) => state),
    documentState: record.kind === 'invoicePayable' ? 'known' : 'none',
  };
}

export function fits(row: RecordRow, { kind, query }: ListFilter): boolean {
  // As the contract does it: a query that is too long never arrives.
  if ((query?.length ?? 0) > 1000) throw new ORPCError('BAD_REQUEST', { message: 'Input validation failed' });
  return row.kind === kind && (!query || fitsQuery(row, query, '2026-03-12'));
}

export function ordered(rows: RecordRow[], sort: string, descending: boolean): RecordRow[] {
  const keyOf = (row: RecordRow): string | bigint => {
    if (['amount', 'total'].includes(sort)) return row.amountMinor ?? 0n;
    if (['title', 'description', 'number', 'name', 'merchant'].includes(sort)) return row.title.toLowerCase();
    if (['status', 'state'].includes(sort)) return row.status ?? '';
    if (sort in row.facts) return row.facts[sort]?.[0] ?? '';
    return (['updated', 'updatedAt'].includes(sort) ? row.updatedAt : row.date) ?? '';
  };
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    const before = x === y ? a.id < b.id : x < y;
    return before ? -sign : sign;
  });
}

export function totalsOf(rows: RecordRow[]): AmountTotal[] {
  return sumByCurrency(rows);
}

export function facetsOf(rows: RecordRow[]): { status: { value: string; count: number }[]; currency: { value: string; count: number }[] } {
  const count = (values: (string | null)[]) => {
    const counts = new Map<string, number>();
    for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].map(([value, each]) => ({ value, count: each })).sort((a, b) => b.count - a.count);
  };
  return { status: count(rows.map((row) => row.status)), currency: count(rows.map((row) => row.currency)) };
}

/** Some fields of a record, as the service says them. */
export function fieldsIn(service: JsonObject | null, names: readonly string[]): JsonObject | null {
  return service && Object.fromEntries(names.map((name) => [name, service[name] ?? null]));
}

/** True when the service's value of a field differs from the base. */
export function movedSince(seen: object, service: JsonObject | null): boolean {
  return Object.entries(seen).some(([name, value]) => (service?.[name] ?? null) !== value);
}

/** Makes every expense one that takes a change. */
export function openExpenses(records: readonly FakeRecord[]): void {
  for (const { kind, service } of records) if (kind === 'expense') service['status'] = 'CREATED';
}
