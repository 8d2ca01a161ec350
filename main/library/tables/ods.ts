import { mostCells, mostColumns, noGrid, TooManyColumns, type Cell, type Grid } from './grid.ts';
import { numberCell } from './number-cell.ts';
import { withoutResult } from './spoiled-cell.ts';
import { WorkbookTooLarge, type XmlHandlers, type ZipParts } from './zip-parts.ts';

/** True for a ZIP that holds an OpenDocument sheet. */
export const isOds = (parts: ZipParts): boolean => parts.has('content.xml') && parts.has('META-INF/manifest.xml');

type Sheet = Pick<Grid, 'rows' | 'hiddenRows' | 'hiddenColumns'> & { name: string };

/** Reads one sheet of an OpenDocument spreadsheet; without a choice the first that holds something. */
export async function readOds(parts: ZipParts, chosen: number | undefined): Promise<Grid> {
  const book = new OdsBook();
  await parts.parse('content.xml', book);
  const { sheets } = book;
  const at =
    chosen ??
    Math.max(
      0,
      sheets.findIndex(({ rows }) => rows.length > 0),
    );
  const { rows = [], hiddenRows = 0, hiddenColumns = 0 } = sheets[at] ?? {};
  return {
    ...noGrid,
    ...{ format: 'ods', sheets: sheets.map(({ name }) => ({ name, hidden: false })), sheet: at, rows, hiddenRows, hiddenColumns },
  };
}

const times = (attributes: Record<string, string>, name: string): number => Number(attributes[`table:number-${name}-repeated`] ?? 1);

/** The sheets of a document, as their elements come. */
class OdsBook implements XmlHandlers {
  readonly sheets: Sheet[] = [];
  #row = 0;
  #rowTimes = 1;
  #rowHidden = false;
  #cells: Cell[] = [];
  #cell: Record<string, string> | null = null;
  #text = '';
  #lines = 0;
  #inText = false;
  #notes = 0;
  #count = 0;

  readonly open = (name: string, attributes: Record<string, string>): void => {
    switch (name) {
      case 'table':
        this.sheets.push({ name: attributes['table:name'] ?? '', rows: [], hiddenRows: 0, hiddenColumns: 0 });
        this.#row = 0;
        return;
      case 'table-column': {
        const sheet = this.sheets.at(-1);
        if (sheet && /collapse/.test(attributes['table:visibility'] ?? ''))
          sheet.hiddenColumns += Math.min(mostColumns, times(attributes, 'columns'));
        return;
      }
      case 'table-row':
        this.#cells = [];
        this.#rowTimes = times(attributes, 'rows');
        this.#rowHidden = /collapse|filter/.test(attributes['table:visibility'] ?? '');
        return;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = attributes;
        [this.#text, this.#lines] = ['', 0];
        return;
      case 'annotation':
        this.#notes += 1;
        return;
      default:
        this.#openText(name, attributes);
    }
  };

  #openText(name: string, attributes: Record<string, string>): void {
    if (name === 'p' && this.#cell && this.#notes === 0) {
      if ((this.#lines += 1) > 1) this.#text += '\n';
      this.#inText = true;
    } else if (!this.#inText) return;
    else if (name === 's') this.#text += ' '.repeat(Math.min(1_000, Number(attributes['text:c'] ?? 1)));
    else if (name === 'tab') this.#text += '\t';
    else if (name === 'line-break') this.#text += '\n';
  }

  readonly close = (name: string): void => {
    if (name === 'p') this.#inText = false;
    else if (name === 'annotation') this.#notes -= 1;
    else if ((name === 'table-cell' || name === 'covered-table-cell') && this.#cell) this.#endCell(this.#cell);
    else if (name === 'table-row') this.#endRow();
  };

  #endCell(attributes: Record<string, string>): void {
    const known = cellOf(attributes, this.#text);
    const columns = times(attributes, 'columns');
    this.#cell = null;
    const width = this.#cells.length + columns;
    if (known === '' && width > mostColumns) return;
    if (width > mostColumns) throw new TooManyColumns(width);
    for (let n = 0; n < columns; n++) this.#cells.push(known);
  }

  #endRow(): void {
    const sheet = this.sheets.at(-1);
    while (this.#cells.length > 0 && this.#cells.at(-1) === '') this.#cells.pop();
    for (let n = 0; sheet && this.#cells.length > 0 && n < this.#rowTimes; n++) {
      if ((this.#count += this.#cells.length) > mostCells) throw new WorkbookTooLarge();
      sheet.rows.push({ row: this.#row + n + 1, cells: this.#cells });
      if (this.#rowHidden) sheet.hiddenRows += 1;
    }
    this.#row += this.#rowTimes;
  }

  readonly text = (part: string): void => {
    if (this.#inText) this.#text += part;
  };
}

function cellOf(attributes: Record<string, string>, text: string): Cell {
  const value = attributes['office:value'] ?? '';
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const cell = numberCell(value, null);
      if (cell === null) return text;
      // Figures with leading zeros are shown by the sheet's own format.
      return /^0\d+$/.test(text) && BigInt(text).toString() === cell.text ? { ...cell, shown: text } : cell;
    }
    case 'date':
      return { kind: 'date', text: (attributes['office:date-value'] ?? '').replace(/T00:00:00(?:\.0+)?$/, '').slice(0, 19) };
    case 'boolean':
      return { kind: 'boolean', text: attributes['office:boolean-value'] ?? '' };
    case undefined: {
      const formula = attributes['table:formula'];
      return formula === undefined || text !== '' ? text : withoutResult(formula.replace(/^\w*:?=/, ''));
    }
    default:
      return text;
  }
}
