import { sql } from 'drizzle-orm';
import { document, documentText } from '#main/storage/schema/documents.ts';
import { record } from '#main/storage/schema/records.ts';

/** The name of a file that came without one: it says nothing but an identifier (`safeDocumentName`). */
const standIn = 'purchase-invoice-________.pdf';

/** The title of a document: by the user, by its own first words, by its file; null without any. */
export const documentTitle = sql<string | null>`coalesce(${document.called}, ${documentText.title},
  CASE WHEN ${document.name} LIKE ${sql.raw(`'${standIn}'`)} THEN NULL WHEN ${document.name} LIKE '%.pdf'
  THEN substr(${document.name}, 1, length(${document.name}) - 4) ELSE ${document.name} END)`;

/** Asked within a query of one table, whose own columns it would take for the document's: so it is closed in itself. */
const ofDocument = sql`SELECT ${documentTitle} FROM ${document} LEFT JOIN ${documentText} ON ${documentText.sha256} = ${document.sha256}
  WHERE ${document.recordId} = ${record.recordId}`;

/** A record's title; a purchase invoice has no record of its own and is called as its document is. */
export const recordTitle = sql<string>`CASE WHEN ${record.kind} = 'invoicePayable' THEN coalesce((${ofDocument}), ${record.title}) ELSE ${record.title} END`;
