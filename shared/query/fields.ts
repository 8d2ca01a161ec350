import { askedColumn, type ListKind } from '#shared/columns/columns.ts';

/** Names that a query knows beside a list's columns. No trip pack holds bank lines. */
export const otherFields = (kind: ListKind): readonly string[] => (kind === 'bankLine' ? ['has'] : ['has', 'pack']);

export const isOtherField = (kind: ListKind, name: string): boolean => otherFields(kind).some((other) => other === name);

/** True when queries over this list have a field of this name. */
export const isField = (kind: ListKind, name: string): boolean => isOtherField(kind, name) || askedColumn(kind, name) !== undefined;
