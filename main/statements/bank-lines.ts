import { and, eq, isNotNull, notInArray, sql } from 'drizzle-orm';
import { appendAudit } from '#main/audit/audit.ts';
import { fixed, param, insertInto, prepared, selectFrom, updateIn } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { record } from '#main/storage/schema/records.ts';
import { bankAccount, bankLine, lineUse } from '#main/storage/schema/statements.ts';
import type { RunResult } from '#main/storage/driver.ts';
import type { Store } from '#main/storage/store.ts';
import type { BankAccountView } from '#shared/contract/views/statement-views.ts';
import type { JsonObject } from '#shared/json/json.ts';

const insertUse = insertInto(lineUse);

/** Binds a payment to its line in the current transaction. A trigger rejects more than the line's amount. */
export function useLine(store: Store, use: { line: number; editId: string; minor: bigint }): void {
  insertUse(store).run(use);
}

const ofEdit = prepared((db) =>
  db
    .select({
      ...{ id: bankLine.id, bookedOn: bankLine.bookedOn, currency: bankLine.currency, payer: bankLine.payer, text: bankLine.text },
      minor: asBigint(bankLine.minor),
    })
    .from(lineUse)
    .innerJoin(bankLine, eq(bankLine.id, lineUse.line))
    .where(eq(lineUse.editId, param('editId'))),
);

/** The lines that a payment was drafted from. */
export const linesOfEdit = (store: Store, editId: string) => ofEdit(store).all({ editId });

const livingOnLine = and(eq(lineUse.line, param('line')), fixed(notInArray(outbox.state, ['superseded', 'discarded'])));
const paid = prepared((db) =>
  db
    .select({ title: record.title })
    .from(lineUse)
    .innerJoin(outbox, eq(outbox.id, lineUse.editId))
    .innerJoin(record, and(eq(record.kind, outbox.recordKind), eq(record.recordId, outbox.recordId)))
    .where(livingOnLine),
);

/** The invoices of a line's living payments. */
export const paymentsOfLine = (store: Store, line: number) => paid(store).all({ line });

const usesOfEdit = prepared((db) =>
  db
    .select({ line: lineUse.line, used: asBigint(lineUse.minor), minor: asBigint(bankLine.minor) })
    .from(lineUse)
    .innerJoin(bankLine, eq(bankLine.id, lineUse.line))
    .where(eq(lineUse.editId, param('editId'))),
);
const livingOfLine = prepared((db) =>
  db
    .select({ editId: lineUse.editId, used: asBigint(lineUse.minor) })
    .from(lineUse)
    .innerJoin(outbox, eq(outbox.id, lineUse.editId))
    .where(livingOnLine),
);

/** True when the lines of closed payments have enough left for them to come back while others are closed. */
export function linesReach(store: Store, back: readonly { id: string }[], closing: readonly { id: string }[]): boolean {
  const moved = new Set([...back, ...closing].map(({ id }) => id));
  const rests = new Map<number, bigint>();
  for (const editId of new Set(back.map(({ id }) => id)))
    for (const { line, used, minor } of usesOfEdit(store).all({ editId })) {
      const living = livingOfLine(store).all({ line });
      const others = living.filter((use) => !moved.has(use.editId));
      const before = rests.get(line) ?? others.reduce((rest, use) => rest - use.used, minor);
      rests.set(line, before - used);
    }
  return [...rests.values()].every((rest) => rest >= 0n);
}

const accounts = selectFrom(bankAccount, {
  fields: {
    ...{ id: bankAccount.id, account: bankAccount.account, currency: bankAccount.currency, bankAccountId: bankAccount.bankAccountId },
    evidenceOnly: bankAccount.evidenceOnly,
    from: sql<string>`(SELECT ifnull(min(nullif(from_day, '')), '') FROM statement WHERE statement.account = ${bankAccount}.id AND whole)`,
    to: sql<string>`(SELECT ifnull(max(to_day), '') FROM statement WHERE statement.account = ${bankAccount}.id AND whole)`,
  },
  where: sql`EXISTS (SELECT 1 FROM statement WHERE statement.account = ${bankAccount}.id AND whole)`,
  order: bankAccount.id,
});
export const bankAccounts = (store: Store): BankAccountView[] => accounts(store).all();

/** Commits a user's word on an account or a line and writes it to the audit log; false where there is no such row. */
const say = (store: Store, what: string, facts: JsonObject, write: () => RunResult): boolean =>
  store.commit(what, () => {
    if (write().changes === 0) return false;
    appendAudit(store, { what, editId: null, record: null, facts });
    store.changed({ kind: 'bankLines' });
    return true;
  });

const isAccount = eq(bankAccount.id, param('id'));
const confirmed = updateIn(bankAccount, isAccount, 'bankAccountId');
const recordedAt = updateIn(bankAccount, isAccount, 'evidenceOnly');
const aside = updateIn(bankLine, eq(bankLine.id, param('id')), 'putAside');
const undoubted = prepared((db) =>
  db
    .update(bankLine)
    .set({ doubt: null })
    .where(and(eq(bankLine.id, param('id')), isNotNull(bankLine.doubt))),
);

/** Stores the service's bank account that a user confirmed for an account; false for an unknown account. */
export const confirmAccount = (store: Store, id: number, bankAccountId: string): boolean =>
  say(store, 'bankAccountConfirmed', { account: id, bankAccountId }, () => confirmed(store).run({ id, bankAccountId }));

/** Stores whether another installation records an account's receipts; false for an unknown account. */
export const setEvidenceOnly = (store: Store, id: number, evidenceOnly: boolean): boolean =>
  say(store, 'bankAccountAssigned', { account: id, evidenceOnly }, () => recordedAt(store).run({ id, evidenceOnly }));

const elsewhere = prepared((db) =>
  db
    .select({ id: bankAccount.id })
    .from(lineUse)
    .innerJoin(bankLine, eq(bankLine.id, lineUse.line))
    .innerJoin(bankAccount, and(eq(bankAccount.id, bankLine.account), fixed(eq(bankAccount.evidenceOnly, true))))
    .where(eq(lineUse.editId, param('editId'))),
);

/** True for a payment of a line whose receipts another installation records by now. */
export const isRecordedElsewhere = (store: Store, editId: string): boolean => elsewhere(store).get({ editId }) !== undefined;

/** Assigns the accounts as a company's policy says: its own are recorded here, every other is evidence only. */
export function assignAccounts(store: Store, recordedHere: readonly string[]): void {
  for (const { id, account, evidenceOnly } of bankAccounts(store))
    if (evidenceOnly === recordedHere.includes(account)) setEvidenceOnly(store, id, !evidenceOnly);
}

/** Sets a line aside with a reason, or returns it with null; false for an unknown line. */
export const putAside = (store: Store, id: number, reason: string | null): boolean =>
  say(store, 'linePutAside', { line: id, reason }, () => aside(store).run({ id, putAside: reason }));

/** Keeps a doubtful line as a user says: it is one of its own. False for an unknown line and for one without a doubt. */
export const keepLine = (store: Store, id: number): boolean => say(store, 'lineKept', { line: id }, () => undoubted(store).run({ id }));
