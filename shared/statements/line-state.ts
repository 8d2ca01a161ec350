export const bankLineStates = ['open', 'drafted', 'recorded', 'putAside', 'out'] as const;
export type BankLineState = (typeof bankLineStates)[number];

/** The states in a query (docs/query.md), in every language. */
export const lineStateTerms: Record<BankLineState, string> = {
  open: 'open',
  drafted: 'drafted',
  recorded: 'recorded',
  putAside: 'put aside',
  out: 'not for an invoice',
};

/**
 * Reasons why a line may be no line of its own: `twin`, an equal line came in the statement just before; `batch`, its sum is there as a batch or in parts;
 * `maybeSame`, another file has a line of that day and amount with other details; `sealed`, the balances of its day leave no room for it.
 */
export const lineDoubts = ['twin', 'batch', 'maybeSame', 'sealed'] as const;
export type LineDoubt = (typeof lineDoubts)[number];
