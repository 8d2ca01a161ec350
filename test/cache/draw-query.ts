import type { JsonObject } from '#shared/json/json.ts';
import { linesOf, readStatus, type DrawnTerm, type ScannedRecord } from './scan-query.ts';

type Random = () => number;

const pick = <One>(random: Random, from: readonly One[]): One => from[Math.floor(random() * from.length)] as One;
const day = (value: JsonObject): string => String((value['performedDate'] as string | null) ?? '');

/** The day of the tests: a Saturday in November 2026. */
export const today = '2026-11-21';

/** True when a line's amount (minor units) equals `exact`, an amount in units of 0.000001. */
function isLine({ value }: ScannedRecord, minor: unknown, exact: bigint): boolean {
  const unit = { JPY: 1_000_000n, KWD: 1_000n }[String(value['originalCurrency'])] ?? 10_000n;
  const named = ['EUR', 'USD', 'SEK', 'JPY', 'KWD'].includes(String(value['originalCurrency']));
  return typeof minor === 'number' && BigInt(minor) * (named ? unit : 1_000_000n) === exact;
}

const drawers: ((random: Random) => DrawnTerm)[] = [
  (random) => {
    const word = pick(random, ['taxi', 'hotel', 'lisbon', 'visit', 'porto', 'coffee', 'eur', 'nowhere', 'lines']);
    return { text: word, word, holds: ({ words }) => words.some((each) => each.startsWith(word)) };
  },
  (random) => {
    const [text, from, to] = pick(random, [
      ['431', 431_000_000n, 432_000_000n],
      ['1.250,0', 1_250_000_000n, 1_250_100_000n],
      ['17999.5', 17_999_500_000n, 17_999_600_000n],
      ['18.002', 18_002_000n, 18_003_000n],
      ['18.002', 18_002_000_000n, 18_003_000_000n],
    ] as const);
    const size = (amount: bigint) => (amount < 0n ? -amount : amount);
    const readings =
      text === '18.002' ? [[18_002_000n, 18_003_000n] as const, [18_002_000_000n, 18_003_000_000n] as const] : [[from, to] as const];
    const words = text.split(/[.,]/);
    return {
      text,
      holds: (record) =>
        (record.amount !== null &&
          readings.some(([least, above]) => size(record.amount ?? 0n) >= least && size(record.amount ?? 0n) < above)) ||
        linesOf(record.value).some((line) =>
          readings.some(([least]) => isLine(record, line['originalAmount'], least) || isLine(record, line['billingAmount'], least)),
        ) ||
        words.every((word, at) => record.words.some((each) => (at === words.length - 1 ? each.startsWith(word) : each === word))),
    };
  },
  (random) => {
    const operator = pick(random, ['>', '>=', '<', '<=', ':', '='] as const);
    const [text, exact] = pick(random, [
      ['500', 500_000_000n],
      ['1,250.00', 1_250_000_000n],
      ['17999.5', 17_999_500_000n],
      ['0.3', 300_000n],
      ['18.002', 18_002_000n],
    ] as const);
    const compare = {
      '>': (a: bigint) => a > exact,
      '>=': (a: bigint) => a >= exact,
      '<': (a: bigint) => a < exact,
      '<=': (a: bigint) => a <= exact,
      ':': (a: bigint) => a === exact,
      '=': (a: bigint) => a === exact,
    }[operator];
    return {
      text: `amount${operator}${text}`,
      holds: ({ amount }) => amount !== null && compare(amount),
    };
  },
  (random) => {
    const from = Math.floor(random() * 900);
    const to = from + Math.floor(random() * 900);
    return {
      text: `amount:${from}..${to}`,
      holds: ({ amount }) => amount !== null && amount >= BigInt(from) * 1_000_000n && amount <= BigInt(to) * 1_000_000n,
    };
  },
  (random) => {
    const codes = [pick(random, ['EUR', 'usd', 'SEK']), pick(random, ['JPY', 'KWD', 'CHF'])].slice(0, random() < 0.5 ? 1 : 2);
    return {
      text: `currency:${codes.join(',')}`,
      holds: ({ value }) => codes.some((code) => code.toUpperCase() === value['originalCurrency']),
    };
  },
  (random) => {
    const [text, wanted] = pick(random, [
      ['draft', ['in draft']],
      ['CREATED', ['created']],
      ['"in draft"', ['in draft']],
      ['submitted,cancelled', ['submitted for review', 'cancelled']],
      ['none', ['']],
      ['paid', []],
    ] as [string, string[]][]);
    return { text: `status:${text}`, holds: ({ value }) => wanted.includes(readStatus(value)) };
  },
  (random) => {
    const [text, from, to] = pick(random, [
      ['date:nov', '2026-11-01', '2026-11-30'],
      ['date:2025-03', '2025-03-01', '2025-03-31'],
      ['date:2024', '2024-01-01', '2024-12-31'],
      ['date<2025-01-10', '0', '2025-01-09'],
      ['date<=2025-01-10', '0', '2025-01-10'],
      ['date>"10 Jan 2025"', '2025-01-11', '9'],
      ['date>=2025-01-10', '2025-01-10', '9'],
      ['date:2025-01-01..2025-06-30', '2025-01-01', '2025-06-30'],
      ['date:"feb 2025"', '2025-02-01', '2025-02-28'],
      ['date<mar', '0', '2027-02-28'],
      ['date>-200', '2026-05-06', '9'],
    ] as [string, string, string][]);
    return { text, holds: ({ value }) => day(value) !== '' && day(value) >= from && day(value) <= to };
  },
  (random) => {
    const n = Math.floor(random() * 60);
    const id = `b0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    return { text: `account:${id}`, holds: ({ value }) => linesOf(value).some((line) => line['accountId'] === id) };
  },
  () => ({ text: 'costcentre:none', holds: ({ value }) => linesOf(value).every((line) => typeof line['costCenterId'] !== 'string') }),
  (random) => {
    const [text, holds] = pick(random, [
      ['lines>1', (n: number) => n > 1],
      ['lines:2', (n: number) => n === 2],
      ['lines<=1', (n: number) => n <= 1],
      ['lines:3..9', (n: number) => n >= 3 && n <= 9],
    ] as [string, (n: number) => boolean][]);
    return { text, holds: ({ value }) => holds(linesOf(value).length) };
  },
  (random) => {
    const [name, states] = pick(random, [
      ['conflict', ['conflict']],
      ['edit', null],
      ['review', ['draft']],
      ['doubt', ['inDoubt']],
      ['waiting', ['waiting', 'sending', 'checking']],
      ['held,rejected', ['held', 'rejected']],
    ] as [string, string[] | null][]);
    return { text: `has:${name}`, holds: ({ edits }) => edits.some((state) => states === null || states.includes(state)) };
  },
  (random) => {
    const [text, start] = pick(random, [
      ['description:hotel', 'hotel'],
      ['description:"Taxi in L"', 'taxi in l'],
      ['description:tráin', 'train'],
      ['description:coffee,lunch', 'coffee|lunch'],
    ]);
    return {
      text: text,
      holds: ({ value }) =>
        start.split('|').some((each) =>
          String(
            linesOf(value)
              .map((line) => line['description'])
              .find((each) => typeof each === 'string') ?? '',
          )
            .toLowerCase()
            .startsWith(each),
        ),
    };
  },
];

/** As some people type: with blanks before the operator, after it, or around it. */
const withBlanks = (text: string, random: Random): string =>
  random() < 0.7 ? text : text.replace(/^([a-z]+)([<>=:]+)/, pick(random, ['$1 $2', '$1$2 ', '$1 $2  ']));

/** A query of one to four terms, some of them left out, and what it means. The same seed gives the same query. */
export function drawQuery(random: Random): { text: string; holds: DrawnTerm['holds'] } {
  const count = 1 + Math.floor(random() * random() * 4);
  const terms = Array.from({ length: count }, () => {
    const { text, ...term } = pick(random, drawers)(random);
    return { ...term, text: withBlanks(text, random), not: random() < 0.2 };
  });
  const lastWord = terms.findLast(({ word, not }) => word !== undefined && !not);
  const holds = (record: ScannedRecord) =>
    terms.every((term) => {
      // The last word that is looked for is a beginning, and so is a word that is left out; any other is whole.
      if (term.word !== undefined && !term.not && term !== lastWord) return record.words.includes(term.word);
      return term.holds(record) !== term.not;
    });
  return { text: terms.map(({ text, not }) => (not ? `-${text}` : text)).join(' '), holds };
}
