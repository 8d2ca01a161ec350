import { listOf } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** An internal name as people read it: `cost_type` is "Cost type". */
export function wordsOfInternal(internal: string): string {
  const words = internal.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a group of custom properties; null without one. */
export function nameOfProperty(property: JsonObject): string | null {
  const internal = textOf(property['groupInternalName']);
  return internal === null ? null : wordsOfInternal(internal);
}

/** The values of one group that a record carries. */
export function valuesOfProperty(property: JsonObject): { id: string | null; label: string | null }[] {
  const values = Array.isArray(property['values']) ? property['values'].filter(isJsonObject) : [];
  return values.map((value) => ({ id: textOf(value['id']), label: textOf(value['label']) ?? textOf(value['internalName']) }));
}

/** "Cost type: Travel, Meals" wherever a record's custom properties are shown. */
export function propertyTexts(read: JsonValue | undefined): { groupId: string; name: string; text: string }[] {
  const properties = Array.isArray(read) ? read.filter(isJsonObject) : [];
  return properties.map((property, place) => ({
    groupId: textOf(property['groupId']) ?? String(place),
    name: nameOfProperty(property) ?? t('references.one.customPropertyGroup'),
    text: listOf(valuesOfProperty(property).map(({ id, label }) => label ?? id?.slice(0, 8) ?? '')),
  }));
}

/** True when a value has the shape of a record's `customProperties`. */
export function areProperties(value: JsonValue): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => isJsonObject(each) && 'groupId' in each && 'values' in each);
}
