import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { mayHaveOtherWords, wordsOf } from '#main/projections/search/words.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { idOf } from './many-records.ts';

const leaf = fc.oneof(
  fc.constantFrom('Taxi', 'Hotel', '2026-03-12', '2026-03-12T09:00:00Z', '2026-03-13T09:00:00Z', idOf(1, 'a'), idOf(2, 'a'), ''),
  fc.constantFrom(null, true, 5, 5n, 6.5),
);
const lineNames = ['accountId', 'description', 'avatarUrl', 'originalAmount'] as const;
const line = fc.dictionary(fc.constantFrom(...lineNames), leaf, { minKeys: 3 });
const names = ['userId', 'status', 'performedDate', 'updatedAt', 'stackTrace'] as const;
const fields = fc.dictionary(fc.constantFrom(...names), leaf, { minKeys: 3 });
const lines = fc.array(line, { maxLength: 3 });
/** One value of the expense itself, or of its first line, said again. */
const change = fc.oneof(
  fc.record({ name: fc.constantFrom(...names), value: leaf, inLine: fc.constant(false) }),
  fc.record({ name: fc.constantFrom(...lineNames), value: leaf, inLine: fc.constant(true) }),
);

/** Everything that the index could find it by, in no order: the index keeps none. */
const foundBy = (value: JsonObject) => [
  ...new Set(wordsOf(value).split(' ')),
  ...new Set(referencesIn('expense', value).map(({ kind, id }) => `${kind} ${id}`)),
];

test.prop([fields, lines, change], { numRuns: 2_000 })('a match by other words is always reported', (own, lineItems, changed) => {
  const { name, value, inLine } = changed;
  const before: JsonObject = { ...own, lineItems };
  const first = { ...lineItems[0], [name]: value };
  const now: JsonObject = inLine ? { ...own, lineItems: [first, ...lineItems.slice(1)] } : { ...before, [name]: value };
  if (!mayHaveOtherWords(before, now)) expect(foundBy(now).sort()).toEqual(foundBy(before).sort());
});

const taxi = { accountId: idOf(1, 'a'), description: 'Taxi', avatarUrl: 'https://a' };
const before: JsonObject = { id: idOf(1), updatedAt: '2026-03-12T09:00:00Z', lineItems: [taxi] };

test.each<[string, JsonObject, boolean]>([
  ['a later instant', { updatedAt: '2026-03-13T09:00:00Z' }, false],
  ['another picture', { lineItems: [{ ...taxi, avatarUrl: 'https://b' }] }, false],
  ['another text', { lineItems: [{ ...taxi, description: 'Train' }] }, true],
  ['another reference', { lineItems: [{ ...taxi, accountId: idOf(2, 'a') }] }, true],
  ['a field more', { note: 'x' }, true],
  ['a line less', { lineItems: [] }, true],
])('of a record received again with %s', (_what, changed, told) => {
  expect(mayHaveOtherWords(before, { ...before, ...changed })).toBe(told);
});
