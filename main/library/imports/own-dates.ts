import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { inParts } from '#main/library/in-parts.ts';
import type { ImportFacts } from '#main/library/reading/job-kinds.ts';
import type { DateOrder } from '#shared/files/file-format.ts';
import type { FileSummary, ImportChoices } from '#shared/files/import-summary.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { dayFields } from './import-columns.ts';
import { isOwnExport } from './own-columns.ts';
import { objectsIn, portionsOf, recordsIn, type FileRecord, type Importer, type ImportFile } from './read-portions.ts';

/** The order of dates of a list that this app exported, by the records that are here; null where it is not asked or they do not tell. */
export async function datesOfOwn(
  importer: Importer,
  file: ImportFile,
  facts: ImportFacts,
  summary: FileSummary,
): Promise<DateOrder | null> {
  const question = summary.questions.find(({ what }) => what === 'dates');
  if (question?.what !== 'dates' || !isOwnExport(summary.columns.map(({ name }) => name))) return null;
  const fitting: DateOrder[] = [];
  for (const { order } of question.choices) {
    const answer = await portionsOf(importer, file, { ...facts, choices: { ...facts.choices, dates: order }, wantsRecords: true });
    if (answer.ok && (await datesFit(importer.store, file.kind, recordsIn(answer.portions)))) fitting.push(order);
  }
  const [only, another] = fitting;
  return another === undefined ? (only ?? null) : null;
}

/** The user's choices with what `datesOfOwn` finds; null where that is nothing. */
export async function choicesOfOwn(importer: Importer, file: ImportFile, facts: ImportFacts): Promise<ImportChoices | null> {
  const answer = await portionsOf(importer, file, { ...facts, wantsSummary: true });
  const [summary] = answer.ok ? answer.portions : [];
  const dates = summary?.part === 'summary' ? await datesOfOwn(importer, file, facts, summary) : null;
  return dates === null ? null : { ...facts.choices, dates };
}

/** True where every known record has the days that its row has, and some have. */
async function datesFit(store: Store, kind: RecordKind, records: readonly FileRecord[]): Promise<boolean> {
  const fields = dayFields(kind);
  let fits = 0;
  for await (const part of inParts(store, records))
    for (const { id, text } of part) {
      const [told] = objectsIn(text);
      const known = recordOf(store, { kind, id })?.value;
      for (const field of known && told ? fields : []) {
        const [before, now] = [known?.[field], told?.[field]];
        if (typeof now !== 'string') continue;
        if (typeof before !== 'string' || before.slice(0, 10) !== now.slice(0, 10)) return false;
        fits += 1;
      }
    }
  return fits > 0;
}
