import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json.ts';
import type { CustomPropertyInput } from '#shared/records/custom-property.ts';

/** One group of custom properties as a form shows it. */
export interface PropertyGroup {
  groupId: string;
  name: string;
  /** Values that the record carries now; others are not known here. */
  values: { id: string; label: string }[];
  chosen: string[];
  inline: string[];
}

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A record's groups with what was chosen in the form on top. */
export function groupsOf(read: JsonValue | undefined, inputs: CustomPropertyInput[]): PropertyGroup[] {
  const properties = Array.isArray(read) ? read.filter(isJsonObject) : [];
  return properties.flatMap((property) => {
    const groupId = textOf(property['groupId']);
    if (!groupId) return [];
    const values = valuesOf(property);
    const input = inputs.find((each) => each.groupId === groupId);
    return [
      {
        groupId,
        name: named(textOf(property['groupInternalName']) ?? groupId.slice(0, 8)),
        values: values.flatMap(({ id, label }) => (id ? [{ id, label: label ?? id.slice(0, 8) }] : [])),
        chosen: input ? (input.valueIds ?? []) : values.flatMap(({ id }) => id ?? []),
        inline: input ? (input.inlineValues ?? []) : values.flatMap(({ id, label }) => (id ? [] : (label ?? []))),
      },
    ];
  });
}

/** An internal name as people read it: `cost_type` is "Cost type". */
function named(internal: string): string {
  const words = internal.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valuesOf(property: JsonObject): { id: string | null; label: string | null }[] {
  const values = Array.isArray(property['values']) ? property['values'].filter(isJsonObject) : [];
  return values.map((value) => ({ id: textOf(value['id']), label: textOf(value['label']) ?? textOf(value['internalName']) }));
}

export function inputOfGroup(groupId: string, valueIds: string[], inlineValues: string[]): CustomPropertyInput {
  return { groupId, valueIds, ...(inlineValues.length > 0 ? { inlineValues } : {}) };
}

/** "Cost type: Travel, Meals" for a record page. */
export function propertyTexts(read: JsonValue | undefined): { groupId: string; name: string; text: string }[] {
  const properties = Array.isArray(read) ? read.filter(isJsonObject) : [];
  return properties.map((property, place) => ({
    groupId: textOf(property['groupId']) ?? String(place),
    name: named(textOf(property['groupInternalName']) ?? 'Custom property'),
    text: valuesOf(property)
      .map(({ id, label }) => label ?? id?.slice(0, 8) ?? '')
      .join(', '),
  }));
}
