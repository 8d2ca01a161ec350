import { formatCount } from '#shared/values/language.ts';
import type { DocumentReading, DocumentView } from '#shared/contract/views/library-views.ts';
import { formatDate } from '#shared/values/dates.ts';
import { problemOf, type DocumentProblem } from '#shared/messages/document-problem.ts';
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

const pictures: readonly (string | null)[] = ['png', 'jpg', 'tif', 'gif'];

/** The file name when the user saves it: by the person's word for it, by the file's own name, by its first words. A picture has its own ending. */
export function fileNameOf(document: DocumentView): string {
  const called = document.called ?? (standIn.test(document.name) ? titleOf(document) : null);
  const name = called === null ? document.name : `${fileNameFrom(called) || 'Purchase invoice'}.pdf`;
  return pictures.includes(document.detail) ? name.replace(/\.pdf$/, `.${document.detail}`) : name;
}

const elsewhere = 'It is kept as it came: save it to open it with another program, or ask the vendor for a PDF.';
const heavy = 'Reading it takes more than Layover gives to one document. It is kept as it came: save it to open it with another program.';
const picture = { title: 'This file is a picture, not a PDF.', message: elsewhere };

/** The truth about a document that is not drawn, and the next step. */
const troubles: Record<DocumentProblem, { title: string; message: string }> = {
  notPdf: { title: 'This file is not a PDF.', message: elsewhere },
  webPage: { title: 'This file is a web page, not a PDF.', message: elsewhere },
  archive: { title: 'This file is an Office document or a ZIP archive, not a PDF.', message: elsewhere },
  ...{ png: picture, jpg: picture, tif: picture, gif: picture },
  protected: {
    title: 'This PDF is protected by a password.',
    message: 'It is kept as it came: save it and open it with a program that asks for the password.',
  },
  damaged: {
    title: 'This PDF is damaged: no page of it can be read.',
    message: 'It is kept as it came: save it to try another program, or ask the vendor for a new file.',
  },
  takesTooLong: { title: 'This document is too much to draw.', message: heavy },
  needsTooMuchMemory: { title: 'This document is too much to draw.', message: heavy },
  empty: { title: 'The service sent an empty file.', message: 'Nothing of it was kept. Ask the vendor for the document.' },
  tooLarge: { title: 'This document is larger than 50 MB.', message: 'That is the most that Layover keeps. Open it in the service.' },
  quota: {
    title: 'There is no room for this document.',
    message: 'Give documents more room under Settings, Storage, then fetch it again.',
  },
};

/** Why a document is not drawn, or null. */
export function troubleOf({ detail }: DocumentView): { title: string; message: string } | null {
  const problem = problemOf(detail);
  return problem === null ? null : troubles[problem];
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
