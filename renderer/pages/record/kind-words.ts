import { t } from '#shared/messages/t.ts';
import type { ListKind } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** "expenses", "bank lines". */
export const listWords = (kind: ListKind): string => t('kinds.list', { kind });

/** "1 expense", "40 expenses". */
export const countOf = (kind: RecordKind, count: number): string => t('kinds.count', { kind, count });
