import { hash } from 'node:crypto';
import { and, eq, max } from 'drizzle-orm';
import { appendAudit } from '#main/audit/audit.ts';
import { param, insertInto, insertNew, prepared } from '#main/storage/prepared.ts';
import { bankAccount, bankLine, statement } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import type { Statement, StatementFormat, StatementLine } from '#shared/statements/statement.ts';

/** A parsed file of statements. */
export interface StatementFile {
  name: string;
  sha256: string;
  format: StatementFormat;
  statements: Statement[];
}

export interface LinesImported {
  /** New lines. */
  imported: number;
  known: number;
  /** Announced lines, which are not stored. */
  announced: number;
}

const insertAccount = insertNew(bankAccount);
const insertStatement = insertInto(statement);
const insertLine = insertNew(bankLine);
const accountOf = prepared((db) =>
  db
    .select({ id: bankAccount.id })
    .from(bankAccount)
    .where(and(eq(bankAccount.account, param('account')), eq(bankAccount.currency, param('currency')))),
);
const newestStatement = prepared((db) => db.select({ id: max(statement.id) }).from(statement));

/**
 * Stores a file's lines in one commit. A line's content and its count among equals identify it: a file with n equal lines, of which m are known,
 * adds max(0, n − m). So the same file again, overlapping and split files converge, and twins of one day survive.
 */
export function importLines(store: Store, file: StatementFile): LinesImported {
  return store.commit('statement imported', () => {
    const done: LinesImported = { imported: 0, known: 0, announced: 0 };
    const counts = new Map<string, number>();
    for (const each of file.statements) takeStatement(store, file, each, counts, done);
    const { imported, known } = done;
    appendAudit(store, {
      ...{ what: 'statementImported', editId: null, record: null },
      facts: { file: file.name, sha256: file.sha256, imported, known },
    });
    store.changed({ kind: 'bankLines' });
    return done;
  });
}

function takeStatement(store: Store, file: StatementFile, each: Statement, counts: Map<string, number>, done: LinesImported): void {
  insertAccount(store).run({ account: each.account, currency: each.currency, bank: each.bank });
  const account = accountOf(store).get({ account: each.account, currency: each.currency })?.id ?? 0;
  insertStatement(store).run({
    ...{ account, fileName: file.name, fileSha256: file.sha256, format: file.format, from: each.from, to: each.to },
    ...{ openingMinor: each.openingMinor, closingMinor: each.closingMinor, sequence: each.sequence, importedAt: store.world.now() },
  });
  const statementId = newestStatement(store).get()?.id ?? 0;
  for (const line of each.lines) {
    if (line.announced) {
      done.announced += 1;
      continue;
    }
    const print = printOf(line);
    const nth = (counts.get(`${account} ${print}`) ?? 0) + 1;
    counts.set(`${account} ${print}`, nth);
    const { announced: _, ...says } = line;
    const { changes } = insertLine(store).run({ account, statement: statementId, print, nth, ...says });
    if (changes > 0) done.imported += 1;
    else done.known += 1;
  }
}

/** Hashes the content of a line without the bank's own references, which banks repeat and change. */
export function printOf({ bookedOn, valueOn, minor, currency, payerAccount, endToEnd, text }: StatementLine): string {
  const plain = text.toLowerCase().replace(/\s+/g, '');
  return hash('sha256', JSON.stringify([bookedOn, valueOn, String(minor), currency, payerAccount, endToEnd, plain]), 'hex');
}
