import { giveName, namesOf, type GivenName } from '#main/names/book.ts';
import { savedLists, saveView } from '#main/projections/query/saved-lists.ts';
import type { Store } from '#main/storage/store.ts';
import { inParts } from '#main/library/in-parts.ts';
import type { Importer, NotImported } from '#main/library/imports/read-portions.ts';
import type { NamesFacts, Portion } from '#main/library/reading/job-kinds.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { FileContent } from '#main/library/tables/read-source.ts';
import type { SavedView, ViewInput } from '#shared/contract/list-inputs.ts';
import {
  nameFields,
  type NameConflict,
  type NameField,
  type NameSummary,
  type NameOrigin,
  type ReferenceName,
  type ViewConflict,
} from '#shared/contract/views/names-views.ts';
import type { NameChoices } from '#shared/files/import-summary.ts';
import { jsonEqual } from '#shared/json/json.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';

/** A names file that a person chose: of one kind, or with a column that says which. */
export interface NameFile {
  name: string;
  content: FileContent;
  /** For lines that say no kind. */
  kind: ReferenceKind | null;
  choices?: NameChoices;
}

export type NameImport =
  | (NamesTaken & { views: { imported: number; kept: number } })
  /** Nothing was imported yet: a person says which word counts. */
  | { kind: 'conflicts'; conflicts: NameConflict[]; views: ViewConflict[] }
  | { kind: 'refused'; answer: NotImported };

interface NamesTaken {
  kind: 'imported';
  imported: number;
  unchanged: number;
  kept: number;
}

const sampleSize = 5;

type NameTable = Extract<Portion<'names'>, { part: 'table' }>;

/** The file's table, names and views, or why there are none. */
async function read(
  reading: Reading,
  content: FileContent,
  facts: NamesFacts,
): Promise<{ ok: true; table: NameTable; names: GivenName[]; views: ViewInput[] } | NotImported> {
  const answer = await reading.read('names', content, facts);
  if (!answer.ok) return { ok: false, why: answer.why };
  const [table] = answer.portions;
  if (table?.part === 'refused') return { ok: false, why: null, problems: table.problems, total: table.total };
  if (table?.part !== 'table') return { ok: false, why: 'failed' };
  const names = answer.portions.flatMap((portion) => (portion.part === 'names' ? portion.names : []));
  const views = answer.portions.flatMap((portion) => (portion.part === 'views' ? portion.views : []));
  return { ok: true, table, names, views };
}

/** The same, refused when a single line of it cannot be used. */
async function readWhole(reading: Reading, content: FileContent, facts: NamesFacts) {
  const found = await read(reading, content, facts);
  if (!found.ok || found.table.total === 0) return found;
  const { problems, total } = found.table;
  return { ok: false, why: null, problems, total } satisfies NotImported;
}

/** The content of a names file by its first lines; refused when it is empty. */
export async function inspectNames(reading: Reading, file: NameFile): Promise<(NameSummary & { ok: true }) | NotImported> {
  const found = await read(reading, file.content, { name: file.name, kind: file.kind, mapping: {}, choices: file.choices ?? {} });
  if (!found.ok) return found;
  const { part: _part, problems: _problems, total: _total, kind, ...table } = found.table;
  return { ok: true, ...table, kind: table.kindsInside ? null : kind, fields: [...nameFields], sample: found.names.slice(0, sampleSize) };
}

/**
 * Takes a names file in, nothing of it when a line cannot be used. Where the book has another word already, nothing is taken until `take` says
 * whose counts: for all of them, asked once. A large file goes in by several commits: after a crash the same file brings the rest.
 */
export async function importNames(
  { store, reading }: Importer,
  { content, choices = {}, ...file }: NameFile,
  { mapping = {}, take = null }: { mapping?: Record<string, NameField>; take?: 'mine' | 'theirs' | null } = {},
): Promise<NameImport> {
  const found = await readWhole(reading, content, { ...file, mapping, choices });
  if (!found.ok) return { kind: 'refused', answer: found };
  const conflicts: NameConflict[] = [];
  for await (const names of inParts(store, take === null ? found.names : [])) conflicts.push(...compared(store, names).conflicts);
  const views = take === null ? comparedViews(store, found.views).conflicts : [];
  if (conflicts.length + views.length > 0) return { kind: 'conflicts', conflicts, views };
  const taken = await takeIn(store, found.names, { origin: 'file', overwrites: () => take === 'theirs' });
  return { ...taken, views: takeViews(store, found.views, take === 'theirs') };
}

/**
 * Takes in the file that the company gives at each start: it names what no person and no other file named. Its views are left out: one that a
 * person removed would come back at every start.
 */
export async function takeCompanyNames(
  { store, reading }: Importer,
  { content, ...file }: Omit<NameFile, 'kind' | 'choices'>,
): Promise<NameImport> {
  const found = await readWhole(reading, content, { ...file, kind: null, mapping: {}, choices: {} });
  if (!found.ok) return { kind: 'refused', answer: found };
  const weaker: NameOrigin[] = ['company', 'service'];
  const taken = await takeIn(store, found.names, { origin: 'company', overwrites: ({ mine }) => weaker.includes(mine.origin) });
  return { ...taken, views: { imported: 0, kept: 0 } };
}

/** Compares in the commit itself: what a person named while a large file goes in is a conflict like any other. */
async function takeIn(
  store: Store,
  names: readonly GivenName[],
  { origin, overwrites }: { origin: 'file' | 'company'; overwrites: (conflict: NameConflict) => boolean },
): Promise<NamesTaken> {
  const done = { kind: 'imported' as const, imported: 0, unchanged: 0, kept: 0 };
  for await (const part of inParts(store, names))
    store.commit('names imported', () => {
      const { fresh, unchanged, conflicts } = compared(store, part);
      const taken = [...fresh, ...conflicts.filter(overwrites).map(({ theirs }) => theirs)];
      for (const name of taken) giveName(store, name, origin);
      done.imported += taken.length;
      done.unchanged += unchanged;
      done.kept += fresh.length + conflicts.length - taken.length;
    });
  return done;
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

/** Compares a file's views with the saved ones, by list and name. */
function comparedViews(store: Store, told: readonly ViewInput[]): { fresh: ViewInput[]; conflicts: ViewConflict[] } {
  const { views } = savedLists(store);
  const fresh: ViewInput[] = [];
  const conflicts: ViewConflict[] = [];
  for (const theirs of told) {
    const mine = views.find(({ kind, name }) => kind === theirs.kind && name === theirs.name);
    if (!mine) fresh.push(theirs);
    else if (!isSame(mine, theirs)) conflicts.push({ mine, theirs });
  }
  return { fresh, conflicts };
}

const isSame = ({ id: _id, ...mine }: SavedView, theirs: ViewInput): boolean => jsonEqual(mine, theirs);

/** Saves a file's views, in one commit; one of the same list and name is written over only if `overwrite` says so. */
function takeViews(store: Store, told: readonly ViewInput[], overwrite: boolean): { imported: number; kept: number } {
  return store.commit('views imported', () => {
    const { fresh, conflicts } = comparedViews(store, told);
    const taken = [...fresh, ...(overwrite ? conflicts.map(({ theirs }) => theirs) : [])];
    for (const view of taken) saveView(store, view);
    return { imported: taken.length, kept: fresh.length + conflicts.length - taken.length };
  });
}
