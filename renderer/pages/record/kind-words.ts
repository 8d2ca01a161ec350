import { t } from '#shared/messages/t.ts';
import type { ListKind } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

const wordsOf = (kind: RecordKind) => ({
  get one() {
    return t(`kinds.one.${kind}`);
  },
  get many() {
    return t(`kinds.many.${kind}`);
  },
});

/** Singular and plural names of record kinds. */
export const kindWords: Record<RecordKind, { readonly one: string; readonly many: string }> = {
  expense: wordsOf('expense'),
  invoiceReceivable: wordsOf('invoiceReceivable'),
  cardTransaction: wordsOf('cardTransaction'),
  vendor: wordsOf('vendor'),
  invoicePayable: wordsOf('invoicePayable'),
};

/** "expenses", "bank lines". */
export const listWords = (kind: ListKind): string => t('kinds.list', { kind });

/** "1 expense", "40 expenses". */
export const countOf = (kind: RecordKind, count: number): string => t('kinds.count', { kind, count });
