import { askedColumn } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** Names that a query knows beside a kind's columns. */
export const otherFields = ['has', 'pack'] as const;

export const isOtherField = (name: string): boolean => otherFields.some((other) => other === name);

/** True when queries of this kind have a field of this name. */
export const isField = (kind: RecordKind, name: string): boolean => isOtherField(name) || askedColumn(kind, name) !== undefined;
