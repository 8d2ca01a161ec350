import { t } from '#shared/messages/t.ts';
import { propertiesUsedBy } from '#main/projections/usage/properties-used.ts';
import type { Store } from '#main/storage/store.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { CustomPropertyInput } from '#shared/records/custom-property.ts';
import { valuesOfProperty, wordsOfInternal } from '#shared/records/property-texts.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { uuidIn } from '#shared/values/uuid.ts';
import { sheetFields, type SheetTag } from '#shared/sheets/sheet-fields.ts';

/** Between the values of one cell; a value that holds one of them is written as its id. */
const parted = /[;\n]/;
/** Bytes of the values that leave with a sheet: a heading of a CSV holds them. */
const mostBytes = 10_000;

/** The columns of custom properties of a kind: the groups that its records carry, with the values that have a name of their own. */
export function sheetTags(store: Store, kind: RecordKind): SheetTag[] {
  const heads = new Set(sheetFields(kind).map(({ head }) => head.toLowerCase()));
  let left = mostBytes;
  return propertiesUsedBy(store, kind).map(({ id, name, values }) => {
    const short = id.slice(0, 8);
    const called = name === null ? t('exports.property', { id: short }) : wordsOfInternal(name).slice(0, 60);
    const head = heads.has(called.toLowerCase()) ? `${called} (${short})` : called;
    heads.add(head.toLowerCase());
    const counts = Map.groupBy(values, (value) => key(value.name ?? ''));
    const named = values.flatMap((value): [string, string][] => {
      const text = value.name?.trim() ?? '';
      if (text === '' || parted.test(text) || counts.get(key(text))?.length !== 1) return [];
      left -= Buffer.byteLength(text + value.id);
      return left < 0 ? [] : [[value.id, text]];
    });
    return { id, head, values: named };
  });
}

const key = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The values of a column by their texts and by their ids. */
const indexes = new WeakMap<SheetTag, { ids: ReadonlyMap<string, string>; texts: ReadonlyMap<string, string> }>();

function indexOf(tag: SheetTag) {
  const known = indexes.get(tag) ?? { ids: new Map(tag.values.map(([id, text]) => [key(text), id])), texts: new Map(tag.values) };
  indexes.set(tag, known);
  return known;
}

interface OneTag {
  id: string | null;
  text: string;
}

/** Reads and writes the cells of one column of custom properties for one record. */
export class TagCells {
  readonly #tag: SheetTag;
  readonly #own: OneTag[];
  readonly #named: (kind: ReferenceKind, text: string) => string | null;
  #groupId: string;

  /** `records`: the same record with and without open edits; `named` finds the only value of a name in the names directory. */
  constructor(tag: SheetTag, records: readonly JsonObject[], named: (kind: ReferenceKind, text: string) => string | null) {
    this.#tag = tag;
    this.#named = named;
    this.#groupId = tag.id;
    this.#own = records.flatMap((record) => this.#valuesIn(record));
  }

  #valuesIn(record: JsonObject): OneTag[] {
    const properties = Array.isArray(record['customProperties']) ? record['customProperties'].filter(isJsonObject) : [];
    for (const group of properties) {
      const { groupId } = group;
      if (typeof groupId !== 'string' || groupId.toLowerCase() !== this.#tag.id) continue;
      this.#groupId = groupId;
      return valuesOfProperty(group).map(({ id, label }) => ({ id, text: label ?? '' }));
    }
    return [];
  }

  /** The values that a record carries, as a cell. */
  textOf(record: JsonObject): string {
    return this.#joined(this.#valuesIn(record));
  }

  /** The values of an edit, as a cell. */
  textOfInput(value: JsonValue): string {
    const [input] = Array.isArray(value) ? (value as CustomPropertyInput[]) : [];
    const ids = (input?.valueIds ?? []).map((id) => ({ id, text: '' }));
    return this.#joined([...ids, ...(input?.inlineValues ?? []).map((text) => ({ id: null, text }))]);
  }

  #joined(values: readonly OneTag[]): string {
    return values.map((value) => this.#written(value)).join('; ');
  }

  /** The text that is read as this value again. */
  #written({ id, text }: OneTag): string {
    if (id === null) return text;
    const own = this.#own.filter((value) => value.id === id).map((value) => value.text);
    const known = indexOf(this.#tag).texts.get(id.toLowerCase());
    return [text, ...own, known].find((each) => each && !parted.test(each) && this.#idOf(each) === id) ?? id;
  }

  /** The value of a text in this group: the record's own, then one that left with the sheet, then the only one of that name; null for none. */
  #idOf(text: string): string | null {
    const plain = key(text);
    const own = new Set(this.#own.flatMap(({ id, text: named }) => (id && [key(named), id.toLowerCase()].includes(plain) ? [id] : [])));
    const [only = null, another] = own;
    if (only !== null) return another === undefined ? only : null;
    return indexOf(this.#tag).ids.get(plain) ?? uuidIn(plain) ?? this.#named('customPropertyValue', text);
  }

  /** A cell as the edit that the form records: known values by id, others as they are typed. `fresh`: those nobody knows here. */
  read(cell: string): { value: CustomPropertyInput[]; fresh: string[] } {
    const ids = new Set<string>();
    const fresh = new Map<string, string>();
    for (const part of cell.split(parted).flatMap((each) => (this.#idOf(each) === null ? each.split(',') : [each]))) {
      const text = part.trim();
      if (text === '') continue;
      const id = this.#idOf(text);
      if (id === null) fresh.set(key(text), text);
      else ids.add(id);
    }
    const inlineValues = [...fresh.values()];
    const known = new Set(this.#own.filter(({ id }) => id === null).map(({ text }) => key(text)));
    const value = { groupId: this.#groupId, valueIds: [...ids], ...(inlineValues.length > 0 ? { inlineValues } : {}) };
    return { value: [value], fresh: inlineValues.filter((text) => !known.has(key(text))) };
  }

  /** True for two cells that list the same values, in whatever order. */
  same(one: string, other: string): boolean {
    return this.#listed(one) === this.#listed(other);
  }

  #listed(cell: string): string {
    const [{ valueIds = [], inlineValues = [] } = {}] = this.read(cell).value;
    return JSON.stringify([...valueIds, ...inlineValues.map((text) => `=${key(text)}`)].sort());
  }
}
