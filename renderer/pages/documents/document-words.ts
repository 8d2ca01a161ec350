import { listOf } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import type { DocumentReading, DocumentView } from '#shared/contract/views/library-views.ts';
import { formatDate } from '#shared/values/dates.ts';
import { problemOf } from '#shared/messages/files/document-problem.ts';
import { fileNameFrom } from '#shared/values/file-name.ts';
import { formatAmount } from '#shared/values/money.ts';

/** The name that stands in for none: it says nothing that the page does not say. */
const standIn = /^purchase-invoice-[0-9a-f]{8}\.pdf$/;

/** The title of a document: by the user, by its own first words, by its file; null without any. */
export function nameOf({ called, reading, name }: DocumentView): string | null {
  return called ?? reading?.title ?? (standIn.test(name) ? null : name.replace(/\.pdf$/i, ''));
}

/** The same, or the beginning of its identifier. */
export const titleOf = (document: DocumentView): string =>
  nameOf(document) ?? t('documents.titleOf', { id: document.recordId.slice(0, 8) });

const pictures: readonly (string | null)[] = ['png', 'jpg', 'tif', 'gif'];

/** The file name when the user saves it: by the person's word for it, by the file's own name, by its first words. A picture has its own ending. */
export function fileNameOf(document: DocumentView): string {
  const called = document.called ?? (standIn.test(document.name) ? titleOf(document) : null);
  const name = called === null ? document.name : `${fileNameFrom(called) || t('documents.invoice')}.pdf`;
  return pictures.includes(document.detail) ? name.replace(/\.pdf$/, `.${document.detail}`) : name;
}

/** Why a document is not drawn, and the next step; null where it is drawn. */
export function troubleOf({ detail }: DocumentView): { title: string; message: string } | null {
  const problem = problemOf(detail);
  switch (problem) {
    case null:
      return null;
    case 'png':
    case 'jpg':
    case 'tif':
    case 'gif':
      return { title: t('documents.trouble.picture'), message: t('documents.trouble.elsewhere') };
    case 'notPdf':
    case 'webPage':
    case 'archive':
      return { title: t(`documents.trouble.${problem}`), message: t('documents.trouble.elsewhere') };
    case 'takesTooLong':
    case 'needsTooMuchMemory':
      return { title: t('documents.trouble.heavy'), message: t('documents.trouble.heavy.text') };
    case 'protected':
    case 'damaged':
    case 'empty':
    case 'tooLarge':
    case 'quota':
      return { title: t(`documents.trouble.${problem}`), message: t(`documents.trouble.${problem}.text`) };
  }
}

/** "2 pages, number 2026-4471, due 30 Nov 2026, total 4,820.00 EUR": as read from the document, never facts. */
export function readingWords({ pages, number, due, totalMinor, currency }: DocumentReading, locale: string): string {
  const parts = [
    t('documents.read.pages', { count: pages }),
    number === null ? '' : t('documents.read.number', { number }),
    due === null ? '' : t('documents.read.due', { date: formatDate(due) }),
    totalMinor === null ? '' : t('documents.read.total', { amount: formatAmount(totalMinor, currency, locale) }),
  ];
  return listOf(parts.filter((part) => part !== ''));
}
