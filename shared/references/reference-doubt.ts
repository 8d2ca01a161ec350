import { columnTables } from '#shared/columns/columns.ts';
import type { ReferenceName } from '#shared/contract/views/names-views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { isForeign } from './account-group.ts';
import type { ReferenceKind, ReferenceRef } from './reference-kind.ts';
import { calledInText, referenceWords } from './reference-words.ts';

/** Why a user should look again at a reference that an edit sets. */
export type ReferenceDoubt =
  /** A bank account in another currency than the invoice's. */
  | { kind: 'otherCurrency'; account: ReferenceName; currency: string }
  | { kind: 'notInUse'; is: ReferenceName }
  /** An id of another kind of thing than the field refers to. */
  | { kind: 'otherKind'; refers: ReferenceKind; is: ReferenceName }
  | { kind: 'recordId'; refers: ReferenceKind; is: RecordKind }
  | { kind: 'neverSeen'; refers: ReferenceKind; id: string };

/** The known facts of an id: its names in the directory, of any kind, and the record with this id. */
export interface KnownOfId {
  names: readonly ReferenceName[];
  record: RecordKind | null;
}

/**
 * The one rule for a reference that is entered and for one under review; null when nothing speaks against it. `currency` is the one that a bank
 * account should have; null where any will do.
 */
export function doubtOf({ kind: refers, id }: ReferenceRef, { names, record }: KnownOfId, currency: string | null): ReferenceDoubt | null {
  const own = names.find(({ kind }) => kind === refers);
  if (own) {
    if (refers === 'bankAccount' && currency !== null && isForeign(own.currency, currency))
      return { kind: 'otherCurrency', account: own, currency };
    return own.inUse ? null : { kind: 'notInUse', is: own };
  }
  const [other] = names;
  if (other) return { kind: 'otherKind', refers, is: other };
  return record === null ? { kind: 'neverSeen', refers, id } : { kind: 'recordId', refers, is: record };
}

const word = (kind: ReferenceKind): string => referenceWords[kind].one.toLowerCase();

export function sentenceOfDoubt(doubt: ReferenceDoubt): string {
  switch (doubt.kind) {
    case 'otherCurrency':
      return `${calledInText(doubt.account) ?? 'This account'} is a ${doubt.account.currency ?? ''} account, and the invoice is in ${doubt.currency}.`;
    case 'notInUse':
      return `${calledInText(doubt.is) ?? `This ${word(doubt.is.kind)}`} is marked as not in use any more.`;
    case 'otherKind':
      return `This is the ${word(doubt.is.kind)} ${calledInText(doubt.is) ?? 'of another field'}, not a ${word(doubt.refers)}.`;
    case 'recordId':
      return `This is the id of a record (${columnTables[doubt.is].word.toLowerCase()}), not of a ${word(doubt.refers)}.`;
    case 'neverSeen':
      return `This ${word(doubt.refers)} was never seen on this laptop before. Compare it once more.`;
  }
}
