import type { GivenName } from '#main/names/book.ts';
import { slices } from '#main/library/in-parts.ts';
import { portionLimits, type NamesFacts, type Portion } from '#main/library/reading/job-kinds.ts';
import { viewInput, type ViewInput } from '#shared/contract/list-inputs.ts';
import { nameFields } from '#shared/contract/views/names-views.ts';
import { quote, type FileProblem } from '#shared/messages/files/file-problem.ts';
import { stringifyJson } from '#shared/json/json.ts';
import { plainName } from '#shared/references/plain-name.ts';
import { readCell } from '#main/library/tables/spoiled-cell.ts';
import { isUuid } from '#shared/values/uuid.ts';
import { plainId } from '#shared/values/plain-id.ts';
import { readYesNo } from '#shared/values/yes-no.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { guessNameMapping, kindNamed, kindOfFile, nameTableOf, type NameMapping, type NameTable, type ToldView } from './name-table.ts';
import type { FileContent } from '#main/library/tables/read-source.ts';
import { looksLikeMadeDate } from '#main/library/tables/date-text.ts';

// Parses the text of a names file. Runs in the file reader, without a database.

const mostProblems = 200;
const longest = 300;

/** Reads a names file: what its table is, then every name and every view; refused when it holds nothing. */
export async function* namePortions(content: FileContent, file: NamesFacts): AsyncGenerator<Portion<'names'>> {
  const { format, table, views: told, reading } = await nameTableOf(file.name, content, file.choices);
  if (table.rows.length + told.length === 0) {
    const problems: FileProblem[] = table.problems.length > 0 ? table.problems : [{ line: 1, what: 'noNames' }];
    yield { part: 'refused', problems: problems.slice(0, mostProblems), total: problems.length };
    return;
  }
  const mapping = Object.keys(file.mapping).length > 0 ? file.mapping : guessNameMapping(table);
  const kindsInside = Object.values(mapping).includes('kind');
  const kind = file.kind ?? (kindsInside ? null : kindOfFile(file.name, table.columns));
  const { names, problems: inNames } = table.rows.length === 0 ? { names: [], problems: table.problems } : readNames(table, kind, mapping);
  const { views, problems: inViews } = readViews(told);
  const problems = [...inNames, ...inViews];
  const { columns, rows } = table;
  yield {
    ...{ part: 'table', format, reading, columns, mapping, kind, kindsInside, rows: rows.length, views: views.length },
    ...{ problems: problems.slice(0, mostProblems), total: problems.length },
  };
  for (const some of slices(names, portionLimits.names)) yield { part: 'names', names: some };
  for (const some of slices(views, portionLimits.views)) yield { part: 'views', views: some };
}

/** Reads every line; a line that cannot be used is a problem with its number. */
function readNames(table: NameTable, kind: ReferenceKind | null, mapping: NameMapping): { names: GivenName[]; problems: FileProblem[] } {
  const problems = [...table.problems];
  const names: GivenName[] = [];
  const lines = new Map<string, number>();
  const fields = Object.values(mapping);
  if (!fields.includes('id')) problems.push({ line: 1, what: 'noIdColumn' });
  if (!fields.includes('name')) problems.push({ line: 1, what: 'noNameColumn' });
  if (problems.length > 0) return { names, problems };
  const places = new Map(nameFields.map((field) => [field as string, table.columns.findIndex((column) => mapping[column] === field)]));
  for (const { line, cells } of table.rows) {
    const cellOf = (field: string) => cells[places.get(field) ?? -1] ?? '';
    const read = spoiledName(line, cellOf) ?? readLine(line, (field) => plainCell(cellOf(field)), kind);
    if ('what' in read) {
      problems.push(read);
      continue;
    }
    const key = `${read.kind} ${read.id}`;
    const before = lines.get(key);
    if (before !== undefined) problems.push({ line, what: 'sameId', other: before });
    lines.set(key, line);
    names.push(read);
  }
  return { names, problems };
}

/** A cell as a person sees it in a spreadsheet; what the spreadsheet could not work out is empty. */
function plainCell(cell: string): string {
  const { text, spoiled } = readCell(cell);
  return spoiled === 'noValue' ? '' : plainName(text);
}

const textFields: readonly string[] = ['name', 'code', 'note'];

/** The first cell of a line that a spreadsheet spoiled: a text, or any field without the result of its formula. */
function spoiledName(line: number, cellOf: (field: string) => string): FileProblem | null {
  for (const field of nameFields) {
    const { text, spoiled } = readCell(cellOf(field));
    if (!textFields.includes(field) && spoiled !== 'noResult') continue;
    if (field === 'code' && (looksLikeMadeDate(text) || /^\d{4}-\d{2}-\d{2}$/.test(text)))
      return { line, what: 'cell', quoted: field, text: quote(text), cell: 'becameDate' };
    if (spoiled !== null && spoiled !== 'noValue') return { line, what: 'cell', quoted: field, text: quote(text), cell: spoiled };
  }
  return null;
}

/** One line as a name, or what is wrong with it. */
function readLine(line: number, told: (field: string) => string, otherwise: ReferenceKind | null): GivenName | FileProblem {
  const [id, name, word] = [plainId(told('id')), told('name'), told('kind')];
  const currency = told('currency').toUpperCase();
  const kind = word === '' ? otherwise : kindNamed(word);
  if (!isUuid(id)) return id === '' ? { line, what: 'noId' } : { line, what: 'notId', quoted: id.slice(0, 60) };
  if (!kind) return word === '' ? { line, what: 'noKind' } : { line, what: 'unknownKind', quoted: word.slice(0, 60) };
  if (name === '') return { line, what: 'noName' };
  if (isUuid(plainId(name))) return { line, what: 'nameIsId' };
  if (!/^(?:[A-Z]{3})?$/.test(currency)) return { line, what: 'notCurrency', quoted: currency.slice(0, 60) };
  const texts = [name, told('code'), told('note')];
  if (texts.some((text) => text.length > longest)) return { line, what: 'longText', most: longest };
  if (texts.some((text) => text.includes('\uFFFD'))) return { line, what: 'lostLetters' };
  // An empty cell says nothing against it; a closed account must never be offered for an unknown word.
  const inUse = told('inUse') === '' || readYesNo(told('inUse'));
  if (inUse === null) return { line, what: 'unknownInUse', quoted: told('inUse').slice(0, 60) };
  return { kind, id, name, code: told('code'), note: told('note'), currency, inUse };
}

/** Saved views of a colleague's file; one that cannot be used is a problem with its line. */
function readViews(told: readonly ToldView[]): { views: ViewInput[]; problems: FileProblem[] } {
  const views: ViewInput[] = [];
  const problems: FileProblem[] = [];
  for (const { line, value } of told) {
    // Turns exact numbers into plain ones: a view contains no amounts.
    const plain = JSON.parse(stringifyJson({ ...value, kind: value['list'] })) as unknown;
    const read = viewInput.safeParse(plain);
    if (read.success) views.push(read.data);
    else problems.push(problemOf(line, value['name'], read.error.issues[0]?.path[0]));
  }
  return { views, problems };
}

function problemOf(line: number, name: unknown, field: PropertyKey | undefined): FileProblem {
  const quoted = typeof name === 'string' ? name.slice(0, 60) : '';
  if (field === 'kind') return { line, what: 'viewOfNoList', quoted };
  return { line, what: 'viewField', quoted, expected: String(field ?? 'content') };
}
