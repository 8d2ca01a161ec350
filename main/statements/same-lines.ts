import { nameWords } from '#shared/statements/names-alike.ts';
import type { StatementLine } from '#shared/statements/statement.ts';

/** The content by which two files' lines of one day and amount are compared. */
export type LineContent = Pick<StatementLine, 'minor' | 'payer' | 'payerAccount' | 'endToEnd' | 'text' | 'reference' | 'bankReference'>;

/** A line of a file that no known line equals word by word. */
export interface NewLine<Known extends LineContent> {
  line: LineContent;
  /** Tells whether the known line may be this one: it came in another format, or with the same balances. */
  mayBe: (known: Known) => boolean;
}

/** Letters and figures in one spelling, as MT940 and camt write them differently. */
const plain = (text: string): string => nameWords(text.replace(/(\d)\s+(?=\d)/g, '$1')).join('');
const shortest = 4;
const within = (a: string, b: string): boolean =>
  a === b || (a.length >= shortest && b.includes(a)) || (b.length >= shortest && a.includes(b));

/** Two accounts that are both written and not one: a bank's own form of it is the end of an IBAN. */
const otherAccount = ({ payerAccount: a }: LineContent, { payerAccount: b }: LineContent): boolean => a !== '' && b !== '' && !within(a, b);

/** Tells whether a reference or the text of two lines is one; null where one of them has neither. */
function agree(a: LineContent, b: LineContent): boolean | null {
  if (a.bankReference !== '' && a.bankReference === b.bankReference) return true;
  if (a.endToEnd !== '' && b.endToEnd !== '') return a.endToEnd === b.endToEnd;
  const [textA, textB] = [plain(a.text), plain(b.text)];
  return textA === '' || textB === '' ? null : within(textA, textB);
}

/**
 * Pairs a day's lines of a file with lines of other files by amount, those whose details agree first. Details that differ pair only where every line of
 * the file's day has a partner: then it is the same day in other words. Different payer accounts never pair.
 */
export function pairByAmount<Known extends LineContent>(
  fresh: readonly NewLine<Known>[],
  known: readonly Known[],
): Map<NewLine<Known>, Known> {
  const left = new Map([...Map.groupBy(known, ({ minor }) => minor)].map(([minor, lines]) => [minor, new Set(lines)]));
  const pairsOf = (of: readonly NewLine<Known>[], fits: (a: LineContent, b: LineContent) => boolean) => {
    const pairs = new Map<NewLine<Known>, Known>();
    for (const each of of) {
      const others = left.get(each.line.minor);
      const other = [...(others ?? [])].find((one) => each.mayBe(one) && !otherAccount(each.line, one) && fits(each.line, one));
      if (!other) continue;
      pairs.set(each, other);
      others?.delete(other);
    }
    return pairs;
  };
  const sure = pairsOf(fresh, (a, b) => agree(a, b) === true);
  const silent = pairsOf(fresh.filter((each) => !sure.has(each)), (a, b) => agree(a, b) === null); // prettier-ignore
  const rest = fresh.filter((each) => !sure.has(each) && !silent.has(each));
  const inOtherWords = pairsOf(rest, () => true);
  return new Map([...sure, ...silent, ...(inOtherWords.size === rest.length ? inOtherWords : [])]);
}

const mostParts = 50;

/**
 * The places of lines that look like a batch or like its parts: neighbours whose sum is one known line, one line that is the sum of known neighbours, and
 * in a statement without balances a line just before or after neighbours of its sum.
 */
export function batchesIn(added: readonly { minor: bigint; unchecked: boolean }[], others: readonly { minor: bigint }[]): Set<number> {
  const found = new Set<number>();
  const known = new Set(others.map(({ minor }) => minor));
  for (const { from, to, sum } of runsOf(added)) {
    const place = [from - 1, to].find((at) => added[at]?.unchecked === true && added[at].minor === sum);
    if (!known.has(sum) && place === undefined) continue;
    for (let at = from; at < to; at += 1) found.add(at);
    if (place !== undefined) found.add(place);
  }
  const sums = new Set(others.length < 2 ? [] : [...runsOf(others)].map(({ sum }) => sum));
  for (const [at, { minor }] of added.entries()) if (sums.has(minor)) found.add(at);
  return found;
}

/** Neighbours of one sign, two or more, with their sum. */
function* runsOf(lines: readonly { minor: bigint }[]): Generator<{ from: number; to: number; sum: bigint }> {
  for (const from of lines.keys()) {
    let sum = 0n;
    for (let to = from; to < lines.length && to - from < mostParts; to += 1) {
      const minor = lines[to]?.minor ?? 0n;
      if (minor < 0n !== (lines[from]?.minor ?? 0n) < 0n) break;
      sum += minor;
      if (to > from) yield { from, to: to + 1, sum };
    }
  }
}

/** The details of a line that another file may have more of. */
export const detailNames = ['payer', 'payerAccount', 'endToEnd', 'text', 'reference', 'bankReference'] as const;

/** Details that the known line lacks, or has cut off; null where there are none. */
export function richer(known: LineContent, other: LineContent): Partial<LineContent> | null {
  const found = detailNames.filter((field) => other[field].length > known[field].length && other[field].startsWith(known[field]));
  return found.length === 0 ? null : Object.fromEntries(found.map((field) => [field, other[field]]));
}
