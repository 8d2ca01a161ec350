import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditState } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { openTestStore } from '#test/cache.ts';
import { today } from './draw-query.ts';
import { putEdit } from './many-edits.ts';
import { expense, idOf } from './many-records.ts';
import { amountOf, wordsOf, type ScannedRecord } from './scan-query.ts';
import { stillWorld } from './world-for-cache.ts';

const states: EditState[] = ['draft', 'waiting', 'checking', 'rejected', 'conflict', 'inDoubt', 'held', 'applied'];

/** An account that a few are of, told from all others by its beginning, as drawn identifiers are. */
export const freight = 'abadcafe-0b0e-4000-8000-000000000047';

/** Expenses, some without lines, an amount, a date, a status or a cost centre. */
function odd(n: number): JsonObject {
  const value = expense(n);
  const lines = value['lineItems'] as JsonObject[];
  if (n % 17 === 0) value['lineItems'] = [{ ...lines[0], costCenterId: null }];
  if (n % 23 === 0) value['lineItems'] = [];
  if (n % 29 === 0) value['lineItems'] = [...lines, { ...lines[0], originalAmount: null, accountId: idOf(n % 7, 'b') }];
  if (n % 31 === 0) value['performedDate'] = null;
  if (n % 37 === 0) value['status'] = null;
  if (n % 41 === 0) value['performedDate'] = `2026-11-${String(1 + (n % 28)).padStart(2, '0')}`;
  if (n % 43 === 0) value['lineItems'] = lines.map((line) => ({ ...line, originalAmount: 900_100 }));
  if (n % 47 === 0) value['lineItems'] = [{ ...lines[0], accountId: freight }];
  return value;
}

/** Puts `count` of them, and an edit on every 97th, in each state in turn; each is handed to `each` with the states of its open edits. */
export function putOddExpenses(store: Store, count: number, each: (id: string, value: JsonObject, edits: EditState[]) => void): void {
  for (let from = 0; from < count; from += 5000)
    store.commit('records', () => {
      for (let n = from; n < Math.min(from + 5000, count); n += 1) {
        const value = odd(n);
        const state = n % 97 === 0 ? (states[(n / 97) % states.length] ?? 'draft') : 'applied';
        each(idOf(n), value, state === 'applied' ? [] : [state]);
        const ref = { kind: 'expense' as const, id: idOf(n) };
        putRecord(store, { ref, value, text: JSON.stringify(value), provenance: 'read', asOf: n, complete: true });
      }
    });
  for (let n = 0; n < count; n += 97) putEdit(store, n, states[(n / 97) % states.length] ?? 'draft');
}

/** A store that holds `count` of them on the day that queries are drawn for, with what a plain scan looks at. */
export function openOddExpenses(count: number): { store: Store; records: ScannedRecord[] } {
  const world = stillWorld();
  world.advance(Date.parse(`${today}T12:00:00Z`) - world.now());
  const store = openTestStore(world);
  const records: ScannedRecord[] = [];
  putOddExpenses(store, count, (id, value, edits) => records.push({ id, value, edits, words: wordsOf(value), amount: amountOf(value) }));
  return { store, records };
}
