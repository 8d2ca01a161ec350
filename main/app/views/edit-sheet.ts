import { t } from '#shared/messages/t.ts';
import { allNames } from '#main/names/book.ts';
import { openEditsOfMany } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { overlayOf } from '#main/edits/overlay.ts';
import { dayOf } from '#main/library/exports/exports.ts';
import { dayCell, tableFile, type MadeFile, type TableFormat } from '#main/library/exports/table.ts';
import type { Cell, TableColumn } from '#main/library/exports/cells.ts';
import { textInCell, writeWorkbook, type Sheet } from '#main/library/exports/workbook.ts';
import { letterOf } from '#main/library/tables/grid.ts';
import { headCell, rowCell } from '#main/library/sheets/csv-base.ts';
import { baseSheet, cellsOfTexts, listsSheet, rowSigner, signBase, type SheetBase } from '#main/library/sheets/sheet-base.ts';
import { valueAt } from '#shared/json/json-path.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { calledInText } from '#shared/references/reference-words.ts';
import { baseMark, idHead, sheetFields, type SheetField, type SheetTag } from '#shared/sheets/sheet-fields.ts';
import { dateOfEpoch } from '#shared/values/dates.ts';
import { sheetTags, TagCells } from './sheet-tags.ts';
import { askedFor, namesIn, rowPages, type ListToExport } from './list-table.ts';
import { readColumns, readText } from './read-columns.ts';

/** Names that stand for one id, both ways; a name that several ids have stands for none. */
export interface ChosenNames {
  textOf: (kind: ReferenceKind, id: string) => string;
  idOf: (kind: ReferenceKind, text: string) => string | null;
  choices: (kind: ReferenceKind) => string[];
}

export function chosenNames(store: Store): ChosenNames {
  const texts = new Map<string, string>();
  const ids = new Map<string, string | null>();
  const named = allNames(store).flatMap(({ kind, id, inUse, ...names }) => {
    const text = calledInText(names);
    return text === null ? [] : [{ kind, id, inUse, text }];
  });
  for (const { kind, id, text } of named) {
    const key = `${kind} ${text.toLowerCase()}`;
    ids.set(key, ids.has(key) ? null : id);
    texts.set(`${kind} ${id}`, text);
  }
  const isAlone = (kind: ReferenceKind, text: string) => ids.get(`${kind} ${text.toLowerCase()}`) != null;
  return {
    textOf: (kind, id) => {
      const text = texts.get(`${kind} ${id.toLowerCase()}`);
      return text !== undefined && isAlone(kind, text) ? text : id;
    },
    idOf: (kind, text) => ids.get(`${kind} ${text.trim().toLowerCase()}`) ?? null,
    choices: (kind) => named.flatMap((name) => (name.inUse && name.kind === kind && isAlone(kind, name.text) ? name.text : [])),
  };
}

/** A field's value as the text that leaves and is compared; '' for nothing. */
export function fieldText(field: SheetField, view: JsonObject, names: ChosenNames): string {
  if (field.tag) return textInCell(tagCells(field.tag, [view], names).textOf(view));
  return textOfValue(field, field.adds ? null : (valueAt(view, field.path) ?? null), names);
}

export const tagCells = (tag: SheetTag, records: readonly JsonObject[], { idOf }: ChosenNames): TagCells =>
  new TagCells(tag, records, idOf);

/** The text of a value in a field's cell. */
export function textOfValue({ refers }: SheetField, value: JsonValue, { textOf }: ChosenNames): string {
  if (value === null) return '';
  return textInCell(refers && typeof value === 'string' ? textOf(refers, value) : asText(value));
}

const asText = (value: JsonValue): string => (typeof value === 'string' ? value : stringifyJson(value));

const fieldCell = ({ input }: SheetField, text: string): Cell => (text === '' ? null : input === 'date' ? dayCell(text) : text);

const widthOf = ({ input }: SheetField): number => (input === 'paragraph' ? 44 : input === 'date' || input === 'currency' ? 13 : 24);

/** A list to edit: shaded columns for reading, white ones for what the kind may change, and the values that left, signed. */
export async function editSheet(
  store: Store,
  asked: Omit<ListToExport, 'columns'>,
  format: TableFormat,
  locale: string,
): Promise<MadeFile> {
  const { base, columns, lists, rows } = tableToEdit(store, asked);
  const sheet = t(`kinds.many.${base.kind}`);
  const name = t('exports.toEdit', { name: sheet, day: dayOf(base.at) });
  if (format === 'csv') {
    const sign = rowSigner(store, base);
    async function* pages(): AsyncGenerator<Cell[][]> {
      // A row that is too long for its cell leaves without the texts of its shaded columns.
      const baseCell = ({ id, texts, read }: EditRow) => rowCell(id, [...texts, ...read], sign) ?? rowCell(id, texts, sign);
      for await (const page of rows) yield page.map((row) => [...row.cells, baseCell(row)]);
    }
    return tableFile({ name, sheet, columns: [...columns, { head: headCell(base) }], pages: pages() }, 'csv', locale);
  }
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const page of rows) {
      for (const { id, texts, read } of page) base.rows.set(id, [...texts, ...read]);
      yield page.map(({ cells }) => cells);
    }
  }
  const file = await writeWorkbook([{ name: sheet, columns, pages: pages(), frozen: 2 }, baseOf(store, base), listsOf(lists)]);
  return { name: `${name}.xlsx`, mediaType: file.type, file };
}

interface EditRow {
  id: string;
  /** Of the white columns. */
  texts: string[];
  /** Of the shaded ones. */
  read: string[];
  cells: Cell[];
}

function tableToEdit(store: Store, asked: Omit<ListToExport, 'columns'>) {
  const { kind } = asked.filter;
  const tags = sheetTags(store, kind);
  const fields = sheetFields(kind, tags);
  const names = chosenNames(store);
  const shaded = readColumns(kind, fields);
  const at = store.world.now();
  const keys = [...fields, ...shaded].map(({ key }) => key);
  const base = { exportId: store.world.uuid(), kind, at, keys, tags, rows: new Map<string, string[]>() };
  const lists: Lists = [
    ...[...new Set(fields.flatMap(({ refers }) => refers ?? []))].map((refers) => ({ of: refers, texts: names.choices(refers) })),
    ...tags.map(({ id, values }) => ({ of: id, texts: values.map(([, text]) => text) })),
  ];
  const columns: TableColumn[] = [
    { head: idHead, width: 38, shaded: true, hidden: true },
    ...shaded.map(({ head, width }) => ({ head, width, shaded: true })),
    ...fields.map((field) => ({ head: field.head, width: widthOf(field), ...choicesOf(field, lists) })),
  ];
  async function* rows(): AsyncGenerator<EditRow[]> {
    const referring = askedFor(kind, null).filter(({ refers }) => refers !== undefined);
    for await (const page of rowPages(store, asked)) {
      const reading = { called: namesIn(store, page, referring), today: dateOfEpoch(at) };
      const ids = page.map(({ id }) => id);
      const open = openEditsOfMany(store, kind, ids);
      yield page.map((row) => {
        const { view } = overlayOf(recordOf(store, row)?.value ?? null, open.get(row.id) ?? []);
        const texts = fields.map((field) => fieldText(field, view, names));
        const read = shaded.map(({ cell }) => cell(row, view, reading));
        const cells = [row.id, ...read, ...fields.map((field, place) => fieldCell(field, texts[place] ?? ''))];
        return { id: row.id, texts, read: read.map(readText), cells };
      });
    }
  }
  return { base, columns, lists, rows: rows() };
}

type Lists = readonly { of: string; texts: readonly string[] }[];

function choicesOf({ refers, tag }: SheetField, lists: Lists): { choices?: string } {
  const place = lists.findIndex((list) => list.of === (tag?.id ?? refers));
  const count = lists[place]?.texts.length ?? 0;
  if (count === 0) return {};
  const letters = letterOf(place);
  return { choices: `${listsSheet}!$${letters}$2:$${letters}$${count + 1}` };
}

function listsOf(lists: Lists): Sheet {
  const most = Math.max(0, ...lists.map(({ texts }) => texts.length));
  async function* pages() {
    yield Array.from({ length: most }, (_, row) => lists.map(({ texts }) => texts[row] ?? null));
  }
  return { name: listsSheet, columns: lists.map(({ of }) => ({ head: of })), pages: pages(), hidden: true };
}

/** The hidden sheet: whose it is, the columns, the values by record, and the signature last, when all of them are known. */
function baseOf(store: Store, base: SheetBase): Sheet {
  async function* pages(): AsyncGenerator<Cell[][]> {
    yield [
      [base.exportId, base.kind, String(base.at), ...(base.tags.length > 0 ? cellsOfTexts([JSON.stringify(base.tags)]) : [])],
      base.keys,
    ];
    const rows = [...base.rows];
    for (let from = 0; from < rows.length; from += 500) {
      await store.world.sleep(0);
      yield rows.slice(from, from + 500).map(([id, texts]) => [id, ...cellsOfTexts(texts)]);
    }
    yield [['signature', signBase(store, base)]];
  }
  return { name: baseSheet, columns: [{ head: baseMark }, ...base.keys.map(() => ({ head: '' }))], pages: pages(), hidden: true };
}
