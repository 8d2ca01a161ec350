import { hash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { appendAudit } from '#main/audit/audit.ts';
import { param, selectFrom } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { bankLine, statement } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import { turns } from '#main/storage/turns.ts';
import type { LinesImported } from '#shared/contract/views/statement-views.ts';
import type { FiledStatement, StatementLine } from '#shared/statements/statement.ts';
import { accountOf } from './account-of.ts';
import { compareDay, endingAt, isSameStretch, type FiledLine } from './compare-day.ts';
import { LineChanges } from './line-changes.ts';
import { sealedDays, type Stretch } from './sealed-days.ts';

/** A parsed file of statements. */
export interface StatementFile {
  name: string;
  sha256: string;
  statements: FiledStatement[];
}

const stretches = selectFrom(statement, {
  fields: {
    ...{ id: statement.id, format: statement.format, from: statement.from, to: statement.to },
    ...{ opening: asBigint(statement.openingMinor), closing: asBigint(statement.closingMinor) },
  },
  where: eq(statement.account, param('account')),
});
const ofDay = selectFrom(bankLine, {
  fields: {
    ...{ id: bankLine.id, statement: bankLine.statement, print: bankLine.print, minor: asBigint(bankLine.minor) },
    ...{ payer: bankLine.payer, payerAccount: bankLine.payerAccount, endToEnd: bankLine.endToEnd, text: bankLine.text },
    ...{ reference: bankLine.reference, bankReference: bankLine.bankReference },
  },
  where: and(eq(bankLine.bookedOn, param('day')), eq(bankLine.account, param('account'))),
  order: bankLine.id,
});
const inTurn = turns();

/**
 * Imports a file's lines completely or not at all; in portions, which become visible with the last one. A line's content and its count among equals of its
 * day identify it: a file with n equal lines, of which m are known, adds max(0, n − m). The same day in another format pairs by amount. So the same file in
 * any form, overlapping and split files converge, and twins of one day survive. A line that the balances or another line contradict is stored as doubtful.
 */
export const importLines = (store: Store, file: StatementFile): Promise<LinesImported> => inTurn(store, () => importFile(store, file));

async function importFile(store: Store, file: StatementFile): Promise<LinesImported> {
  const done: LinesImported = { imported: 0, doubtful: 0, known: 0, announced: 0 };
  const changes = new LineChanges(store);
  const groups = Map.groupBy(withoutRepeats(file.statements), (each) => `${each.inFile} ${each.account} ${each.currency}`);
  for (const statements of groups.values()) await importOfAccount(store, file, statements, changes, done);
  await changes.flush();
  store.commit('statement imported', () => {
    changes.show();
    const { imported, known, doubtful } = done;
    appendAudit(store, {
      ...{ what: 'statementImported', editId: null, record: null },
      facts: { file: file.name, sha256: file.sha256, imported, known, ...(doubtful === 0 ? {} : { doubtful }) },
    });
    store.changed({ kind: 'bankLines' });
  });
  return done;
}

/** A file that holds one statement twice holds it once. */
function withoutRepeats(statements: readonly FiledStatement[]): FiledStatement[] {
  const seen = new Map<string, FiledStatement[]>();
  return statements.filter((each) => {
    const { account, currency, format, from, to, openingMinor, closingMinor, sequence } = each;
    const key = [account, currency, format, from, to, String(openingMinor), String(closingMinor), sequence].join('\n');
    const equals = seen.get(key) ?? [];
    seen.set(key, [...equals, each]);
    return openingMinor === null || !equals.some(({ lines }) => lines.map(printOf).join() === each.lines.map(printOf).join());
  });
}

async function importOfAccount(
  store: Store,
  file: StatementFile,
  statements: readonly FiledStatement[],
  changes: LineChanges,
  done: LinesImported,
): Promise<void> {
  // An earlier part of the file may be of this account in another format.
  await changes.flush();
  const account = store.commit('statement begun', () => accountOf(store, statements[0]!));
  const before = stretches(store).all({ account });
  const lines: FiledLine[] = [];
  for (const { lines: inside, ...head } of statements) {
    const statementId = changes.begin({ ...head, account, fileName: file.name, fileSha256: file.sha256 });
    const about = {
      ...{ statement: statementId, unchecked: head.openingMinor === null, after: endingAt(head, before) },
      isSame: (other: Stretch) => isSameStretch(other, head),
    };
    for (const line of inside) {
      await changes.pause();
      if (line.announced) done.announced += 1;
      else lines.push({ line, print: printOf(line), ...about });
    }
  }
  const sealed = sealedDays(before);
  const byId = new Map(before.map((each) => [each.id, each]));
  for (const [day, filed] of Map.groupBy(lines, ({ line }) => line.bookedOn)) {
    const known = ofDay(store).all({ day, account });
    const { added, pairs } = compareDay(filed, known, { stretches: byId, sealed: sealed(day), format: statements[0]!.format });
    for (const { line, print, nth, doubt, statement: of } of added) {
      await changes.pause();
      changes.insert({ account, statement: of, print, nth, doubt, ...contentOf(line) });
    }
    for (const { line, known: row } of pairs) changes.enrich(row, line);
    done.imported += added.length;
    done.doubtful += added.filter(({ doubt }) => doubt !== null).length;
    done.known += filed.length - added.length;
  }
}

const contentOf = ({ announced: _, ...content }: StatementLine) => content;

/** Hashes the content of a line without the bank's own references, which banks repeat and change. */
export function printOf({ bookedOn, valueOn, minor, currency, payerAccount, endToEnd, text }: StatementLine): string {
  const plain = text.toLowerCase().replace(/\s+/g, '');
  return hash('sha256', JSON.stringify([bookedOn, valueOn, String(minor), currency, payerAccount, endToEnd, plain]), 'hex');
}
