const reading = ['readExpenses', 'readCardTransactions', 'readInvoices', 'readDocuments', 'readVendors'] as const;
const bookkeeping = [...reading, 'writeExpenses', 'comment', 'writeCardTransactions', 'writeInvoices', 'recordPayments'] as const;
const everything = [...bookkeeping, 'writeVendors'] as const;

/** Actions that a role may allow. The specification says that roles decide, not which; this table is the sandbox's. */
export type Action = (typeof everything)[number];

/** The sandbox's roles, from the widest to the narrowest. */
export const roles: Readonly<Record<string, readonly Action[]>> = {
  admin: everything,
  bookkeeper: bookkeeping,
  purchaser: [...reading, 'comment', 'writeVendors'],
  employee: ['readExpenses', 'writeExpenses', 'comment'],
  reader: reading,
};

/** True when any of the caller's roles allows the action. */
export function allows(callerRoles: readonly string[], action: Action): boolean {
  return callerRoles.some((role) => Object.hasOwn(roles, role) && roles[role]?.includes(action) === true);
}
