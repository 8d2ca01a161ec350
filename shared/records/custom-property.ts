import { z } from '#shared/zod.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { instant, objects, text, uuid, type FieldOptions } from './field.ts';

/** One value of a custom property ("Custom property value"). */
const customPropertyValue = z.looseObject({
  id: uuid('records.field.value'),
  groupId: uuid('records.field.group'),
  groupInternalName: text('records.field.groupName'),
  companyId: uuid('records.field.company'),
  internalName: text('records.field.internalName'),
  label: text('records.field.label'),
  context: text('records.field.context'),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
});

/** The shape in which records carry custom properties; updates take `CustomPropertyInput`. */
export const customProperty = z.looseObject({
  groupId: uuid('records.field.group'),
  groupInternalName: text('records.field.groupName'),
  values: objects('records.field.values', customPropertyValue),
});

export const customProperties = (options: FieldOptions = {}) =>
  objects('records.field.customProperties', customProperty, { group: 'main', ...options });

/** The shape in which updates take custom properties ("Custom property input"). */
export const customPropertyInput = z.strictObject({
  groupId: z.string().min(1),
  valueIds: z.array(z.string().min(1)).optional(),
  inlineValues: z.array(z.string()).optional(),
});
export type CustomPropertyInput = z.infer<typeof customPropertyInput>;

/**
 * Read shape to write shape: a value with an id becomes its id, one without becomes its label (or internal name) inline. Entries that
 * name no group cannot be written and are left out.
 */
export function inputOfProperties(read: JsonValue | undefined): CustomPropertyInput[] {
  if (!Array.isArray(read)) return [];
  return read.filter(isJsonObject).flatMap((property) => {
    if (typeof property['groupId'] !== 'string') return [];
    const values = valuesOf(property);
    const inlineValues = values.filter((value) => typeof value['id'] !== 'string').flatMap((value) => nameOf(value) ?? []);
    const valueIds = values.flatMap((value) => (typeof value['id'] === 'string' ? [value['id']] : []));
    return [{ groupId: property['groupId'], valueIds, ...(inlineValues.length === 0 ? {} : { inlineValues }) }];
  });
}

function valuesOf(property: JsonObject): JsonObject[] {
  return Array.isArray(property['values']) ? property['values'].filter(isJsonObject) : [];
}

function nameOf(value: JsonObject): string | null {
  for (const name of [value['label'], value['internalName']]) if (typeof name === 'string') return name;
  return null;
}

/** Later inputs replace earlier ones of the same group; other groups stay. */
export function mergeProperties(earlier: CustomPropertyInput[], later: CustomPropertyInput[]): CustomPropertyInput[] {
  const replaced = new Set(later.map((input) => input.groupId));
  return [...earlier.filter((input) => !replaced.has(input.groupId)), ...later];
}

/** A record's custom properties with inputs on top, for showing: known values keep their labels, new ones show what was typed. */
export function overlayProperties(read: JsonValue | undefined, inputs: CustomPropertyInput[]): JsonValue[] {
  const known = Array.isArray(read) ? read : [];
  const shown = known.map((property) => {
    if (!isJsonObject(property)) return property;
    const input = inputs.find((each) => each.groupId === property['groupId']);
    return input === undefined ? property : { ...property, values: shownValues(input, valuesOf(property)) };
  });
  const knownGroups = new Set(known.filter(isJsonObject).map((property) => property['groupId']));
  const added = inputs.filter((input) => !knownGroups.has(input.groupId));
  return [...shown, ...added.map((input) => ({ groupId: input.groupId, values: shownValues(input, []) }))];
}

function shownValues(input: CustomPropertyInput, known: JsonObject[]): JsonObject[] {
  const byId = (input.valueIds ?? []).map((id) => known.find((value) => value['id'] === id) ?? { id });
  return [...byId, ...(input.inlineValues ?? []).map((label) => ({ label }))];
}

/** True when a record's custom properties equal one input: exactly these values, in any order. */
export function showsProperty(read: JsonValue | undefined, input: CustomPropertyInput): boolean {
  const property = (Array.isArray(read) ? read : []).filter(isJsonObject).find((each) => each['groupId'] === input.groupId);
  const left = property === undefined ? [] : valuesOf(property);
  const take = (matches: (value: JsonObject) => boolean) => {
    const index = left.findIndex(matches);
    if (index === -1) return false;
    left.splice(index, 1);
    return true;
  };
  const ids = (input.valueIds ?? []).every((id) => take((value) => value['id'] === id));
  const inline = (input.inlineValues ?? []).every((typed) => take((value) => value['label'] === typed || value['internalName'] === typed));
  return ids && inline && left.length === 0;
}
