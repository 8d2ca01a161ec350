import { inEveryLanguage } from '#shared/messages/speak.ts';
import { isJsonObject, JsonDecimal, type JsonValue } from '#shared/json/json.ts';
import { viewWord } from '#shared/contract/list-inputs.ts';
import type { ImportFormat } from '#shared/files/file-format.ts';
import { nameFields, type NameField } from '#shared/contract/views/names-views.ts';
import type { NameChoices, NameReading } from '#shared/files/import-summary.ts';
import { referenceKinds, type ReferenceKind } from '#shared/references/reference-kind.ts';
import { isUuid } from '#shared/values/uuid.ts';
import { readItems, type Read } from '#main/library/imports/reading/import-text.ts';
import { textOfCell } from '#main/library/tables/grid.ts';
import { readSource, type FileContent } from '#main/library/tables/read-source.ts';
import { tableOf } from '#main/library/tables/table.ts';
import { plainId } from '#shared/values/plain-id.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';

/** Column name → what it holds; a column that is not in it is left out. */
export type NameMapping = Record<string, NameField>;

/** A saved view as it stands in a file, unread. */
export type ToldView = Pick<Read, 'line' | 'value'>;

/** A names file as a table, whatever its form: of JSON the plain fields are the columns, and views stand apart. */
export async function nameTableOf(
  name: string,
  content: FileContent,
  choices: NameChoices,
): Promise<{ format: ImportFormat; table: NameTable; views: ToldView[]; reading: NameReading }> {
  const source = await readSource(content, name, choices);
  const nothing = { table: { columns: [], rows: [], problems: [] }, views: [] };
  if (source.format === 'foreign')
    return { format: 'csv', ...nothing, table: { ...nothing.table, problems: [source.problem] }, reading: noReading };
  if (!('grid' in source))
    return { format: source.format, ...tableOfItems(source.text, source.format), reading: { ...noReading, encoding: source.encoding } };
  const { grid } = source;
  const { columns, rows, problems, heading } = tableOf(grid);
  const { encoding, separator, sheets, sheet } = grid;
  const twice: FileProblem[] = source.twice === null ? [] : [{ line: 0, what: 'twiceEncoded' }];
  const table: NameTable = {
    columns: columns.map((column) => column.name),
    rows: rows.map(({ row, cells }) => ({ line: row, cells: columns.map(({ at }) => textOfCell(cells[at])) })),
    problems: [...problems, ...twice],
  };
  return {
    format: grid.format,
    table,
    views: [],
    reading: { encoding, separator, sheets: sheets.map((each) => each.name.slice(0, 300)), sheet, heading },
  };
}

/** A names file as lines of cells. */
export interface NameTable {
  columns: string[];
  rows: { line: number; cells: string[] }[];
  problems: FileProblem[];
}

const noReading: NameReading = { encoding: null, separator: null, sheets: [], sheet: 0, heading: 0 };

function tableOfItems(text: string, format: 'json' | 'ndjson'): { table: NameTable; views: ToldView[] } {
  const { records, problems } = readItems(text, format);
  const table: NameTable = { columns: [], rows: [], problems };
  const at = new Map<string, number>();
  for (const { line, value } of records.filter((record) => !isView(record))) {
    const cells: string[] = [];
    for (const [field, told] of Object.entries(value)) {
      const cell = cellOf(told);
      if (cell === null) continue;
      const known = at.get(field) ?? table.columns.push(field) - 1;
      at.set(field, known);
      cells[known] = cell;
    }
    table.rows.push({ line, cells: Array.from(cells, (cell) => cell ?? '') });
  }
  return { table, views: records.filter(isView) };
}

const isView = ({ value }: ToldView): boolean => value['kind'] === viewWord;

/** A plain value as a cell; null for what is none. */
function cellOf(value: JsonValue | undefined): string | null {
  if (value === null || value === undefined) return '';
  if (value instanceof JsonDecimal) return value.text;
  return Array.isArray(value) || isJsonObject(value) ? null : String(value);
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const headings: Record<NameField, readonly string[]> = {
  kind: ['kind', 'type', 'family', 'kindofreference', 'art', 'typ', 'tipo', 'soort'],
  id: ['id', 'uuid', 'guid', 'identifier'],
  name: [
    ...['name', 'label', 'title', 'description', 'accountname', 'fullname', 'bezeichnung', 'kontobezeichnung', 'kontoname', 'beschreibung'],
    ...['libellé', 'intitulé', 'nom', 'désignation', 'benämning', 'namn', 'kontonamn', 'beskrivning', 'nombre', 'descripción'],
    ...['denominación', 'naam', 'omschrijving', 'grootboekomschrijving', '名称', '科目名'],
  ],
  code: [
    ...[
      'code',
      'number',
      'no',
      'accountnumber',
      'accountcode',
      'account',
      'short',
      'key',
      'konto',
      'kontonummer',
      'kontonr',
      'nummer',
      'nr',
    ],
    ...['kostenstelle', 'kürzel', 'compte', 'numérodecompte', 'ncompte', 'kod', 'kostnadsställe', 'cuenta', 'código', 'númerodecuenta'],
    ...['rekening', 'grootboekrekening', 'kostenplaats', 'コード', '科目コード'],
  ],
  note: ['note', 'notes', 'comment', 'remark', 'email', 'bemerkung', 'notiz', 'remarque', 'anteckning', 'nota', 'opmerking', '備考'],
  currency: ['currency', 'currencycode', 'ccy', 'währung', 'devise', 'valuta', 'moneda', 'divisa', 'munt', '通貨'],
  inUse: [
    'inuse',
    'active',
    'used',
    'enabled',
    'aktiv',
    'inverwendung',
    'actif',
    'enservice',
    'iutnyttjande',
    'används',
    'activo',
    'activa',
    'enuso',
    'actief',
    'ingebruik',
    '有効',
  ],
};

const aliases: Record<string, ReferenceKind> = {
  account: 'ledgerAccount',
  accounts: 'ledgerAccount',
  entity: 'companyEntity',
  entities: 'companyEntity',
  category: 'reimbursementCategory',
  template: 'invoiceTemplate',
  person: 'user',
  people: 'user',
  employee: 'user',
  employees: 'user',
  costcentre: 'costCenter',
  costcentres: 'costCenter',
};

const kindsByWord = new Map<string, ReferenceKind>([
  ...Object.entries(aliases),
  ...referenceKinds.flatMap((kind): [string, ReferenceKind][] => {
    const words = [
      kind,
      `${kind}s`,
      kind.replace(/y$/, 'ies'),
      ...inEveryLanguage(`references.one.${kind}`),
      ...inEveryLanguage(`references.many.${kind}`),
    ];
    return words.map((word) => [letters(word), kind]);
  }),
]);

/** The kind that a word of a file means, in the specification's or our words; null when none. */
export function kindNamed(word: string): ReferenceKind | null {
  return kindsByWord.get(letters(word)) ?? null;
}

/** The kind that a file speaks of as a whole, by the heading of its ids ("costCenterId") or its name ("cost-centers.csv"). */
export function kindOfFile(name: string, columns: readonly string[]): ReferenceKind | null {
  for (const column of columns) {
    const kind = /id$/i.test(column) ? kindNamed(column.replace(/[\s_-]*id$/i, '')) : null;
    if (kind) return kind;
  }
  const stem = letters(name.replace(/\.[^.]*$/, ''));
  const longest = [...kindsByWord.keys()].filter((word) => stem.includes(word)).sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? null : (kindsByWord.get(longest) ?? null);
}

const isId = (cell: string): boolean => isUuid(plainId(cell));

/** The number of rows that decide a column's content. */
const looked = 200;

/** Guesses what each column holds: by its heading, then by what stands in it. */
export function guessNameMapping({ columns, rows }: NameTable): NameMapping {
  const mapping: NameMapping = {};
  const taken = new Set<NameField>();
  const sample = rows.slice(0, looked);
  const holds = (column: string, fits: (cell: string) => boolean) => {
    const at = columns.indexOf(column);
    const cells = sample.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every(fits);
  };
  const take = (field: NameField, among: readonly string[], fits: (column: string) => boolean) => {
    const column = among.find(fits);
    if (column === undefined || taken.has(field) || mapping[column] !== undefined) return;
    mapping[column] = field;
    taken.add(field);
  };
  const free = () => columns.filter((column) => mapping[column] === undefined);
  take('id', columns, (column) => headings.id.includes(letters(column)) && holds(column, isId));
  take('id', columns, (column) => holds(column, isId));
  for (const field of nameFields)
    for (const heading of headings[field]) take(field, free(), (column) => letters(column) === heading && !holds(column, isId));
  take('kind', free(), (column) => holds(column, (cell) => kindNamed(cell) !== null));
  take('currency', free(), (column) => holds(column, (cell) => /^[A-Z]{3}$/.test(cell)));
  take('code', free(), (column) => holds(column, (cell) => /^[\p{L}-]{0,4}[\d.-]{2,12}$/u.test(cell)));
  take('name', free(), (column) => holds(column, (cell) => /\p{L}/u.test(cell) && !isId(cell)));
  return mapping;
}
