import { eq, gte, lte, sql, type SQL } from 'drizzle-orm';
import type { ListFilter } from '#shared/contract/inputs.ts';
import { given } from '#main/cache/database/kept.ts';
import { packItem } from '#main/cache/database/schema/documents.ts';
import { isOpen, outbox } from '#main/cache/database/schema/outbox.ts';
import { record } from '#main/cache/database/schema/records.ts';
import { recordWords } from '#main/cache/database/schema/words.ts';
import type { Store } from '#main/cache/database/store.ts';
import { conditionsOf, type CountedColumns } from '#main/cache/query/condition.ts';
import { planOf } from '#main/cache/query/plan-query.ts';
import type { Shape } from '#main/cache/query/shape.ts';
import { withWords } from './record-words.ts';
import { rowRange } from './row-range.ts';
import { matchOf } from './words.ts';
import { stateGroups } from '#shared/edit.ts';

/** What a filter asks, without the values: one query is kept for each form. */
export interface FilterForm {
  statuses: number;
  asked: ('currency' | 'from' | 'to' | 'words' | 'noWords' | 'packId')[];
  pending: ListFilter['pending'] | null;
  /** What its query asks. */
  shapes: Shape[];
}

const pendingStates = {
  any: null,
  waiting: stateGroups.moving,
  needsYou: stateGroups.needsYou,
  inDoubt: stateGroups.inDoubt,
} as const;

const conditions: Record<FilterForm['asked'][number], (table: CountedColumns) => SQL> = {
  currency: (table) => eq(table.currency, given('currency')),
  from: (table) => gte(table.date, given('from')),
  to: (table) => lte(table.date, given('to')),
  words: () => sql`${record.row} IN (SELECT ${recordWords.rowid} ${withWords})`,
  noWords: () => sql`0`,
  packId: () =>
    sql`${record.recordId} IN (SELECT ${packItem.recordId} FROM ${packItem} WHERE ${packItem.packId} = ${given('packId')} AND ${packItem.kind} = ${given('kind')})`,
};

/** The form of a filter. A text without a letter or digit finds nothing rather than everything. */
export function formOf(store: Store, filter: ListFilter): FilterForm {
  const words = hasText(filter) ? [matchOf(filter.text) === null ? ('noWords' as const) : ('words' as const)] : [];
  const asked = (['currency', 'from', 'to', 'packId'] as const).filter((part) => filter[part] !== undefined);
  return {
    statuses: filter.status?.length ?? 0,
    asked: [...asked, ...words],
    pending: filter.pending ?? null,
    shapes: planOf(store, filter).shapes,
  };
}

/** Everything that a form asks, as one condition; `valuesOf` are its placeholders. */
export function conditionOf(form: FilterForm, table: CountedColumns = record): SQL {
  const statuses = Array.from({ length: form.statuses }, (_, n) => given(`status${n}`));
  const all = [
    eq(table.kind, given('kind')),
    ...(statuses.length > 0 ? [sql`${table.status} IN ${statuses}`] : []),
    ...form.asked.map((part) => conditions[part](table)),
    ...(form.pending === null || form.pending === undefined ? [] : [hasEdits(form.pending)]),
    ...conditionsOf(form.shapes, table),
  ];
  return sql.join(all, sql` AND `);
}

/** What a filter binds, by the names of its form's placeholders. */
export function valuesOf(store: Store, filter: ListFilter): Record<string, unknown> {
  const { kind, status = [], currency, from, to, text = '', packId } = filter;
  const statuses = Object.fromEntries(status.map((one, n) => [`status${n}`, one]));
  return { kind, ...statuses, currency, from, to, packId, ...wordValues(text, kind), ...planOf(store, filter).values };
}

/** What `withWords` binds. */
export function wordValues(text: string, kind: ListFilter['kind']): Record<string, unknown> {
  const [first, last] = rowRange(kind);
  return { match: matchOf(text), first, last };
}

function hasEdits(pending: keyof typeof pendingStates): SQL {
  const states = pendingStates[pending];
  const narrower = states === null ? sql`` : sql` AND ${outbox.state} IN (${sql.raw(states.map((state) => `'${state}'`).join(', '))})`;
  return sql`${record.recordId} IN (SELECT ${outbox.recordId} FROM ${outbox} WHERE ${outbox.recordKind} = ${given('kind')} AND ${isOpen(outbox)}${narrower})`;
}

/** True when words are asked for; a text of blanks is none. */
export function hasText(filter: ListFilter): filter is ListFilter & { text: string } {
  return (filter.text ?? '').trim() !== '';
}

/** True when words may be asked for, so that the index must hold the newest. */
export function asksWords(filter: ListFilter): boolean {
  return hasText(filter) || (filter.query ?? '').trim() !== '';
}

/** True when the day counters can answer: only status, currency and dates are asked for. */
export function isCountable(store: Store, filter: ListFilter): boolean {
  return planOf(store, filter).countable && !hasText(filter) && filter.pending === undefined && filter.packId === undefined;
}
