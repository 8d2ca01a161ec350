import { giveName, namesOf, type GivenName } from '#main/cache/names/book.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { ImportProblem } from '#main/library/imports/import-text.ts';
import type { NameConflict, NameLook, NameOrigin, ReferenceName } from '#shared/contract/names-views.ts';
import { isUuid } from '#shared/uuid.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { referenceWords } from '#shared/references/reference-words.ts';
import { guessNameMapping, kindNamed, kindOfFile, nameFields, nameTableOf, type NameMapping } from './name-table.ts';

/** A names file that a person chose: of one kind, or with a column that says which. */
export interface NameFile {
  name: string;
  text: string;
  /** For lines that say no kind. */
  kind: ReferenceKind | null;
}

export type NameImport =
  | { kind: 'imported'; imported: number; unchanged: number; kept: number }
  /** Nothing was imported yet: a person says which word counts. */
  | { kind: 'conflicts'; conflicts: NameConflict[] }
  | { kind: 'refused'; problems: ImportProblem[]; total: number };

const sampleSize = 5;
const mostProblems = 200;
const longest = 300;
const empty = 'There is no name in this file.';

/** What a names file holds, as far as its first lines tell; refused when it holds nothing. */
export function inspectNames(file: NameFile): (NameLook & { ok: true }) | { ok: false; problems: ImportProblem[]; total: number } {
  const { format, table } = nameTableOf(file.name, file.text);
  if (table.rows.length === 0) {
    const problems = table.problems.length > 0 ? table.problems : [{ line: 1, message: empty }];
    return { ok: false, problems, total: problems.length };
  }
  const mapping = guessNameMapping(table);
  const kindsInside = Object.values(mapping).includes('kind');
  const kind = kindsInside ? null : (file.kind ?? kindOfFile(file.name, table.columns));
  const { names } = readNames({ ...file, kind }, mapping);
  return {
    ok: true,
    format,
    columns: table.columns,
    mapping,
    fields: [...nameFields],
    kind,
    kindsInside,
    rows: table.rows.length,
    sample: names.slice(0, sampleSize),
  };
}

/**
 * Takes a names file in, all of it or nothing. Where the book has another word already, nothing is taken until `take` says whose counts: for
 * all of them, asked once.
 */
export function importNames(
  store: Store,
  file: NameFile,
  options: { mapping?: NameMapping; take?: 'mine' | 'theirs' | null } = {},
): NameImport {
  const { table } = nameTableOf(file.name, file.text);
  const mapping = options.mapping && Object.keys(options.mapping).length > 0 ? options.mapping : guessNameMapping(table);
  const kind = Object.values(mapping).includes('kind') ? file.kind : (file.kind ?? kindOfFile(file.name, table.columns));
  const { names, problems } = readNames({ ...file, kind }, mapping);
  if (problems.length > 0) return { kind: 'refused', problems: problems.slice(0, mostProblems), total: problems.length };
  const { fresh, unchanged, conflicts } = compared(store, names);
  const take = options.take ?? null;
  if (conflicts.length > 0 && take === null) return { kind: 'conflicts', conflicts };
  const taken = take === 'theirs' ? [...fresh, ...conflicts.map(({ theirs }) => theirs)] : fresh;
  store.commit('names imported', () => taken.forEach((name) => giveName(store, name, 'file')));
  return { kind: 'imported', imported: taken.length, unchanged, kept: take === 'theirs' ? 0 : conflicts.length };
}

/** Takes in the file that the company gives at each start: it names what no person and no other file named. Answers how many are new. */
export function takeCompanyNames(store: Store, file: NameFile): NameImport {
  const { table } = nameTableOf(file.name, file.text);
  const { names, problems } = readNames({ ...file, kind: kindOfFile(file.name, table.columns) }, guessNameMapping(table));
  if (problems.length > 0) return { kind: 'refused', problems: problems.slice(0, mostProblems), total: problems.length };
  const { fresh, unchanged, conflicts } = compared(store, names);
  const weaker: NameOrigin[] = ['company', 'service'];
  const ours = conflicts.filter(({ mine }) => weaker.includes(mine.origin)).map(({ theirs }) => theirs);
  store.commit('names of the company', () => [...fresh, ...ours].forEach((name) => giveName(store, name, 'company')));
  return { kind: 'imported', imported: fresh.length + ours.length, unchanged, kept: conflicts.length - ours.length };
}

function compared(store: Store, names: readonly GivenName[]) {
  const known = new Map(namesOf(store, names).map((name) => [`${name.kind} ${name.id}`, name]));
  const fresh: GivenName[] = [];
  const conflicts: NameConflict[] = [];
  let unchanged = 0;
  for (const theirs of names) {
    const mine = known.get(`${theirs.kind} ${theirs.id}`);
    if (!mine || mine.name === null) fresh.push(theirs);
    else if (saysTheSame(mine, theirs)) unchanged += 1;
    else if (mine.origin === 'service') fresh.push(theirs);
    else conflicts.push({ mine, theirs });
  }
  return { fresh, unchanged, conflicts };
}

const saysTheSame = (mine: ReferenceName, theirs: GivenName): boolean =>
  mine.name === theirs.name &&
  (mine.code ?? '') === theirs.code &&
  (mine.note ?? '') === theirs.note &&
  (mine.currency ?? '') === theirs.currency &&
  mine.inUse === theirs.inUse;

/** Reads every line; a line that cannot be used is a problem with its number. */
function readNames(file: NameFile, mapping: NameMapping): { names: GivenName[]; problems: ImportProblem[] } {
  const { table } = nameTableOf(file.name, file.text);
  const problems = [...table.problems];
  const names: GivenName[] = [];
  const lines = new Map<string, number>();
  if (table.rows.length === 0 && problems.length === 0) problems.push({ line: 1, message: empty });
  const fields = Object.values(mapping);
  for (const field of ['id', 'name'] as const)
    if (!fields.includes(field))
      problems.push({ line: 1, message: `No column of this file is chosen as the ${field === 'id' ? 'identifier' : 'name'}.` });
  if (problems.length > 0) return { names, problems };
  const places = new Map(nameFields.map((field) => [field as string, table.columns.findIndex((column) => mapping[column] === field)]));
  for (const { line, cells } of table.rows) {
    const told = (field: string) => cells[places.get(field) ?? -1]?.trim() ?? '';
    const read = readLine(told, file.kind);
    if (typeof read === 'string') {
      problems.push({ line, message: read });
      continue;
    }
    const key = `${read.kind} ${read.id}`;
    const before = lines.get(key);
    if (before !== undefined) problems.push({ line, message: `The same identifier stands on line ${before}.` });
    lines.set(key, line);
    names.push(read);
  }
  return { names, problems };
}

/** One line as a name, or what is wrong with it. */
function readLine(told: (field: string) => string, otherwise: ReferenceKind | null): GivenName | string {
  const [id, name, word] = [told('id').toLowerCase(), told('name'), told('kind')];
  const kind = word === '' ? otherwise : kindNamed(word);
  if (!isUuid(id)) return id === '' ? 'This line has no identifier.' : `“${id.slice(0, 60)}” is not an identifier.`;
  if (!kind)
    return word === ''
      ? 'This line does not say what kind it names: choose one for the whole file.'
      : `“${word.slice(0, 60)}” is no kind of name. Kinds are, for instance, ${referenceWords.bankAccount.one}, ${referenceWords.product.one}.`;
  if (name === '') return 'This line has no name.';
  const texts = [name, told('code'), told('note')];
  if (texts.some((text) => text.length > longest)) return `A text of this line is longer than ${longest} characters.`;
  if (texts.some((text) => text.includes('\uFFFD'))) return 'Some letters could not be read. Save the file as UTF-8 and choose it again.';
  const inUse = !/^(false|no|0|inactive|archived)$/i.test(told('inUse'));
  return { kind, id, name, code: told('code'), note: told('note'), currency: told('currency').slice(0, 10).toUpperCase(), inUse };
}
