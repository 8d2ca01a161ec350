import type { ListFilter } from '#shared/contract/inputs.ts';
import { isOpenSql } from '#main/cache/outbox/transitions.ts';
import { rowRange } from './row-range.ts';
import { matchOf } from './words.ts';

/** A filter as SQL over `record`: conditions and what they bind, in order. */
export interface Conditions {
  where: string[];
  bind: (string | number | bigint)[];
}

const pendingStates = {
  any: null,
  waiting: ['waiting', 'sending', 'checking'],
  needsYou: ['draft', 'conflict', 'rejected', 'held'],
  inDoubt: ['inDoubt'],
} as const;

/** Everything in a filter but its kind and its statuses. A text without a letter or digit finds nothing rather than everything. */
export function conditionsOf(filter: ListFilter): Conditions {
  const conditions: Conditions = { where: [], bind: [] };
  const add = (where: string, ...bind: Conditions['bind']) => {
    conditions.where.push(where);
    conditions.bind.push(...bind);
  };
  if (filter.currency !== undefined) add(`currency = ?`, filter.currency);
  if (filter.from !== undefined) add(`date >= ?`, filter.from);
  if (filter.to !== undefined) add(`date <= ?`, filter.to);
  if (hasText(filter)) {
    const match = matchOf(filter.text);
    if (match === null) add(`0`);
    else
      add(`row IN (SELECT rowid FROM record_words WHERE record_words MATCH ? AND rowid BETWEEN ? AND ?)`, match, ...rowRange(filter.kind));
  }
  if (filter.pending !== undefined) addPending(filter, add);
  if (filter.packId !== undefined)
    add(`record_id IN (SELECT record_id FROM pack_item WHERE pack_id = ? AND kind = ?)`, filter.packId, filter.kind);
  return conditions;
}

function addPending({ pending = 'any', kind }: ListFilter, add: (where: string, ...bind: Conditions['bind']) => void): void {
  const states = pendingStates[pending];
  const narrower = states === null ? '' : ` AND state IN (${states.map((state) => `'${state}'`).join(', ')})`;
  add(`record_id IN (SELECT record_id FROM outbox WHERE record_kind = ? AND ${isOpenSql}${narrower})`, kind);
}

/** True when words are asked for; a text of blanks is none. */
export function hasText(filter: ListFilter): filter is ListFilter & { text: string } {
  return (filter.text ?? '').trim() !== '';
}

/** True when the day counters can answer: only status, currency and dates are asked for. */
export function isCountable(filter: ListFilter): boolean {
  return !hasText(filter) && filter.pending === undefined && filter.packId === undefined;
}
