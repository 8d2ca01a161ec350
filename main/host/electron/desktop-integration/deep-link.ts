import { recordKinds, type RecordKind, type RecordRef } from '#shared/records/record-kind.ts';
import type { OpenedFile } from '#main/app/opened-file.ts';
import { connectionExtension } from '#shared/files/connection-name.ts';
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

/** The most characters of a connection link; a file holds more certificates. */
const mostOfLink = 8_000;

/**
 * The connection file that a `layover://connect/<base64url>` address carries, or null. It only fills in a form: the window refuses
 * secrets and unknown keys in it as in any such file, names the host, and connects to nothing before the user does.
 */
export function parseConnectionLink(text: string): OpenedFile | null {
  const [, content] = (text.length <= mostOfLink && /^layover:\/\/connect\/([\w-]+)\/?$/i.exec(text)) || [];
  return content === undefined ? null : { name: `link${connectionExtension}`, file: new Blob([Buffer.from(content, 'base64url')]) };
}

/** The first deep link among a program's arguments: how Windows and Linux hand one over. */
export function deepLinkIn(argv: readonly string[]): RecordRef | null {
  return argv.map(parseDeepLink).find((ref) => ref !== null) ?? null;
}
