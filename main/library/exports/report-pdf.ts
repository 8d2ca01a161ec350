import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import type { Store } from '#main/cache/database/store.ts';
import { kindTitle } from '#shared/activity-words.ts';
import { editStates, type EditState } from '#shared/edit.ts';
import { wordsOfState } from '#shared/words.ts';
import { fullReport, instantText, type FullReport, type ReportLine, type TypedAmount } from './exports.ts';

const page = { width: 842, height: 595, margin: 40, line: 15 };
const ink = rgb(0.1, 0.12, 0.16);
const faint = rgb(0.4, 0.43, 0.48);

/** Left edges and widths of the table, in points. */
const columns = [
  { title: 'Time (UTC)', x: 40, width: 100 },
  { title: 'Verdict', x: 145, width: 90 },
  { title: 'Edit and amount', x: 240, width: 160 },
  { title: 'Record', x: 405, width: 180 },
  { title: 'Approved by', x: 590, width: 80 },
  { title: 'SHA-256 of the bytes sent', x: 675, width: 127 },
] as const;

const hashColumn = columns[5];

interface Paper {
  document: PDFDocument;
  plain: PDFFont;
  bold: PDFFont;
  /** Code points that the built-in typefaces know: Western letters only. */
  known: ReadonlySet<number>;
  /** Whether a letter had to be printed as `?`. */
  lost: boolean;
}

/**
 * A sync report to print and to file: one line for every edit, counts on top. Letters that the built-in typeface lacks are printed as `?`,
 * and the foot of each page says so: the CSV has them all. Null when there is no report of this id.
 */
export async function reportPdf(store: Store, id: string, facts: { account: string; version: string }): Promise<Uint8Array | null> {
  const report = fullReport(store, id);
  if (!report) return null;
  const document = await PDFDocument.create();
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const paper = { document, plain, bold, known: new Set(plain.getCharacterSet()), lost: false };
  // Stamps are the report's own: the same report prints the same file.
  const at = new Date(report.summary.endedAt ?? report.summary.startedAt);
  document.setTitle(`Sync report ${id}`);
  document.setCreationDate(at);
  document.setModificationDate(at);
  document.setProducer(`Layover ${facts.version}`);
  drawPages(paper, report, facts.account);
  return document.save();
}

function drawPages(paper: Paper, report: FullReport, account: string): void {
  let sheet = paper.document.addPage([page.width, page.height]);
  let y = drawHeading(paper, sheet, report, account);
  y = drawColumnTitles(paper, sheet, y);
  for (const line of report.lines) {
    if (y < page.margin + page.line) {
      sheet = paper.document.addPage([page.width, page.height]);
      y = drawColumnTitles(paper, sheet, page.height - page.margin);
    }
    drawLine(paper, sheet, y, cellsOf(line));
    y -= page.line;
  }
  const note = paper.lost
    ? ' · Letters that this typeface lacks are printed as ?; the CSV and JSON files of this report have them all.'
    : '';
  const pages = paper.document.getPages();
  for (const [index, each] of pages.entries())
    write(paper, each, `Page ${index + 1} of ${pages.length} · report ${report.summary.id}${note}`, {
      x: page.margin,
      y: 22,
      size: 7,
      faint: true,
    });
}

function drawHeading(paper: Paper, sheet: PDFPage, { summary, lines }: FullReport, account: string): number {
  const top = page.height - page.margin;
  write(paper, sheet, 'Sync report', { x: page.margin, y: top, size: 18, bold: true });
  const ended = summary.endedAt === null ? 'not finished' : instantText(summary.endedAt);
  write(paper, sheet, `${account} · ${instantText(summary.startedAt)} to ${ended}`, { x: page.margin, y: top - 18, size: 9, faint: true });
  const counts = [
    `${new Set(lines.map(({ edit }, index) => edit?.id ?? index)).size} edits`,
    `${summary.applied} applied`,
    `${summary.changedByService} changed by the service`,
    `${summary.rejected} rejected`,
    `${summary.conflict} in conflict`,
    `${summary.inDoubt} in doubt`,
    `${summary.held} held`,
  ];
  write(paper, sheet, counts.join('   '), { x: page.margin, y: top - 38, size: 10, bold: true });
  return top - 62;
}

function drawColumnTitles(paper: Paper, sheet: PDFPage, y: number): number {
  for (const { title, x } of columns) write(paper, sheet, title, { x, y, size: 8, bold: true });
  sheet.drawLine({ start: { x: page.margin, y: y - 4 }, end: { x: page.width - page.margin, y: y - 4 }, thickness: 0.5, color: faint });
  return y - page.line - 4;
}

/** A pair is printed as two lines in small letters. */
type Cell = string | [string, string];

function cellsOf(line: ReportLine): Cell[] {
  return [
    instantText(line.at)?.slice(0, 19).replace('T', ' ') ?? '',
    verdictText(line.verdict),
    line.edit ? [kindTitle(line.edit.kind) ?? '', amountText(line.amount)] : '',
    line.edit ? [line.title ?? line.edit.recordId, line.refersTo.join(', ')] : 'no longer readable',
    line.person ?? '',
    line.sha256 ?? '',
  ];
}

function verdictText(verdict: string): string {
  if (verdict === 'changedByService') return 'Synced, changed';
  return editStates.includes(verdict as EditState) ? wordsOfState(verdict as EditState).label : verdict;
}

function amountText({ minor, currency, decimal }: TypedAmount): string {
  if (minor === null) return '';
  return decimal === null ? `${minor} minor units ${currency ?? ''}`.trim() : `${decimal} ${currency}`;
}

function drawLine(paper: Paper, sheet: PDFPage, y: number, cells: Cell[]): void {
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    const draw = (text: string, size: number, lift: number) => {
      const fits = fitting(paper.plain, printable(paper, text), size, column.width);
      sheet.drawText(fits, { x: column.x, y: y + lift, size, font: paper.plain, color: ink });
    };
    if (column === hashColumn) drawHash(paper, sheet, y, String(cell));
    else if (typeof cell === 'string') draw(cell, 7, 0);
    else if (cell[1] === '') draw(cell[0], 7, 0);
    else {
      draw(cell[0], 6.5, 3.5);
      draw(cell[1], 6.5, -3);
    }
  }
}

/** A hash is of use only whole: two lines of small figures. */
function drawHash(paper: Paper, sheet: PDFPage, y: number, hash: string): void {
  const half = hash.length / 2;
  const options = { x: hashColumn.x, size: 5.5, font: paper.plain, color: ink };
  sheet.drawText(hash.slice(0, half), { ...options, y: y + 3 });
  sheet.drawText(hash.slice(half), { ...options, y: y - 3 });
}

interface Place {
  x: number;
  y: number;
  size: number;
  bold?: boolean;
  faint?: boolean;
}

function write(paper: Paper, sheet: PDFPage, text: string, place: Place): void {
  const font = place.bold ? paper.bold : paper.plain;
  sheet.drawText(printable(paper, text), { x: place.x, y: place.y, size: place.size, font, color: place.faint ? faint : ink });
}

function printable(paper: Paper, text: string): string {
  const isKnown = (character: string): boolean => paper.known.has(character.codePointAt(0) ?? 0);
  const one = (character: string): string => {
    if (isKnown(character)) return character;
    const bare = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
    if (bare !== '' && [...bare].every(isKnown)) return bare;
    paper.lost = true;
    return '?';
  };
  return [...text.replaceAll(/\s+/g, ' ')].map(one).join('');
}

/** More characters than the widest column holds, so that a long text is not measured again and again. */
const mostOfCell = 200;

function fitting(font: PDFFont, text: string, size: number, width: number): string {
  if (text.length <= mostOfCell && font.widthOfTextAtSize(text, size) <= width) return text;
  let short = text.slice(0, mostOfCell);
  while (short.length > 1 && font.widthOfTextAtSize(`${short}…`, size) > width) short = short.slice(0, -1);
  return `${short}…`;
}
