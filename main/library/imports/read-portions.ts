import type { Store } from '#main/storage/store.ts';
import { companyOf } from '#main/records/company.ts';
import type { ImportFacts, Portion } from '#main/library/reading/job-kinds.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { FileContent } from '#main/library/tables/read-source.ts';
import type { ImportChoices } from '#shared/files/import-summary.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { isJsonObject, parseJson, strangersLimits, type JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { NotReadReason } from '#shared/messages/refusal-words.ts';
import type { Mapping } from './import-columns.ts';
import type { ImportWatch } from './import-place.ts';

export interface ImportFile {
  name: string;
  content: FileContent;
  kind: RecordKind;
}

/** Why a file is not taken: it could not be read at all, the user cancelled it, or the first problems by line and how many there are. */
export type NotImported = { ok: false; why: NotReadReason } | { ok: false; why: null; problems: FileProblem[]; total: number };

/** The cache that an import goes into, and who reads its file. */
export interface Importer {
  store: Store;
  reading: Reading;
}

/** The user's word on an import. */
export interface ImportOptions {
  mapping?: Mapping | undefined;
  choices?: ImportChoices | undefined;
  /** Each record is whole, so that a full-record update may be built on it. */
  complete?: boolean | undefined;
  /** Rows that cannot be used are left out; else they refuse the file. */
  partly?: boolean | undefined;
  /** The record that a row means, by the row's line; null for none. */
  matches?: Record<string, string | null> | undefined;
  /** Vendors whose bank details are taken from the file; all others keep theirs. */
  bank?: readonly string[] | undefined;
}

/** Reads a file in the reader process: its portions, or the reason why there are none. */
export async function portionsOf(
  { reading }: Importer,
  { content }: ImportFile,
  facts: ImportFacts,
  { report, signal }: ImportWatch = {},
): Promise<{ ok: true; portions: Portion<'importFile'>[] } | NotImported> {
  let [done, of] = [0, 0];
  const heard = (portion: Portion<'importFile'>) => {
    if (portion.part === 'mapping') of = portion.good;
    if (portion.part === 'records') report?.({ done: (done += portion.records.length), of, writes: false });
  };
  const answer = await reading.read('importFile', content, facts, { heard, signal });
  if (!answer.ok) return { ok: false, why: answer.why };
  const refused = answer.portions.find((portion) => portion.part === 'refused');
  return refused ? { ok: false, why: null, problems: refused.problems, total: refused.total } : answer;
}

export interface FileRecord {
  line: number;
  id: string;
  text: string;
}

export const recordsIn = (portions: readonly Portion<'importFile'>[]): FileRecord[] =>
  portions.flatMap((portion) => (portion.part === 'records' ? portion.records : []));

export function objectsIn(text: string): JsonObject[] {
  const parsed = parseJson(text, strangersLimits);
  return parsed.ok && isJsonObject(parsed.value) ? [parsed.value] : [];
}

/** The reader's facts by the user's word. */
export function factsOf(
  store: Store,
  { name, kind }: ImportFile,
  { mapping = {}, choices = {}, complete = false, partly = false }: ImportOptions,
  given: Partial<ImportFacts> = {},
): ImportFacts {
  const asked = { name, kind, mapping, guesses: Object.keys(mapping).length === 0, choices, complete, partly };
  return { ...asked, wantsSummary: false, wantsRecords: false, rest: null, ...given, companyId: companyOf(store) };
}
