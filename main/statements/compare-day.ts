import { lineDoubts, type LineDoubt } from '#shared/statements/line-state.ts';
import type { Statement, StatementLine } from '#shared/statements/statement.ts';
import { batchesIn, pairByAmount, type LineContent, type NewLine } from './same-lines.ts';
import type { Stretch } from './sealed-days.ts';

/** A line of the file that is imported. */
export interface FiledLine {
  line: StatementLine;
  print: string;
  statement: number;
  /** Its statement has no balances: nothing shows a sum that is there twice. */
  unchecked: boolean;
  /** Statements of other files that end where the line's own begins: none of their lines is this one. */
  after: ReadonlySet<number>;
  isSame: (other: Stretch) => boolean;
}

/** A line of the same account and day that came before. */
export interface DayLine extends LineContent {
  id: number;
  statement: number;
  print: string;
}

interface Before {
  stretches: ReadonlyMap<number, Stretch>;
  /** The balances leave no room for another line of the day. */
  sealed: boolean;
  format: string;
}

export interface Compared {
  added: (FiledLine & { nth: number; doubt: LineDoubt | null })[];
  /** Lines of another format with the known lines that they are. */
  pairs: { line: StatementLine; known: DayLine }[];
}

/** Compares a day's lines of a file with the known ones of that day. */
export function compareDay(filed: readonly FiledLine[], known: readonly DayLine[], { stretches, sealed, format }: Before): Compared {
  const unmatched = Map.groupBy(known, ({ print }) => print);
  const counts = new Map([...unmatched].map(([print, rows]) => [print, rows.length]));
  const fresh: (NewLine<DayLine> & FiledLine & { twin: boolean })[] = [];
  for (const each of filed) {
    const equals = unmatched.get(each.print) ?? [];
    const at = equals.findIndex((row) => !each.after.has(row.statement));
    if (at >= 0) {
      equals.splice(at, 1);
      continue;
    }
    const mayBe = (row: DayLine) => {
      const of = stretches.get(row.statement);
      return of !== undefined && !each.after.has(of.id) && (of.format !== format || each.isSame(of));
    };
    fresh.push({ ...each, mayBe, twin: equals.length > 0 });
  }
  const left = [...unmatched.values()].flat();
  const pairs = pairByAmount(fresh, left);
  const paired = new Set(pairs.values());
  const others = left.filter((row) => !paired.has(row));
  const added = fresh.filter((each) => !pairs.has(each));
  const batches = batchesIn(added.map(({ line, unchecked }) => ({ minor: line.minor, unchecked })), others); // prettier-ignore
  return {
    pairs: fresh.flatMap((each) => {
      const same = pairs.get(each);
      return same ? [{ line: each.line, known: same }] : [];
    }),
    added: added.map(({ mayBe, twin, ...each }, at) => {
      const nth = (counts.get(each.print) ?? 0) + 1;
      counts.set(each.print, nth);
      const maybeSame = others.some((other) => other.minor === each.line.minor && mayBe(other));
      return { ...each, nth, doubt: doubtOf({ twin, sealed, maybeSame, batch: batches.has(at) }) };
    }),
  };
}

const doubtOf = (found: Record<LineDoubt, boolean>): LineDoubt | null => lineDoubts.find((doubt) => found[doubt]) ?? null;

type Stretched = Pick<Statement, 'from' | 'to' | 'openingMinor' | 'closingMinor'>;

/** The statements that end where this one begins; none for a statement that is known already. */
export function endingAt(each: Stretched, before: readonly Stretch[]): Set<number> {
  const { openingMinor, closingMinor, from } = each;
  if (openingMinor === null || openingMinor === closingMinor || before.some((other) => isSameStretch(other, each))) return new Set();
  const ending = before.filter(({ opening, closing, to }) => closing === openingMinor && to === from && opening !== closing);
  return new Set(ending.map(({ id }) => id));
}

export const isSameStretch = ({ opening, closing, from, to }: Stretch, other: Stretched): boolean =>
  opening !== null && opening === other.openingMinor && closing === other.closingMinor && from === other.from && to === other.to;
