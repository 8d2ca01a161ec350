import { t } from '#shared/messages/t.ts';
import { inSentence } from '#shared/values/language.ts';
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

const word = (kind: ReferenceKind): string => inSentence(referenceWords[kind].one);

export function sentenceOfDoubt(doubt: ReferenceDoubt): string {
  switch (doubt.kind) {
    case 'otherCurrency': {
      const account = calledInText(doubt.account);
      const said = { own: doubt.account.currency ?? '', currency: doubt.currency };
      return account === null
        ? t('references.doubt.otherCurrency.unnamed', said)
        : t('references.doubt.otherCurrency', { ...said, account });
    }
    case 'notInUse': {
      const name = calledInText(doubt.is);
      return name === null
        ? t('references.doubt.notInUse.unnamed', { kind: word(doubt.is.kind) })
        : t('references.doubt.notInUse', { name });
    }
    case 'otherKind': {
      const name = calledInText(doubt.is);
      const said = { kind: word(doubt.is.kind), wanted: word(doubt.refers) };
      return name === null ? t('references.doubt.otherKind.unnamed', said) : t('references.doubt.otherKind', { ...said, name });
    }
    case 'recordId':
      return t('references.doubt.recordId', { record: inSentence(t(`kinds.one.${doubt.is}`)), wanted: word(doubt.refers) });
    case 'neverSeen':
      return t('references.doubt.neverSeen', { kind: word(doubt.refers) });
  }
}
