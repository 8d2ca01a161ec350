import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { letterOf } from '#main/library/tables/grid.ts';
import type { Cell, TableColumn } from './cells.ts';

// A well-kept writer was measured first (docs/decisions/files.md): it needs the whole table at once.

/** One sheet, its rows page by page. */
export interface Sheet {
  name: string;
  columns: readonly TableColumn[];
  pages: AsyncIterable<readonly (readonly Cell[])[]>;
  hidden?: boolean;
  /** Columns that stay while the rest scrolls. */
  frozen?: number;
}

/** Excel's limit of one cell; a longer text says that it is cut. */
const mostCharacters = 32_767;

/** Number formats of cells, by their place: General, text, day, and 0 to 6 decimals. */
const formats = ['General', '@', 'yyyy-mm-dd', '#,##0', ...[1, 2, 3, 4, 5, 6].map((decimals) => `#,##0.${'0'.repeat(decimals)}`)];
const [general, text, day, whole] = [0, 1, 2, 3];
/** After the formats on white and on grey: the head of a column on white and on grey. */
const headStyle = formats.length * 2;

/** Writes a workbook; a sheet is never whole in memory but for its compressed bytes. */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Blob> {
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new BlobWriter('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'), {
    level: 1,
    dataDescriptor: false,
  });
  const add = (name: string, content: string) => zip.add(name, new TextReader(content));
  await add('[Content_Types].xml', contentTypes(sheets.length));
  await add('_rels/.rels', relationships([`${office}/officeDocument" Target="xl/workbook.xml`]));
  await add('xl/workbook.xml', workbookXml(sheets));
  const targets = sheets.map((_, at) => `${office}/worksheet" Target="worksheets/sheet${at + 1}.xml`);
  await add('xl/_rels/workbook.xml.rels', relationships([...targets, `${office}/styles" Target="styles.xml`]));
  await add('xl/styles.xml', stylesXml());
  for (const [at, sheet] of sheets.entries()) {
    await zip.add(`xl/worksheets/sheet${at + 1}.xml`, streamOf(sheetXml(sheet)));
  }
  return zip.close();
}

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(sheets: number): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...Array.from({ length: sheets }, (_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet']),
  ];
  const overrides = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${spreadsheet}.${type}+xml"/>`).join('');
  const rels = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`;
  return `${start}<Types xmlns="${packages}/content-types">${rels}<Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`;
}

/** Numbered from rId1; each is its type with its target. */
function relationships(targets: readonly string[]): string {
  const each = targets.map((target, at) => `<Relationship Id="rId${at + 1}" Type="${target}"/>`).join('');
  return `${start}<Relationships xmlns="${packages}/relationships">${each}</Relationships>`;
}

function workbookXml(sheets: readonly Sheet[]): string {
  const each = sheets.map(({ name, hidden }, at) => {
    return `<sheet name="${attribute(sheetName(name))}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`;
  });
  return `${start}<workbook ${main} xmlns:r="${office}"><workbookPr date1904="0"/><sheets>${each.join('')}</sheets></workbook>`;
}

/** A sheet's name as Excel takes it: at most 31 characters, none of `[]:*?/\`. */
const sheetName = (name: string): string => name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31) || 'Sheet';

function stylesXml(): string {
  const numFmts = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${attribute(code)}"/>`).join('');
  const style = (format: number, fill: number, font: number) =>
    `<xf numFmtId="${format === general ? 0 : 164 + format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1" applyFont="1"/>`;
  const fills = [0, 2];
  const xfs = [
    ...fills.flatMap((fill) => formats.map((_, format) => style(format, fill, 0))),
    ...fills.map((fill) => style(text, fill, 1)),
  ];
  return `${start}<styleSheet ${main}><numFmts count="${formats.length}">${numFmts}</numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFECECE9"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

function streamOf(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

async function* sheetXml({ columns, pages, frozen = 0 }: Sheet): AsyncGenerator<string, void> {
  const letters = columns.map((_, at) => letterOf(at));
  const pane = `<pane ${frozen > 0 ? `xSplit="${frozen}" ` : ''}ySplit="1" topLeftCell="${letterOf(frozen)}2" activePane="${frozen > 0 ? 'bottomRight' : 'bottomLeft'}" state="frozen"/>`;
  const cols = columns.map(({ width = 16, hidden, shaded }, at) => {
    const style = text + (shaded ? formats.length : 0);
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${style}" customWidth="1"${hidden ? ' hidden="1"' : ''}/>`;
  });
  const heads = columns.map(
    ({ head, shaded }, at) => `<c r="${letters[at]}1" s="${headStyle + (shaded ? 1 : 0)}" t="inlineStr"><is>${textXml(head)}</is></c>`,
  );
  yield `${start}<worksheet ${main}><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${heads.join('')}</row>`;
  let row = 1;
  for await (const page of pages) {
    let xml = '';
    for (const cells of page) {
      row += 1;
      xml += `<row r="${row}">`;
      for (const [at, cell] of cells.entries()) xml += cellXml(`${letters[at]}${row}`, cell, columns[at]?.shaded ? formats.length : 0);
      xml += '</row>';
    }
    yield xml;
  }
  const validations = columns.flatMap(({ choices }, at) =>
    choices === undefined || row === 1
      ? []
      : [
          `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${letters[at]}2:${letters[at]}${row}"><formula1>${escaped(choices)}</formula1></dataValidation>`,
        ],
  );
  yield `</sheetData>${validations.length > 0 ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>` : ''}</worksheet>`;
}

/** An empty cell has its style too: what is typed there stays text. */
function cellXml(at: string, cell: Cell, shade: number): string {
  if (cell === null) return `<c r="${at}" s="${shade + text}"/>`;
  if (typeof cell === 'string') return `<c r="${at}" s="${shade + text}" t="inlineStr"><is>${textXml(cell)}</is></c>`;
  if ('day' in cell) return `<c r="${at}" s="${shade + day}"><v>${serialOf(cell.day)}</v></c>`;
  const decimals = cell.number.split('.')[1]?.length ?? 0;
  return `<c r="${at}" s="${shade + (decimals <= 6 ? whole + decimals : general)}"><v>${cell.number}</v></c>`;
}

/** Days since 30 December 1899. */
const serialOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000) + 25_569;

/** A text as a cell can hold it. */
export const textInCell = (value: string): string =>
  value.length > mostCharacters ? `${value.slice(0, mostCharacters - 40)} … (cut, ${value.length} characters)` : value;

/** True for a text of which a cell holds the beginning alone. */
export const isCutText = (text: string): boolean => text.length > mostCharacters - 100 && / … \(cut, \d+ characters\)$/.test(text);

const textXml = (value: string): string => `<t xml:space="preserve">${escaped(textInCell(value))}</t>`;

const special =
  /[&<>\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|_(?=x[0-9A-Fa-f]{4}_)/;
const everySpecial = new RegExp(special, 'g');
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML text; characters that XML cannot hold become `_x0007_`, as Excel writes and reads them. */
function escaped(value: string): string {
  if (!special.test(value)) return value;
  return value.replaceAll(
    everySpecial,
    (found) => entities[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

const attribute = (value: string): string => escaped(value).replaceAll('"', '&quot;');
