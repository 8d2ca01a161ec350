import type { BankLineState } from '#shared/statements/line-state.ts';

/** The state of a bank line, for the page and its export. */
export const lineStateWords: Record<BankLineState, string> = {
  open: 'Open',
  drafted: 'Drafted',
  recorded: 'Recorded',
  putAside: 'Put aside',
  out: 'Not for an invoice',
};
