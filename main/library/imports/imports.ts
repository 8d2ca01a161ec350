import { t } from '#shared/messages/t.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { knownKinds } from '#main/records/known-kinds.ts';
import type { StagedRecord } from '#main/records/staged-import.ts';
import type { ImportBankChange, ImportSummary, ImportMatch } from '#shared/contract/views/library-views.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { isJsonObject, stringifyJson } from '#shared/json/json.ts';
import { idFieldOf } from '#shared/records/record-id.ts';
import type { EpochMs } from '#shared/world.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { otherBankDetails } from './bank-changes.ts';
import { importFields, type Mapping } from './import-columns.ts';
import { placeImport, type ImportWatch } from './import-place.ts';
import type { ExportedFile } from '#main/library/exports/exports.ts';
import { inParts } from '#main/library/in-parts.ts';
import { choicesOfOwn, datesOfOwn } from './own-dates.ts';
import {
  factsOf,
  objectsIn,
  portionsOf,
  recordsIn,
  type FileRecord,
  type Importer,
  type ImportFile,
  type ImportOptions,
  type NotImported,
} from './read-portions.ts';
import { withinKnown } from './within-known.ts';
import { matchRecords, type MatchedRow, type OpenRow } from './match-records.ts';

export type SummaryAnswer = ({ ok: true } & ImportSummary) | NotImported;
/** `left`: rows that were left out. `bank`: changes of bank details that the user took, which become edits to review. */
export type ImportAnswer = { ok: true; imported: number; kept: number; left: number; at: EpochMs; bank: ImportBankChange[] } | NotImported;

const mappingSetting = (kind: RecordKind): string => `importMapping.${kind}`;

/** Describes a file: how it is read, what is asked, its columns, its first records, what they mean here. Stores nothing. */
export async function inspectImport(importer: Importer, file: ImportFile, options: ImportOptions = {}): Promise<SummaryAnswer> {
  const { store } = importer;
  const isVendor = file.kind === 'vendor';
  const facts = factsOf(store, file, options, { wantsSummary: true, wantsRecords: isVendor });
  if (facts.guesses) facts.mapping = rememberedMapping(store, file.kind);
  const answer = await portionsOf(importer, file, facts);
  if (!answer.ok) return answer;
  const [summary] = answer.portions;
  if (summary?.part !== 'summary') return { ok: false, why: 'failed' };
  const dates = await datesOfOwn(importer, file, facts, summary);
  if (dates !== null) return inspectImport(importer, file, { ...options, choices: { ...options.choices, dates } });
  const { part: _, preview, ...rest } = summary;
  return {
    ok: true,
    ...rest,
    fields: [...importFields(file.kind).keys()],
    preview: preview.flatMap(({ row, text }) => objectsIn(text).map((value) => ({ row, value }))),
    ...(await comparedWithHere(store, file.kind, recordsIn(answer.portions), options.complete ?? false)),
  };
}

const mostShown = 200;

/** The meaning of a file's rows here: the records that they match, and vendors whose bank details they would change. */
async function comparedWithHere(
  store: Store,
  kind: RecordKind,
  records: readonly FileRecord[],
  complete: boolean,
): Promise<Pick<ImportSummary, 'match' | 'bank'>> {
  const byLine = await matchesIn(store, kind, records);
  const matched = [...byLine.values()];
  const notHere = matched.filter(({ candidates }) => candidates.length === 0);
  const several = matched.filter(({ candidates }) => candidates.length > 1);
  const match: ImportMatch = {
    ...{ rows: matched.length, found: matched.length - notHere.length - several.length, missing: notHere.length },
    notHere: notHere.slice(0, mostShown).map(({ line, told }) => ({ line, told })),
    several: several.slice(0, mostShown).map(({ line, told, candidates }) => ({ line, told, candidates })),
  };
  const bank: ImportBankChange[] = [];
  for await (const part of inParts(store, kind === 'vendor' ? records : []))
    for (const { line, id, text } of part) {
      const { candidates = [], value } = byLine.get(line) ?? { value: objectsIn(text)[0] };
      const of = id === '' && candidates.length === 1 ? candidates[0]?.id : id;
      const details = !of || value === undefined ? null : otherBankDetails(store, line, of, value, complete);
      if (details?.change) bank.push(details.change);
    }
  return { match: matched.length === 0 ? null : match, bank };
}

/** The rows without an id and what they match here, by line. */
async function matchesIn(store: Store, kind: RecordKind, records: readonly FileRecord[]): Promise<Map<number, MatchedRow>> {
  const rows: OpenRow[] = [];
  const open = records.filter(({ id }) => id === '');
  for await (const part of inParts(store, open))
    rows.push(...part.flatMap(({ line, text }) => objectsIn(text).map((value) => ({ line, value }))));
  return new Map((await matchRecords(store, kind, rows)).map((row) => [row.line, row]));
}

/** The mapping that the last import of this kind used. */
function rememberedMapping(store: Store, kind: RecordKind): Mapping {
  const remembered = readSetting(store, mappingSetting(kind));
  if (!isJsonObject(remembered)) return {};
  return Object.fromEntries(Object.entries(remembered).flatMap(([column, path]) => (typeof path === 'string' ? [[column, path]] : [])));
}

/**
 * Imports a file, all of it or nothing, also across a crash: every record is checked before the first is stored. With `partly` rows that
 * cannot be used are left out. Records that are newer here are kept; bank details that are other here are kept unless the user took them: then `taken` hears of
 * them, in the commit that makes the import whole.
 */
export async function importRecords(
  importer: Importer,
  file: ImportFile,
  options: ImportOptions = {},
  watch: Omit<ImportWatch, 'whole'> & { taken?: (bank: readonly ImportBankChange[]) => void } = {},
): Promise<ImportAnswer> {
  const { store } = importer;
  const { complete = false, partly = false, matches = {}, bank = [] } = options;
  const facts = factsOf(store, file, options);
  const answer = await portionsOf(importer, file, facts, watch);
  if (!answer.ok && answer.why === null && answer.problems.some(({ what }) => what === 'openQuestion')) {
    const choices = await choicesOfOwn(importer, file, facts);
    if (choices !== null) return importRecords(importer, file, { ...options, choices }, watch);
  }
  if (!answer.ok) return answer;
  const used = answer.portions.find((portion) => portion.part === 'mapping');
  if (used?.mapping) writeSetting(store, mappingSetting(file.kind), used.mapping);
  const found = await withMatches(store, file.kind, recordsIn(answer.portions), matches);
  if (found.problems.length > 0 && !partly)
    return { ok: false, why: null, problems: found.problems.slice(0, mostShown), total: found.problems.length };
  const taken: ImportBankChange[] = [];
  const asOf = store.world.now();
  const records: StagedRecord[] = [];
  const isTable = used?.mapping !== null;
  for await (const part of inParts(store, found.records))
    for (const { line, id, text: written } of part) {
      const ref = { kind: file.kind, id };
      const within = isTable ? withinKnown(store, ref, () => objectsIn(written)[0]) : undefined;
      const text = within === undefined ? written : stringifyJson(within);
      const value = within ?? (file.kind === 'vendor' ? objectsIn(written)[0] : undefined);
      const details = value === undefined ? null : otherBankDetails(store, line, id, value, complete);
      if (details === null) records.push({ ref, text, complete, asOf });
      else {
        const { change, kept } = details;
        if (change && bank.includes(id)) taken.push(change);
        // Without its own bank details it is not the whole record that the file has.
        records.push({ ref, text: stringifyJson(kept), complete: complete && change === null, asOf });
      }
    }
  const kept = await placeImport(store, records, { ...watch, whole: () => watch.taken?.(taken) });
  if (kept === null) return { ok: false, why: 'cancelled' };
  noteImport(store, file, { imported: records.length - kept, at: asOf });
  return { ok: true, imported: records.length - kept, kept, left: (used?.bad ?? 0) + found.problems.length, at: asOf, bank: taken };
}

/** The audit line of an import; it can be undone while it is the newest. */
function noteImport(store: Store, { name, kind }: ImportFile, done: { imported: number; at: EpochMs }): void {
  if (store.sql.open)
    store.commit('import noted', () =>
      appendAudit(store, { what: 'recordsImported', editId: null, record: null, facts: { file: name.slice(0, 300), kind, ...done } }),
    );
}

/** The rows of a file that an import leaves out, and those of `lines`, as a file to mend: as they stand there, each with what is wrong. */
export async function restOfImport(
  importer: Importer,
  file: ImportFile,
  { lines = [], ...options }: ImportOptions & { lines?: readonly number[] } = {},
): Promise<ExportedFile | NotImported> {
  const answer = await portionsOf(importer, file, factsOf(importer.store, file, options, { rest: lines }));
  if (!answer.ok) return answer;
  const rest = answer.portions.filter((portion) => portion.part === 'rest');
  const isJson = rest.some(({ format }) => format === 'json');
  const stem = file.name.replace(/\.[^.]*$/, '');
  return {
    name: `${t('exports.toMend', { name: stem })}.${isJson ? 'json' : 'csv'}`,
    mediaType: isJson ? 'application/json' : 'text/csv;charset=UTF-8',
    text: rest.map(({ text }) => text).join(''),
  };
}

/** Gives each row its record: by its id, by the user's word, or as the only one that matches. */
async function withMatches(store: Store, kind: RecordKind, records: readonly FileRecord[], matches: Record<string, string | null>) {
  const byLine = await matchesIn(store, kind, records);
  if (byLine.size === 0) return { records, problems: [] };
  const said = Object.values(matches).flatMap((id) => id ?? []);
  const here = new Set(knownKinds(store, said).flatMap((found) => (found.kind === kind ? found.ids : [])));
  const problems: FileProblem[] = [];
  const taken = new Map<string, number>();
  const given: FileRecord[] = [];
  const idField = idFieldOf(kind);
  for await (const part of inParts(store, records))
    for (const record of part) {
      const word = matches[String(record.line)];
      const { candidates = [], field, value } = byLine.get(record.line) ?? {};
      const told = word !== undefined && word !== null && here.has(word.toLowerCase()) ? word.toLowerCase() : undefined;
      const id = record.id !== '' ? record.id : (told ?? (word === null || candidates.length !== 1 ? undefined : candidates[0]?.id));
      const before = id === undefined ? undefined : taken.get(id);
      if (id === undefined) {
        if (word !== null) problems.push({ line: record.line, what: candidates.length > 1 ? 'severalHere' : 'notHere' });
      } else if (before !== undefined) problems.push({ line: record.line, what: 'sameRecord', other: before });
      else {
        taken.set(id, record.line);
        // The record keeps its own writing of what it was matched by.
        const { [field ?? '']: _same, ...rest } = value ?? {};
        given.push(value === undefined ? { ...record, id } : { ...record, id, text: stringifyJson({ ...rest, [idField]: id }) });
      }
    }
  return { records: given, problems };
}
