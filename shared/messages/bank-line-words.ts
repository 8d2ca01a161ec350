import { texts } from './t.ts';
import type { BankLineState } from '#shared/statements/line-state.ts';

/** The state of a bank line, for the page and its export. */
export const lineStateWords: Readonly<Record<BankLineState, string>> = texts<BankLineState>({
  open: 'states.line.open',
  drafted: 'states.line.drafted',
  recorded: 'states.line.recorded',
  putAside: 'states.line.putAside',
  out: 'states.line.out',
});

/** "DE89 … 3000": enough to tell a company's accounts apart. */
export const shortAccount = (account: string): string => (account.length > 12 ? `${account.slice(0, 4)} … ${account.slice(-4)}` : account);
