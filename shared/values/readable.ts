import type { ListKind } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { t } from '#shared/messages/t.ts';

/** States and kinds that the service is known to name; others pass through ("Versioning"). */
const known = [
  ...([
    'DRAFT',
    'IN_DRAFT',
    'CREATED',
    'SUBMITTED_FOR_REVIEW',
    'CANCELLED',
    'OPEN',
    'OPEN_IN_PROGRESS',
    'PAYMENT_PENDING',
    'PARTIALLY_PAID',
  ] as const),
  ...(['PAID', 'REVERSED', 'ARCHIVED', 'AUTHORIZED', 'SETTLED', 'ACTIVE', 'IN_REVIEW', 'APPROVED', 'BLOCKED', 'DEBIT', 'CREDIT'] as const),
  ...(['PERCENTAGE', 'AMOUNT', 'BANK_TRANSFER', 'DIRECT_DEBIT'] as const),
];

/**
 * An enum string of the service as people read it: `SUBMITTED_FOR_REVIEW` is "Submitted for review", `DE` stays. Unknown ones read as they are spelled.
 * In some languages a word agrees with the kind of what is in that state.
 */
export function readable(value: string, kind: RecordKind | ListKind): string {
  const word = known.find((each) => each === value);
  if (word === undefined) return spelled(value);
  return word === 'CANCELLED' ? t('records.state.CANCELLED', { kind }) : t(`records.state.${word}`);
}

/** The same in English, whatever language the user reads: queries are kept so. */
export function spelled(value: string): string {
  if (!/^[A-Z0-9_]{4,}$/.test(value)) return value;
  return capital(value.toLowerCase().replaceAll('_', ' '));
}

/** "performedDate" is "Performed date". */
export function spoken(name: string): string {
  return capital(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase());
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A record's state inside a sentence: "This invoice is partially paid". */
export function readableState(state: string | null, kind: RecordKind): string {
  if (state === null) return t('records.state.none');
  const words = readable(state, kind);
  return words === state ? state.toLowerCase() : words.charAt(0).toLowerCase() + words.slice(1);
}
