import { expect, it } from 'vitest';
import { completingAt } from '#shared/query/complete.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import { ofField, saidOf, wordsIn, withTerm } from '#shared/query/write-term.ts';

const reader = { locale: 'en', today: '2026-11-21' };
const read = (text: string) => {
  const { terms, problems } = parseQuery(text, 'expense', reader);
  const bare = terms.map(({ span: _span, ...term }) => term);
  return { terms: bare, problems: problems.map(({ span: _span, ...problem }) => problem) };
};

it.each([
  ['amount > 500', 'amount>500'],
  ['amount >500', 'amount>500'],
  ['amount>  500', 'amount>500'],
  ['-amount <= 1,250.00', '-amount<=1,250.00'],
  ['Status : "in draft"', 'status:"in draft"'],
  ['currency = EUR,SEK hotel', 'currency=EUR,SEK hotel'],
  ['date > -200', 'date>-200'],
  ['has : edit', 'has:edit'],
  ['state :draft', 'state:draft'],
  ['description: a:b', 'description:a:b'],
])('%s is %s', (typed, meant) => {
  expect(read(typed)).toEqual(read(meant));
  expect(read(meant).problems).toEqual([]);
});

it.each([
  // No field of this list before the operator, or none at all.
  'hotel > 5',
  '"amount" > 500',
  'amount 500',
  // A colon that ends what was written freely.
  'description :',
  'overdue amount',
])('%s asks for no field', (text) => {
  expect(read(text).terms.every(({ on }) => on === 'words' || on === 'amount')).toBe(true);
});

it('a term of its own after an operator is no value of it', () => {
  expect(read('currency: amount > 5')).toEqual(read('currency: amount>5'));
  expect(read('currency: -hotel').terms).toEqual(read('-hotel').terms);
  expect(read('amount > status:draft')).toMatchObject({ terms: [{ column: 'status' }], problems: [{ why: 'noValue', field: 'amount' }] });
});

it('menus, offers and marks read the same terms', () => {
  expect(saidOf('hotel amount > 500', 'expense', ofField('amount'))).toMatchObject([{ not: false, operator: '>', values: ['500'] }]);
  expect(withTerm('amount > 500 hotel', 'expense', ofField('amount'), 'amount>100')).toBe('amount>100 hotel');
  expect(wordsIn('hotel amount > 500 -taxi', 'expense')).toEqual(['hotel']);
  const text = 'hotel currency : EUR,se';
  const at = { at: 'value', typed: 'se', span: { start: text.length - 2, end: text.length }, column: { name: 'currency' } };
  expect(completingAt(text, text.length, 'expense')).toMatchObject(at);
});
