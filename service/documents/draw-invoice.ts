import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';
import { figures } from '#service/domain/currencies.ts';
import type { DocumentReference } from '#service/domain/operations/operation.ts';
import type { InvoicePayable } from '#service/domain/records/reference.ts';

const A4: [number, number] = [595.28, 841.89];
const MARGIN = 56;
const ROW = 17;
const FIRST_ROW = 560;
const FIRST_ROW_LATER_PAGES = 740;
const LAST_ROW = 130;
const ink = rgb(0.12, 0.13, 0.16);
const grey = rgb(0.45, 0.47, 0.52);
const accents = { ORIGINAL: rgb(0.62, 0.33, 0.14), GENERATED: rgb(0.05, 0.36, 0.42) };

interface Pen {
  readonly pdf: PDFDocument;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  readonly variant: DocumentReference['variant'];
  page: PDFPage;
}

/** The standard fonts know Latin letters only; anything else is written as a question mark rather than failing the document. */
function latin(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');
}

function money(minor: bigint, currency: string): string {
  return `${figures(minor, currency).replaceAll(/\B(?=(\d{3})+(\.|$))/g, ' ')} ${currency}`;
}

function write(pen: Pen, text: string, x: number, y: number, size = 10, font = pen.regular, color = ink): void {
  pen.page.drawText(latin(text), { x, y, size, font, color });
}

function writeRight(pen: Pen, text: string, right: number, y: number, size = 10, font = pen.regular): void {
  write(pen, text, right - font.widthOfTextAtSize(latin(text), size), y, size, font);
}

function line(pen: Pen, y: number): void {
  pen.page.drawLine({ start: { x: MARGIN, y }, end: { x: A4[0] - MARGIN, y }, thickness: 0.7, color: grey });
}

function head(pen: Pen, invoice: InvoicePayable): void {
  const accent = accents[pen.variant];
  pen.page.drawRectangle({ x: 0, y: A4[1] - 12, width: A4[0], height: 12, color: accent });
  write(pen, invoice.vendorName, MARGIN, 770, 18, pen.bold, accent);
  write(pen, pen.variant === 'ORIGINAL' ? 'INVOICE' : 'INVOICE (generated from its data)', MARGIN, 735, 11, pen.bold);
  const facts: [string, string][] = [
    ['Invoice number', invoice.invoiceNumber],
    ['Invoice date', invoice.invoiceDate],
    ['Due date', invoice.dueDate],
    ['Amount due', money(invoice.amount, invoice.currency)],
  ];
  for (const [index, [label, value]] of facts.entries()) {
    write(pen, label, MARGIN, 700 - index * 18, 10, pen.regular, grey);
    write(pen, value, MARGIN + 120, 700 - index * 18, 10, pen.bold);
  }
  columns(pen, FIRST_ROW + 24);
}

function columns(pen: Pen, y: number): void {
  write(pen, 'Description', MARGIN, y, 9, pen.bold, grey);
  writeRight(pen, 'Quantity', 430, y, 9, pen.bold);
  writeRight(pen, 'Amount', A4[0] - MARGIN, y, 9, pen.bold);
  line(pen, y - 7);
}

function rows(pen: Pen, invoice: InvoicePayable): number {
  let y = FIRST_ROW;
  for (const item of invoice.lines) {
    if (y < LAST_ROW) {
      pen.page = pen.pdf.addPage(A4);
      columns(pen, FIRST_ROW_LATER_PAGES + 24);
      y = FIRST_ROW_LATER_PAGES;
    }
    write(pen, item.description, MARGIN, y);
    writeRight(pen, String(item.quantity), 430, y);
    writeRight(pen, money(item.amount, invoice.currency), A4[0] - MARGIN, y);
    y -= ROW;
  }
  return y;
}

function foot(pen: Pen, invoice: InvoicePayable, y: number): void {
  const right = A4[0] - MARGIN;
  line(pen, y);
  writeRight(pen, `Net ${money(invoice.amount - invoice.taxAmount, invoice.currency)}`, right, y - 18);
  writeRight(pen, `Tax ${money(invoice.taxAmount, invoice.currency)}`, right, y - 34);
  writeRight(pen, `Total ${money(invoice.amount, invoice.currency)}`, right, y - 52, 12, pen.bold);
  const pages = pen.pdf.getPages();
  for (const [index, page] of pages.entries()) {
    const label = `${latin(invoice.vendorName)} · ${invoice.invoiceNumber} · page ${String(index + 1)} of ${String(pages.length)}`;
    page.drawText(label, { x: MARGIN, y: 40, size: 8, font: pen.regular, color: grey });
  }
}

/** Draws a purchase invoice as a PDF: the vendor's own look for ORIGINAL, the service's for GENERATED. The same bytes every time. */
export async function drawInvoice(invoice: InvoicePayable, variant: DocumentReference['variant']): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const issued = new Date(`${invoice.invoiceDate}T00:00:00Z`);
  pdf.setTitle(`Invoice ${invoice.invoiceNumber}`);
  pdf.setCreationDate(issued);
  pdf.setModificationDate(issued);
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const pen: Pen = { pdf, regular, bold, variant, page: pdf.addPage(A4) };
  head(pen, invoice);
  foot(pen, invoice, rows(pen, invoice));
  return Buffer.from(await pdf.save());
}
