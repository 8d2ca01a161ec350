import { columnOf } from '#shared/columns/columns.ts';
import type { Column } from '#shared/columns/column.ts';
import { fold } from '#shared/columns/fold.ts';
import { daysAfter1970 } from '#shared/values/dates.ts';
import { settledStates } from '#shared/service/invoice-states.ts';
import { meant } from '#shared/query/meant.ts';
import type { Asked, Term } from '#shared/query/query.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { emptyEntry, entryNumber } from '#main/projections/columns/fact-entries.ts';
import { noAmount } from '#main/storage/schema/records.ts';
import { packRows } from '#main/documents/packs.ts';
import type { Store } from '#main/storage/store.ts';
import { rowRange } from '#main/storage/row-range.ts';
import { idsNamed } from '#main/names/ids-named.ts';
import { allOf, matchNaming } from '#main/names/match-names.ts';
import { valuesOfFact, valuesOfSlot } from './distinct-values.ts';
import { planAmount } from './plan-amounts.ts';
import { wholeWithin } from '#shared/query/amount-ranges.ts';
import { planMoney, wholesWithin } from './plan-numbers.ts';
import { nothing, type Planned, type PlannedTerm, type RangeShape } from './shape.ts';

/**
 * Translates a term for the present cache into one term or several that must all hold: words of the service, currencies and packs are
 * looked up here. `today` is YYYY-MM-DD.
 */
export function planTerm(store: Store, kind: RecordKind, term: Term, today: string): PlannedTerm[] {
  const parts = partsOf(store, kind, term, today);
  const [only] = parts;
  if (only && parts.length === 1) return [{ ...only, shape: { ...only.shape, not: term.not } }];
  const wanted = parts.map((part) => ({ ...part, shape: { ...part.shape, not: false } }));
  if (!term.not) return wanted;
  const all = { is: 'every' as const, parts: wanted.map(({ shape }) => shape), not: true };
  return [{ shape: all, values: wanted.flatMap(({ values }) => values) }];
}

function partsOf(store: Store, kind: RecordKind, term: Term, today: string): Planned[] {
  return term.on === 'overdue' ? planOverdue(store, kind, today) : [plan(store, kind, term, today)];
}

function planWords(store: Store, kind: RecordKind, { words }: Extract<Term, { on: 'words' }>): Planned {
  const matches = matchNaming(store, kind, words);
  return matches.length === 0 ? nothing : { shape: { is: 'words' }, values: [allOf(matches), ...rowRange(kind)] };
}

function plan(store: Store, kind: RecordKind, term: Exclude<Term, { on: 'overdue' }>, today: string): Planned {
  switch (term.on) {
    case 'words':
      return planWords(store, kind, term);
    case 'column': {
      const column = columnOf(kind, term.column);
      if (column?.daysSince) return planDaysSince(kind, column, term.asked, today);
      return column ? planColumn(store, kind, column, term.asked) : nothing;
    }
    case 'amount':
      return planAmount(store, kind, term.text, term.amounts);
    case 'edits':
      return { shape: { is: 'edits', states: term.states.length }, values: [kind, ...term.states] };
    case 'beside':
      return { shape: { is: 'beside', what: term.what }, values: [] };
    case 'pack': {
      const named = packRows(store).find(({ id, name }) => id === term.pack || fold(name) === fold(term.pack));
      return named === undefined ? nothing : { shape: { is: 'pack' }, values: [named.id, kind] };
    }
  }
}

/** Due before today, and in a state in which something may be owed. */
function planOverdue(store: Store, kind: RecordKind, today: string): Planned[] {
  const due = columnOf(kind, 'due');
  const owed = valuesOfSlot(store, 'status', kind).filter((state) => !settledStates.includes(state));
  if (!due || owed.length === 0) return [nothing];
  const late = planColumn(store, kind, due, [{ from: null, to: today }], '<');
  return [late, { shape: { is: 'among', slot: 'status', values: owed.length }, values: owed }];
}

function planColumn(store: Store, kind: RecordKind, column: Column, asked: Asked[], most: '<' | '<=' = '<='): Planned {
  if (column.slot === 'amountMinor') return planMoney(asked, ['', ...valuesOfSlot(store, 'currency', kind)]);
  if (column.slot === 'date' || column.slot === 'updatedAt') return planDays(column.slot, asked);
  if (column.slot === 'status' || column.slot === 'currency') return planAmong(store, kind, column.slot, asked);
  const number = entryNumber(kind, column.name);
  return number === null ? nothing : planFact(store, column, number, asked, most);
}

function planAmong(store: Store, kind: RecordKind, slot: 'status' | 'currency', asked: Asked[]): Planned {
  const here = valuesOfSlot(store, slot, kind);
  const values = [...new Set(asked.flatMap((one) => ('is' in one ? meant(one.is, here) : 'none' in one ? [''] : [])))];
  if (values.length === 0) return nothing;
  return { shape: { is: 'among', slot, values: values.length }, values };
}

function planDays(slot: 'date' | 'updatedAt', asked: Asked[]): Planned {
  const ranges: RangeShape[] = [];
  const values: string[] = [];
  for (const one of asked) {
    if (!('from' in one)) continue;
    // An instant of the last day is above the day's own text.
    const last = one.to === null || slot === 'date' ? one.to : `${one.to}U`;
    ranges.push({ least: '>=', most: last === null ? null : '<=' });
    values.push(one.from ?? '0', ...(last === null ? [] : [last]));
  }
  const none = asked.some((one) => 'none' in one);
  return { shape: { is: 'days', slot, ranges, none }, values };
}

/** So many days ago, one at the least; what lies ahead has none. */
function planDaysSince(kind: RecordKind, column: Column, asked: Asked[], today: string): Planned {
  const ranges: RangeShape[] = [];
  const bounds: bigint[] = [];
  const now = BigInt(daysAfter1970(today));
  for (const one of asked) {
    if (!('none' in one || 'least' in one)) continue;
    const least = 'none' in one ? null : bigger(1n, one.least && wholeWithin(one.least, 0, 'up'));
    const most = 'none' in one ? 0n : one.most && wholeWithin(one.most, 0, 'down');
    ranges.push({ least: '>=', most: most === null ? null : '<=' });
    bounds.push(least === null ? BigInt(noAmount) : least - now, ...(most === null ? [] : [most - now]));
  }
  const number = entryNumber(kind, column.name);
  return number === null || ranges.length === 0 ? nothing : { shape: { is: 'fact', column: number, values: 0, ranges }, values: bounds };
}

const bigger = (one: bigint, other: bigint | null): bigint => (other !== null && other > one ? other : one);

/** The beginning of an identifier, from four characters on; 'g' follows every character of one. */
const beginsIdentifier = /^[0-9a-f]{4}[0-9a-f-]*$/i;

function planFact(store: Store, column: Column, number: number, asked: Asked[], most: '<' | '<='): Planned {
  const found: unknown[] = [];
  const ranges: RangeShape[] = [];
  const bounds: unknown[] = [];
  const range = (least: string, top: string | null, how: '<' | '<=') => {
    ranges.push({ least: '>=', most: top === null ? null : how });
    bounds.push(least, ...(top === null ? [] : [top]));
  };
  for (const one of asked) {
    if ('none' in one) found.push(emptyEntry(column));
    else if ('from' in one) range(one.from ?? '0', one.to, most);
    else if ('least' in one) found.push(...wholesWithin(one, valuesOfFact(store, number)));
    else if (column.type === 'enum' || column.type === 'code') found.push(...meant(one.is, valuesOfFact(store, number).map(String)));
    else if (column.refers) {
      found.push(...idsNamed(store, column.refers, one.is));
      if (beginsIdentifier.test(one.is)) range(one.is.toLowerCase(), `${one.is.toLowerCase()}g`, '<');
    }
    // Nothing that is written is above U+10FFFF.
    else if (fold(one.is) !== '') range(fold(one.is), `${fold(one.is)}\u{10ffff}`, '<');
  }
  const values = [...new Set(found)];
  if (values.length + ranges.length === 0) return nothing;
  return { shape: { is: 'fact', column: number, values: values.length, ranges }, values: [...values, ...bounds] };
}
