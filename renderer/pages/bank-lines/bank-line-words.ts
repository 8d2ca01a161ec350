import type { CandidateView, StatementImport } from '#shared/contract/views/statement-views.ts';
import type { LineDoubt } from '#shared/statements/line-state.ts';
import type { MatchReason } from '#shared/statements/match-types.ts';
import type { StatementRefusal } from '#shared/statements/statement.ts';

const reasons: Record<MatchReason, string> = {
  numberAndSum: 'The invoice is named, and it is exactly what is open.',
  shortNumberAndSum: 'The end of the invoice’s number is in the text, and it is exactly what is open.',
  payerAndSum: 'This account has paid for the customer before, and only this invoice has this sum.',
  numberOtherPayer: 'The invoice is named and the sum fits, but the payer’s name doesn’t.',
  numberUnknownBeside: 'The invoice is named and the sum fits, but the text names another one that isn’t on this laptop.',
  numberTogether: 'One is named, and with the payer’s other invoices it is exactly this sum.',
  numberLess: 'The invoice is named, and less than what is open came. The rest stays open.',
  numberMore: 'The invoice is named, and more than what is open came. The rest stays on the line.',
  numbersLess: 'The invoices are named, and less than their sum came. The last one stays open in part.',
  numberMistyped: 'The number in the text is one slip away from this invoice’s, and the sum fits.',
  payerSameSums: 'Same payer, same sum. It isn’t named in the text.',
  payerTogether: 'Together exactly this sum, and the payer fits. Neither is named in the text.',
  sumAlone: 'Same sum. Neither the payer nor the text fits.',
  chosen: 'Chosen by you.',
};

/** The reason why a line may pay these invoices. */
export const reasonOf = ({ why }: CandidateView): string => reasons[why];

const doubts: Record<LineDoubt, string> = {
  twin: 'The same line came in the statement just before. By the balances it is another one.',
  batch: 'Its sum is there twice: as a batch and in parts.',
  maybeSame: 'Another file has a line of this day and sum with other details.',
  sealed: 'The balances of this day leave no room for this line.',
};

/** The reason why a line may be no line of its own. */
export const doubtWords = (doubt: LineDoubt): string => doubts[doubt];

/** The sentence about invoices that are too many to ask about. */
export const tiedWords = (count: number): string =>
  `${count} open invoices of this payer have exactly this sum, and the text names none. Choose one:`;

/** A text in parts, with the figures marked that the candidates' numbers end with. */
export function markedText(text: string, candidates: readonly CandidateView[]): { text: string; marked: boolean }[] {
  const numbers = candidates.flatMap(({ uses }) => uses.map(({ number }) => number.replace(/\D/g, '')));
  const named = (part: string) => /^\d{3,}$/.test(part) && numbers.some((number) => number.endsWith(part.replace(/^0+/, '')));
  return text.split(/(\d{3,})/).map((part) => ({ text: part, marked: named(part) }));
}

const refusals: Record<StatementRefusal['why'], (where: string) => string> = {
  notStatement: () =>
    'It is no statement that Layover reads: camt.052, .053, .054, MT940, MT942, OFX, or a bank’s CSV or Excel list. Ask the bank for one of these.',
  unreadable: (where) => `It cannot be read: ${where}. Download it from the bank again.`,
  tooLarge: (where) => `It is too large: ${where}. Download a shorter period.`,
  nestedTooDeep: () => 'It is built in a way that no bank uses. Download it from the bank again.',
  doctype: () => 'It holds a DOCTYPE, which no statement needs. Download it from the bank again.',
  badAmount: (where) => `An amount cannot be read exactly (${where}). Ask the bank for a correct file.`,
  badDate: (where) => `A date cannot be read (${where}). Ask the bank for a correct file.`,
  noAccount: (where) => `It does not say which account it is of (${where}). Ask the bank for a complete file.`,
  noCurrency: (where) => `It does not say in which currency it is (${where}). Add a column with it, or ask the bank for camt or MT940.`,
  otherCurrency: (where) => `A line has another currency than its account (${where}). Ask the bank for a correct file.`,
  sumDiffers: (where) => `Its lines do not sum to its balances (${where}). Download the whole statement again.`,
};

export interface ImportWords {
  message: string;
  differenceMinor: bigint | null;
  currency: string | null;
}

/** The sentence about a refused file. */
export const refusalWords = ({ why, where, differenceMinor, currency }: StatementRefusal): ImportWords => ({
  message: refusals[why](where),
  differenceMinor,
  currency,
});

const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`;

/** The notice after drafting. */
export const draftedWords = (count: number): string =>
  `${count} ${count === 1 ? 'payment' : 'payments'} drafted. Review and send in Outbox.`;

/** "150 lines imported, 12 were here already." */
export function importedWords({ imported, doubtful, known, announced }: Extract<StatementImport, { ok: true }>): string {
  const parts = [
    `${lines(imported)} imported`,
    doubtful > 0 ? `${doubtful} of them to check` : '',
    known > 0 ? `${known} ${known === 1 ? 'was' : 'were'} here already` : '',
    announced > 0 ? `${announced} only announced` : '',
  ];
  return `${parts.filter(Boolean).join(', ')}. Nothing was sent.`;
}
