import { fileNameFrom } from '#shared/values/file-name.ts';

/** Characters of a name that are looked at; no system takes more. */
const mostSeen = 300;

/** A name to show and to offer for saving, whose ending says what it is. Never names a file here. */
export function safeDocumentName(name: string, recordId: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).slice(0, mostSeen);
  return `${fileNameFrom(last) || `purchase-invoice-${recordId.slice(0, 8)}`}.pdf`;
}

/** The name in a Content-Disposition header (RFC 6266); null when there is none or it cannot be read. */
export function dispositionName(headers: readonly (readonly [string, string])[]): string | null {
  const header = headers.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1];
  if (header === undefined) return null;
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Not percent-encoded as announced: the plain form may still be there.
    }
  }
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? /filename\s*=\s*([^;\s]+)/i.exec(header)?.[1] ?? null;
}
