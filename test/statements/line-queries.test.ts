import { expect, it, onTestFinished } from 'vitest';
import { giveName } from '#main/names/book.ts';
import { confirmAccount, putAside } from '#main/statements/bank-lines.ts';
import { countLines } from '#main/statements/line-pages.ts';
import { speak } from '#shared/messages/speak.ts';
import { lineStateTerms } from '#shared/statements/line-state.ts';
import type { BankLineView } from '#shared/contract/views/statement-views.ts';
import { createDesk } from '#test/sync/desk.ts';
import { accountsOf, bring, linesOf } from './brought.ts';
import { camtOf, chance, madeStatement } from './made-statements.ts';
import { paidDesk } from './paid-desk.ts';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(); // prettier-ignore
const holds = (text: string, part: string) => plain(text).includes(plain(part));
const wordsOf = ({ payer, text, reference, payerAccount, endToEnd }: BankLineView) => [payer, text, reference, payerAccount, endToEnd].join(' '); // prettier-ignore
const size = (minor: bigint) => (minor < 0n ? -minor : minor);

/** Terms with a plain reading of each. Amounts are in euro cents. */
const terms: [string, (line: BankLineView) => boolean][] = [
  ['muller', (line) => holds(wordsOf(line), 'muller')],
  ['SOLAR', (line) => holds(wordsOf(line), 'solar')],
  ['wien', (line) => holds(wordsOf(line), 'wien')],
  ['payer:adlerbruck', ({ payer }) => holds(payer, 'adlerbruck')],
  ['text:00102,565', ({ text }) => holds(text, '00102') || holds(text, '565')],
  ['reference:none', ({ reference }) => reference === ''],
  ['amount>5000', ({ minor }) => minor > 500_000n],
  ['amount:100..5,000.50', ({ minor }) => minor >= 10_000n && minor <= 500_050n],
  ['amount<0', ({ minor }) => minor < 0n],
  ['left>10000', ({ restMinor }) => restMinor > 1_000_000n],
  ['date:2026-11-05..2026-11-12', ({ bookedOn }) => bookedOn >= '2026-11-05' && bookedOn <= '2026-11-12'],
  ['date>=2026-11-20', ({ bookedOn }) => bookedOn >= '2026-11-20'],
  ['state:open', ({ state }) => state === 'open'],
  ['state:"put aside"', ({ state }) => state === 'putAside'],
  ['state:not', ({ state }) => state === 'out'],
  ['currency:eur', () => true],
  ['currency:SEK', () => false],
  ['file:a.xml', ({ account }) => account === 1],
  ['has:problem', ({ doubt }) => doubt !== null],
  ['account:DE44', ({ account }) => account === 1],
  ['account:collections', ({ account }) => account === 1],
  ['account:"other bank"', () => false],
  ['1,2', ({ minor, restMinor }) => [minor, restMinor].some((one) => size(one) >= 120n && size(one) < 130n) || false],
];

it('a query finds the bank lines that a plain reading of its terms finds, alone, negated and together', async () => {
  const at = createDesk();
  const file = (seeds: number[], account: string) =>
    camtOf({ ...madeStatement(7), account, lines: seeds.flatMap((seed) => madeStatement(seed).lines) });
  await bring(at, file([1, 2, 3], 'DE44200400000628110000'));
  await bring(at, file([3, 4, 5], 'SE0000000000000000000001'), 'b.xml');
  giveName(at.store, { kind: 'bankAccount', id: at.company.bankAccountId, name: 'Adlerbank collections', code: '', note: '', currency: 'EUR', inUse: true }, 'typed'); // prettier-ignore
  confirmAccount(at.store, accountsOf(at)[0]?.id ?? 0, at.company.bankAccountId);
  for (const { id, state } of (await linesOf(at)).filter(({ id }) => id % 9 === 0))
    if (state === 'open') putAside(at.store, id, id % 2 === 0 ? '' : 'private');
  const all = await linesOf(at);
  const check = async (query: string, fits: (line: BankLineView) => boolean) => {
    const found = (await linesOf(at, query)).map(({ id }) => id);
    expect([query, found]).toEqual([query, all.filter(fits).map(({ id }) => id)]);
    expect([query, countLines(at.store, { query, locale: 'en' })]).toEqual([query, found.length]);
  };
  expect(all.length).toBeGreaterThan(40);
  const draw = chance(1);
  for (const [query, fits] of terms) {
    await check(query, fits);
    await check(`-${query}`, (line) => !fits(line));
  }
  for (let n = 0; n < 150; n += 1) {
    const some = Array.from({ length: 2 + draw(2) }, () => ({ term: terms[draw(terms.length)]!, not: draw(4) === 0 }));
    await check(some.map(({ term, not }) => `${not ? '-' : ''}${term[0]}`).join(' '), (line) => some.every(({ term, not }) => term[1](line) !== not)); // prettier-ignore
  }
});

it('a line of a drafted payment is found by the state of its edit and by the amount that is left', async () => {
  const { at, draft } = await paidDesk();
  expect(draft(100_000n).ok).toBe(true);
  for (const query of ['has:review', 'left:180', '180.00', 'state:open left>0']) expect([query, await linesOf(at, query)]).toMatchObject([query, [{}]]); // prettier-ignore
  for (const query of ['has:doubt', 'left:1180', 'pack:x has:conflict']) expect([query, await linesOf(at, query)]).toEqual([query, []]);
});

it('the terms of states mean the same in every language', async () => {
  const at = createDesk();
  await bring(at, camtOf(madeStatement(2)));
  for (const { id } of (await linesOf(at)).slice(0, 2)) putAside(at.store, id, 'private');
  const found = () => Object.values(lineStateTerms).map((term) => countLines(at.store, { query: `state:"${term}"`, locale: 'en' }));
  const english = found();
  expect(english.filter((count) => count > 0).length).toBeGreaterThan(1);
  onTestFinished(() => speak('en', 'en-GB'));
  for (const language of ['de', 'fr', 'sv', 'pt']) {
    speak(language, 'en-GB');
    expect([language, found()]).toEqual([language, english]);
  }
});
