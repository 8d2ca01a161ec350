export const bankLineStates = ['open', 'drafted', 'recorded', 'putAside', 'out'] as const;
export type BankLineState = (typeof bankLineStates)[number];
