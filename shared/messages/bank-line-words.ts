import type { BankLineState } from '#shared/statements/line-state.ts';

/** The state of a bank line, for the page and its export. */
export const lineStateWords: Record<BankLineState, string> = {
  open: 'Open',
  drafted: 'Drafted',
  recorded: 'Recorded',
  putAside: 'Put aside',
  out: 'Not for an invoice',
};

/** "DE89 … 3000": enough to tell a company's accounts apart. */
export const shortAccount = (account: string): string => (account.length > 12 ? `${account.slice(0, 4)} … ${account.slice(-4)}` : account);
