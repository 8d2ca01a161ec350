import { recordKinds, type RecordKind, type RecordRef } from '#shared/records/record-kind.ts';
import { isUuid } from '#shared/values/uuid.ts';

export const linkScheme = 'layover';

const names: Record<string, RecordKind> = {
  expense: 'expense',
  vendor: 'vendor',
  invoice: 'invoiceReceivable',
  'card-transaction': 'cardTransaction',
  'purchase-invoice': 'invoicePayable',
};

/**
 * The record that a `layover://expense/<uuid>` address names, or null. A link only ever names what to show: anything more in it (a query,
 * a fragment, a user, a port, another path) makes it no link at all.
 */
export function parseDeepLink(text: string): RecordRef | null {
  const match = /^layover:\/\/([a-z-]{1,32})\/([0-9a-f-]{36})\/?$/i.exec(text);
  const kind = names[match?.[1]?.toLowerCase() ?? ''];
  const id = match?.[2];
  return kind && recordKinds.includes(kind) && id !== undefined && isUuid(id) ? { kind, id: id.toLowerCase() } : null;
}

/** The first deep link among a program's arguments: how Windows and Linux hand one over. */
export function deepLinkIn(argv: readonly string[]): RecordRef | null {
  return argv.map(parseDeepLink).find((ref) => ref !== null) ?? null;
}
