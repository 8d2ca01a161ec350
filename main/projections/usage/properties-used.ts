import { sql } from 'drizzle-orm';
import { isJsonObject, objectIn, type JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { valuesOfProperty } from '#shared/records/property-texts.ts';
import { referencePlace } from '#shared/references/reference-places.ts';
import { calledInText } from '#shared/references/reference-words.ts';
import { nameColumns, nameOfRow } from '#main/names/book.ts';
import { param, prepared } from '#main/storage/prepared.ts';
import { recordBody } from '#main/storage/schema/records.ts';
import { reference } from '#main/storage/schema/references.ts';
import { recordWords } from '#main/storage/schema/words.ts';
import { catchUpWords } from '#main/projections/search/word-index.ts';
import { withWords } from '#main/projections/search/record-words.ts';
import { referenceWord } from '#main/projections/search/words.ts';
import { rowRange } from '#main/storage/row-range.ts';
import type { Store } from '#main/storage/store.ts';

/** A group of custom properties that records of a kind carry, and its values; texts are null where nobody named them. */
export interface UsedProperty {
  id: string;
  name: string | null;
  values: { id: string; name: string | null }[];
}

const used = prepared((db) =>
  db.rows(
    { ...nameColumns, text: recordBody.text },
    sql`FROM ${reference} LEFT JOIN ${recordBody} ON ${recordBody.row} = ${reference.seenRow}
      WHERE ${reference.kind} = ${param('kind')} AND ${reference.places} & ${param('place')} AND ${reference.inUse}
      ORDER BY ${reference.name}, ${reference.id} LIMIT ${param('limit')}`,
  ),
);
const holders = prepared((db) =>
  db.rows(
    { text: recordBody.text },
    sql`FROM (SELECT ${recordWords.rowid} AS found ${withWords} LIMIT 1) JOIN ${recordBody} ON ${recordBody.row} = found`,
  ),
);
const most = { groups: 40, values: 2_000, sought: 300 };

/** The custom properties that records of a kind carry, by the names directory. A value's group is told by a record that has it. */
export function propertiesUsedBy(store: Store, holder: RecordKind): UsedProperty[] {
  const rowsOf = (kind: 'customPropertyGroup' | 'customPropertyValue', path: string[], limit: number) => {
    const place = referencePlace(holder, ['customProperties', ...path]);
    return place === null ? [] : used(store).all({ kind, place: 1 << place.number, limit });
  };
  const groups = rowsOf('customPropertyGroup', ['groupId'], most.groups).map((row): UsedProperty => ({
    id: row.id,
    name: calledInText(nameOfRow(row)),
    values: [],
  }));
  const parsed = new Map<string, JsonObject[]>();
  const groupIn = (text: string | null | undefined, value: string) => {
    const properties = parsed.get(text ?? '') ?? propertiesIn(text ?? '');
    parsed.set(text ?? '', properties);
    const holding = properties.find((each) => valuesOfProperty(each).some(({ id }) => id?.toLowerCase() === value));
    const groupId = holding?.['groupId'];
    return groups.find(({ id }) => typeof groupId === 'string' && id === groupId.toLowerCase());
  };
  const [first, last] = rowRange(holder);
  catchUpWords(store);
  let sought = 0;
  for (const { text, ...row } of rowsOf('customPropertyValue', ['values', 'id'], most.values)) {
    // The record in which it was seen last may have lost it since.
    const elsewhere = () => sought++ < most.sought && holders(store).get({ match: `"${referenceWord(row.id)}"`, first, last })?.text;
    const group = groupIn(text, row.id) ?? groupIn(elsewhere() || '', row.id);
    group?.values.push({ id: row.id, name: calledInText(nameOfRow(row)) });
  }
  return groups;
}

function propertiesIn(text: string): JsonObject[] {
  const properties = objectIn(text)?.['customProperties'];
  return Array.isArray(properties) ? properties.filter(isJsonObject) : [];
}
