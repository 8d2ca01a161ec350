/** Actions that a role may allow. The specification says that roles decide, not which; this table is the sandbox's. */
export type Action =
  | 'readExpenses'
  | 'writeExpenses'
  | 'comment'
  | 'writeCardTransactions'
  | 'readCardTransactions'
  | 'readInvoices'
  | 'writeInvoices'
  | 'recordPayments'
  | 'readDocuments'
  | 'readVendors'
  | 'writeVendors';

const reading: readonly Action[] = ['readExpenses', 'readCardTransactions', 'readInvoices', 'readDocuments', 'readVendors'];
const bookkeeping: readonly Action[] = [...reading, 'writeExpenses', 'comment', 'writeCardTransactions', 'writeInvoices', 'recordPayments'];

/** The sandbox's roles, from the widest to the narrowest. */
export const roles: Readonly<Record<string, readonly Action[]>> = {
  admin: [...bookkeeping, 'writeVendors'],
  bookkeeper: bookkeeping,
  purchaser: [...reading, 'comment', 'writeVendors'],
  employee: ['readExpenses', 'writeExpenses', 'comment'],
  reader: reading,
};

/** True when any of the caller's roles allows the action. */
export function allows(callerRoles: readonly string[], action: Action): boolean {
  return callerRoles.some((role) => Object.hasOwn(roles, role) && roles[role]?.includes(action) === true);
}
