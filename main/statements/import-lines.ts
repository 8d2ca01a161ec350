import { hash } from 'node:crypto';
import { and, eq, max } from 'drizzle-orm';
import { appendAudit } from '#main/audit/audit.ts';
import { param, insertInto, insertNew, paramEach, prepared } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { bankLine, lineUse, statement } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import { lineDoubts, type LineDoubt } from '#shared/statements/line-state.ts';
import type { FiledStatement, Statement, StatementLine } from '#shared/statements/statement.ts';
import { accountOf } from './account-of.ts';
import { batchesIn, pairByAmount, richer, type LineContent, type NewLine } from './same-lines.ts';
import { sealedDays, type Stretch } from './sealed-days.ts';

/** A parsed file of statements. */
export interface StatementFile {
  name: string;
  sha256: string;
  statements: FiledStatement[];
}

export interface LinesImported {
  /** New lines, the doubtful ones among them. */
  imported: number;
  doubtful: number;
  known: number;
  /** Announced lines, which are not stored. */
  announced: number;
}

const insertStatement = insertInto(statement);
const insertLine = insertNew(bankLine);
const newestStatement = prepared((db) => db.select({ id: max(statement.id) }).from(statement));
const stretches = prepared((db) =>
  db
    .select({
      ...{ id: statement.id, format: statement.format, from: statement.from, to: statement.to },
      ...{ opening: asBigint(statement.openingMinor), closing: asBigint(statement.closingMinor) },
    })
    .from(statement)
    .where(eq(statement.account, param('account'))),
);
const ofDay = prepared((db) =>
  db
    .select({
      ...{ id: bankLine.id, statement: bankLine.statement, print: bankLine.print, minor: asBigint(bankLine.minor) },
      ...{ payer: bankLine.payer, payerAccount: bankLine.payerAccount, endToEnd: bankLine.endToEnd, text: bankLine.text },
      ...{ reference: bankLine.reference, bankReference: bankLine.bankReference },
    })
    .from(bankLine)
    .where(and(eq(bankLine.bookedOn, param('day')), eq(bankLine.account, param('account'))))
    .orderBy(bankLine.id),
);
const reworded = prepared((db) =>
  db
    .update(bankLine)
    .set(paramEach(bankLine, 'payer', 'payerAccount', 'endToEnd', 'text', 'reference', 'bankReference'))
    .where(eq(bankLine.id, param('id'))),
);
const anyUse = prepared((db) => db.select({ line: lineUse.line }).from(lineUse).where(eq(lineUse.line, param('line'))).limit(1)); // prettier-ignore

/**
 * Stores a file's lines in one commit. A line's content and its count among equals of its day identify it: a file with n equal lines, of which m are
 * known, adds max(0, n − m). The same day in another format pairs by amount. So the same file in any form, overlapping and split files converge, and
 * twins of one day survive. A line that the balances or another line contradict is stored as doubtful.
 */
export function importLines(store: Store, file: StatementFile): LinesImported {
  return store.commit('statement imported', () => {
    const done: LinesImported = { imported: 0, doubtful: 0, known: 0, announced: 0 };
    const groups = Map.groupBy(withoutRepeats(file.statements), (each) => `${each.inFile} ${each.account} ${each.currency}`);
    for (const statements of groups.values()) importOfAccount(store, file, statements, done);
    const { imported, known, doubtful } = done;
    appendAudit(store, {
      ...{ what: 'statementImported', editId: null, record: null },
      facts: { file: file.name, sha256: file.sha256, imported, known, ...(doubtful === 0 ? {} : { doubtful }) },
    });
    store.changed({ kind: 'bankLines' });
    return done;
  });
}

/** A file that holds one statement twice holds it once. */
function withoutRepeats(statements: readonly FiledStatement[]): FiledStatement[] {
  const seen = new Set<string>();
  return statements.filter(({ lines, ...head }) => {
    const key = JSON.stringify([head, lines.map(printOf)], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    return head.openingMinor === null || (!seen.has(key) && seen.add(key));
  });
}

interface Filed {
  line: StatementLine;
  statementId: number;
  /** Its statement has no balances: nothing shows a sum that is there twice. */
  unchecked: boolean;
  /** Statements of other files that end where the line's own begins: none of their lines is this one. */
  after: ReadonlySet<number>;
  isSame: (other: Stretch) => boolean;
}

function importOfAccount(store: Store, file: StatementFile, statements: readonly FiledStatement[], done: LinesImported): void {
  const [first] = statements;
  if (!first) return;
  const account = accountOf(store, first);
  const before = new Map(stretches(store).all({ account }).map((each) => [each.id, each])); // prettier-ignore
  const lines: Filed[] = [];
  for (const each of statements) {
    insertStatement(store).run({
      ...{ account, fileName: file.name, fileSha256: file.sha256, format: each.format, from: each.from, to: each.to },
      ...{ openingMinor: each.openingMinor, closingMinor: each.closingMinor, sequence: each.sequence, importedAt: store.world.now() },
    });
    const statementId = newestStatement(store).get()?.id ?? 0;
    const isSame = (other: Stretch) => isSameStretch(other, each);
    const about = { statementId, unchecked: each.openingMinor === null, after: endingAt(each, [...before.values()]), isSame };
    for (const line of each.lines)
      if (line.announced) done.announced += 1;
      else lines.push({ line, ...about });
  }
  const sealed = sealedDays([...before.values()]);
  for (const [day, filed] of Map.groupBy(lines, ({ line }) => line.bookedOn))
    importDay(store, { account, day, before, sealed: sealed(day), format: first.format }, filed, done);
}

interface Day {
  account: number;
  day: string;
  before: ReadonlyMap<number, Stretch>;
  sealed: boolean;
  format: string;
}

function importDay(store: Store, { account, day, before, sealed, format }: Day, filed: readonly Filed[], done: LinesImported): void {
  const known = ofDay(store).all({ day, account }).map((row) => ({ ...row, minor: row.minor ?? 0n })); // prettier-ignore
  const unmatched = Map.groupBy(known, ({ print }) => print);
  const counts = new Map([...unmatched].map(([print, rows]) => [print, rows.length]));
  const fresh: (NewLine<(typeof known)[number]> & Filed & { print: string; twin: boolean })[] = [];
  for (const each of filed) {
    const print = printOf(each.line);
    const equals = unmatched.get(print) ?? [];
    const at = equals.findIndex((row) => !each.after.has(row.statement));
    if (at >= 0) {
      equals.splice(at, 1);
      continue;
    }
    const mayBe = (row: { statement: number }) => {
      const of = before.get(row.statement);
      return of !== undefined && !each.after.has(of.id) && (of.format !== format || each.isSame(of));
    };
    fresh.push({ ...each, print, mayBe, twin: equals.length > 0 });
  }
  const left = [...unmatched.values()].flat();
  const pairs = pairByAmount(fresh, left);
  for (const [{ line }, other] of pairs) enrich(store, other, line);
  const paired = new Set(pairs.values());
  const others = left.filter((row) => !paired.has(row));
  const added = fresh.filter((each) => !pairs.has(each));
  const batches = batchesIn(added.map(({ line, unchecked }) => ({ minor: line.minor, unchecked })), others); // prettier-ignore
  for (const [at, each] of added.entries()) {
    const { line, print, statementId } = each;
    const nth = (counts.get(print) ?? 0) + 1;
    counts.set(print, nth);
    const maybeSame = others.some((other) => other.minor === line.minor && each.mayBe(other));
    const doubt = doubtOf({ twin: each.twin, sealed, maybeSame, batch: batches.has(at) });
    const { announced: _, ...content } = line;
    insertLine(store).run({ account, statement: statementId, print, nth, ...content, doubt });
    done.imported += 1;
    if (doubt !== null) done.doubtful += 1;
  }
  done.known += filed.length - added.length;
}

const doubtOf = (found: Record<LineDoubt, boolean>): LineDoubt | null => lineDoubts.find((doubt) => found[doubt]) ?? null;

/** The statements that end where this one begins; none for a statement that is known already. */
function endingAt(each: Statement, before: readonly Stretch[]): Set<number> {
  const { openingMinor, closingMinor, from } = each;
  if (openingMinor === null || openingMinor === closingMinor || before.some((other) => isSameStretch(other, each))) return new Set();
  const ending = before.filter(({ opening, closing, to }) => closing === openingMinor && to === from && opening !== closing);
  return new Set(ending.map(({ id }) => id));
}

const isSameStretch = ({ opening, closing, from, to }: Stretch, other: Statement): boolean =>
  opening !== null && opening === other.openingMinor && closing === other.closingMinor && from === other.from && to === other.to;

/** Takes the details that an equal line of another format has more of, unless a payment has the line as its evidence. */
function enrich(store: Store, known: LineContent & { id: number }, line: LineContent): void {
  const more = richer(known, line);
  if (more !== null && !anyUse(store).get({ line: known.id })) reworded(store).run({ ...known, ...more });
}

/** Hashes the content of a line without the bank's own references, which banks repeat and change. */
export function printOf({ bookedOn, valueOn, minor, currency, payerAccount, endToEnd, text }: StatementLine): string {
  const plain = text.toLowerCase().replace(/\s+/g, '');
  return hash('sha256', JSON.stringify([bookedOn, valueOn, String(minor), currency, payerAccount, endToEnd, plain]), 'hex');
}
