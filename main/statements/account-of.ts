import { eq } from 'drizzle-orm';
import { insertInto, param, selectFrom, updateIn } from '#main/storage/prepared.ts';
import { bankAccount } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import { isIban } from '#shared/bank-number.ts';
import type { Statement } from '#shared/statements/statement.ts';

const insertAccount = insertInto(bankAccount);
const ofCurrency = selectFrom(bankAccount, {
  fields: { id: bankAccount.id, account: bankAccount.account, bank: bankAccount.bank },
  where: eq(bankAccount.currency, param('currency')),
});
const named = updateIn(bankAccount, eq(bankAccount.id, param('id')), 'account', 'bank');

type Number = Pick<Statement, 'account' | 'bank'>;

/** Tells whether an IBAN is a bank's own number: the bank's code, then the account with leading zeros. */
function isNumberOf(iban: string, { account, bank }: Number): boolean {
  const [code, rest] = [bank.replace(/\D/g, ''), iban.slice(4)];
  return (
    isIban(iban) &&
    code.length >= 3 &&
    rest.startsWith(code) &&
    rest.slice(code.length) === account.padStart(rest.length - code.length, '0')
  );
}

/** The account of a statement by its IBAN or its bank's own number; a new one where none is known. An IBAN replaces the bank's own number. */
export function accountOf(store: Store, { account, bank, currency }: Pick<Statement, 'account' | 'bank' | 'currency'>): number {
  const known = ofCurrency(store).all({ currency });
  const found = known.find((each) => each.account === account) ?? known.find((each) => isNumberOf(each.account, { account, bank }));
  if (found) return found.id;
  const shorter = known.find((each) => isNumberOf(account, each));
  if (!shorter) return Number(insertAccount(store).run({ account, currency, bank, evidenceOnly: false }).lastInsertRowid);
  named(store).run({ id: shorter.id, account, bank });
  return shorter.id;
}
