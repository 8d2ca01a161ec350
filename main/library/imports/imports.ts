import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { companyOf } from '#main/records/company.ts';
import type { StagedRecord } from '#main/records/staged-import.ts';
import type { ImportFacts, Portion } from '#main/library/reading/job-kinds.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { ImportLook } from '#shared/contract/views/library-views.ts';
import type { FileProblem } from '#shared/messages/file-problem.ts';
import { isJsonObject, parseJson, strangersLimits, type JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { NotReadReason } from '#shared/messages/refusal-words.ts';
import { importFields, type Mapping } from './import-columns.ts';
import { placeImport } from './import-place.ts';

export interface ImportFile {
  name: string;
  text: string;
  kind: RecordKind;
}

/** Why a file is not taken: it could not be read at all, or the first problems by line and how many there are. */
export type NotImported = { ok: false; why: NotReadReason } | { ok: false; why: null; problems: FileProblem[]; total: number };

export type LookAnswer = ({ ok: true } & ImportLook) | NotImported;
export type ImportAnswer = { ok: true; imported: number; kept: number } | NotImported;

/** The cache that an import goes into, and who reads its file. */
export interface Importer {
  store: Store;
  reading: Reading;
}

const mappingSetting = (kind: RecordKind): string => `importMapping.${kind}`;

/** Looks at an export file: its format, its columns and how they were mapped the last time, the first records. Stores nothing. */
export async function inspectImport({ store, reading }: Importer, file: ImportFile): Promise<LookAnswer> {
  const answer = await reading.read('importLook', file.text, factsOf(store, file, { mapping: rememberedMapping(store, file.kind) }));
  const [portion] = answer.ok ? answer.portions : [];
  if (!answer.ok || portion === undefined) return { ok: false, why: answer.ok ? 'failed' : answer.why };
  if (portion.part === 'refused') return refused(portion);
  const { part: _, sample, ...look } = portion;
  return { ok: true, ...look, fields: [...importFields(file.kind).keys()], sample: sample.flatMap(objectsIn) };
}

/** The mapping that the last import of this kind used. */
function rememberedMapping(store: Store, kind: RecordKind): Mapping {
  const remembered = readSetting(store, mappingSetting(kind));
  if (!isJsonObject(remembered)) return {};
  return Object.fromEntries(Object.entries(remembered).flatMap(([column, path]) => (typeof path === 'string' ? [[column, path]] : [])));
}

function objectsIn(text: string): JsonObject[] {
  const parsed = parseJson(text, strangersLimits);
  return parsed.ok && isJsonObject(parsed.value) ? [parsed.value] : [];
}

/**
 * Imports an export file, all of it or nothing, also across a crash: every record is checked before the first is stored. Records that are
 * newer here are kept.
 * `complete` says that each record is whole, so that a full-record update may be built on it.
 */
export async function importRecords(
  { store, reading }: Importer,
  file: ImportFile,
  { mapping = {}, complete = false }: { mapping?: Mapping; complete?: boolean } = {},
): Promise<ImportAnswer> {
  const answer = await reading.read('importRecords', file.text, factsOf(store, file, { mapping, complete }));
  if (!answer.ok) return { ok: false, why: answer.why };
  const asOf = store.world.now();
  const records: StagedRecord[] = [];
  for (const portion of answer.portions) {
    if (portion.part === 'refused') return refused(portion);
    if (portion.part === 'mapping') {
      if (portion.mapping) writeSetting(store, mappingSetting(file.kind), portion.mapping);
    } else for (const { id, text } of portion.records) records.push({ ref: { kind: file.kind, id }, text, complete, asOf });
  }
  const kept = await placeImport(store, records);
  return { ok: true, imported: records.length - kept, kept };
}

function factsOf(store: Store, { name, kind }: ImportFile, given: { mapping: Mapping; complete?: boolean }): ImportFacts {
  return { name, kind, complete: false, ...given, companyId: companyOf(store) };
}

const refused = ({ problems, total }: Extract<Portion<'importLook'>, { part: 'refused' }>): NotImported => ({
  ok: false,
  why: null,
  problems,
  total,
});
