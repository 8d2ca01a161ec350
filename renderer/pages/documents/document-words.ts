import { formatCount } from '#renderer/state/format-count.ts';
import type { DocumentReading, DocumentView } from '#shared/contract/views/library-views.ts';
import { formatDate } from '#shared/values/dates.ts';
import { fileNameFrom } from '#shared/values/file-name.ts';
import { formatAmount } from '#shared/values/money.ts';

/** The name that stands in for none: it says nothing that the page does not say. */
const standIn = /^purchase-invoice-[0-9a-f]{8}\.pdf$/;

/** The title of a document: by the user, by its own first words, by its file; null without any. */
export function nameOf({ called, reading, name }: DocumentView): string | null {
  return called ?? reading?.title ?? (standIn.test(name) ? null : name.replace(/\.pdf$/i, ''));
}

/** The same, or the beginning of its identifier. */
export const titleOf = (document: DocumentView): string => nameOf(document) ?? `Purchase invoice ${document.recordId.slice(0, 8)}`;

/** The file name when the user saves it: by the person's word for it, by the file's own name, by its first words. */
export function fileNameOf(document: DocumentView): string {
  const called = document.called ?? (standIn.test(document.name) ? titleOf(document) : null);
  return called === null ? document.name : `${fileNameFrom(called) || 'Purchase invoice'}.pdf`;
}

/** "2 pages, number 2026-4471, due 30 Nov 2026, total 4,820.00 EUR": as read from the document, never facts. */
export function readingWords({ pages, number, due, totalMinor, currency }: DocumentReading, locale: string): string {
  const parts = [
    `${formatCount(pages)} ${pages === 1 ? 'page' : 'pages'}`,
    number === null ? '' : `number ${number}`,
    due === null ? '' : `due ${formatDate(due)}`,
    totalMinor === null ? '' : `total ${formatAmount(totalMinor, currency, locale)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
