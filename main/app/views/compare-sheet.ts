import { overlayOf } from '#main/edits/overlay.ts';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import { ownBase } from '#main/library/sheets/sheet-base.ts';
import { daysOf } from '#main/library/sheets/reformatted.ts';
import { openEditsOfMany } from '#main/outbox/outbox.ts';
import { rowsOfRecords } from '#main/projections/lists/lists.ts';
import { recordOf } from '#main/records/records.ts';
import { readSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import type { SheetAnswer } from '#shared/sheets/sheet-comparison.ts';
import { isJsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { sheetFields, type SheetField } from '#shared/sheets/sheet-fields.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { chosenNames, type ChosenNames } from './edit-sheet.ts';
import { readPlaces, typedForReading } from './read-columns.ts';
import { sheetTags } from './sheet-tags.ts';
import { asOneRow, dayPairs, gathered, headsWithout, kindByHeads, rowsIn, shadedFacts, type SheetRow } from './sheet-rows.ts';
import { compareRow, isUntouched, leftText, mostTold, type Common, type PlannedChange, type Told } from './compare-row.ts';

/** The changes that a comparison found, kept until the user drafts them. */
export interface SheetPlan {
  id: string;
  store: Store;
  kind: RecordKind;
  /** Names the ledger of what was added from this sheet. */
  exportId: string;
  changes: readonly PlannedChange[];
}

/** The setting that remembers what was added from a sheet: a payment or a comment is taken once. */
export const takenSetting = (exportId: string): string => `sheet:${exportId}`;
/** Rows that are compared in one turn. */
const pageRows = 100;

/** Compares every cell of a sheet with what left and with today. Reads and changes nothing else. */
export async function compareSheet(
  store: Store,
  portions: readonly Portion<'sheet'>[],
  locale: string,
): Promise<{ answer: SheetAnswer; plan: SheetPlan | null }> {
  const refused = portions.find((portion) => portion.part === 'refused');
  if (refused) return { answer: { ok: false, why: refused.why }, plan: null };
  const read = gathered(portions);
  const base = read.base && ownBase(store, read.base);
  const kind = read.base?.kind ?? kindByHeads(read.sheets.flatMap(({ heads }) => heads));
  if (kind === null) return { answer: { ok: false, why: 'notEditSheet' }, plan: null };
  const tags = base?.tags ?? sheetTags(store, kind);
  const fields = sheetFields(kind, tags);
  const found = rowsIn(read, fields, (heads) => readPlaces(kind, tags, heads));
  const exportId = base?.exportId ?? 'foreign';
  const taken = readSetting(store, takenSetting(exportId));
  const shaded = shadedFacts(store, kind, read);
  const days = daysOf([...dayPairs(found.rows, base), ...shaded.days]);
  const common = {
    store,
    base,
    kind,
    names: namesFor(store, fields),
    locale,
    decimal: shaded.decimal,
    days,
    order: days.order,
    taken: isJsonObject(taken) ? taken : {},
  };
  const { plan: changes, ...told } = await compareRows(common, [...found.rows]);
  const plan: SheetPlan = { id: store.world.uuid(), store, kind, exportId, changes };
  const unknownRows = told.unknownRows + found.nameless.length;
  const unknown = [...told.unknown, ...found.nameless].slice(0, mostTold);
  const heads = { unknownHeads: headsWithout(read, fields) };
  return {
    answer: {
      ok: true,
      plan: plan.id,
      kind,
      exportedAt: base?.at ?? null,
      marked: read.base !== null,
      ...told,
      ...heads,
      unknownRows,
      unknown,
    },
    plan,
  };
}

/** The names directory; a value of one group of custom properties is none of another. */
function namesFor(store: Store, fields: readonly SheetField[]): ChosenNames {
  const names = chosenNames(store);
  const grouped = new Set(fields.flatMap(({ tag }) => tag?.values.map(([id]) => id) ?? []));
  const idOf = (kind: ReferenceKind, text: string) => {
    const id = names.idOf(kind, text);
    return id !== null && kind === 'customPropertyValue' && grouped.has(id) ? null : id;
  };
  return { ...names, idOf };
}

/** Compares the rows of known records, a page a turn. */
async function compareRows(common: Common, rows: [string, SheetRow[]][]): Promise<Told> {
  const { store, kind } = common;
  const told: Told = {
    ...{ changes: [], plan: [], reformatted: { count: 0, cells: [] }, problems: [] },
    ...{ already: 0, unchangedRows: 0, unknownRows: 0, unknown: [] },
  };
  for (let from = 0; from < rows.length; from += pageRows) {
    await store.world.sleep(0);
    const page = rows.slice(from, from + pageRows);
    const ids = page.map(([id]) => id);
    const open = openEditsOfMany(store, kind, ids);
    const titles = new Map(rowsOfRecords(store, kind, ids).map((row) => [row.id, row.title]));
    for (const [id, copies] of page) {
      const service = recordOf(store, { kind, id })?.value;
      if (!service) {
        told.unknownRows += 1;
        const [{ line = 0, label = '' } = {}] = copies;
        if (told.unknown.length < mostTold) told.unknown.push({ line, title: label || id });
        continue;
      }
      const before = told.changes.length + told.problems.length;
      const { view } = overlayOf(service, open.get(id) ?? []);
      const of = { ...common, id, service, view };
      const row = asOneRow(copies, (field, cell) => isUntouched(of, field, leftText(of, field), cell));
      const title = titles.get(id) ?? id;
      if (row) compareRow({ ...of, row, title }, told);
      const read = copies.flatMap((copy) => copy.read);
      for (const typed of typedForReading(of, read)) told.problems.push({ ...typed, title, value: null, why: 'forReading' });
      if (told.changes.length + told.problems.length === before) told.unchangedRows += 1;
    }
  }
  return told;
}
