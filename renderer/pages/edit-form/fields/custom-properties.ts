import { isJsonObject, type JsonValue } from '#shared/json/json.ts';
import type { CustomPropertyInput } from '#shared/records/custom-property.ts';
import { nameOfProperty, valuesOfProperty } from '#shared/records/property-texts.ts';

/** One group of custom properties as a form shows it. */
export interface PropertyGroup {
  groupId: string;
  name: string;
  /** Values that the record carries now; others are not known here. */
  values: { id: string; label: string }[];
  chosen: string[];
  inline: string[];
}

/** A record's groups with what was chosen in the form on top. */
export function groupsOf(read: JsonValue | undefined, inputs: CustomPropertyInput[]): PropertyGroup[] {
  const properties = Array.isArray(read) ? read.filter(isJsonObject) : [];
  return properties.flatMap((property) => {
    const { groupId } = property;
    if (typeof groupId !== 'string' || groupId === '') return [];
    const values = valuesOfProperty(property);
    const input = inputs.find((each) => each.groupId === groupId);
    return [
      {
        groupId,
        name: nameOfProperty(property) ?? groupId.slice(0, 8),
        values: values.flatMap(({ id, label }) => (id ? [{ id, label: label ?? id.slice(0, 8) }] : [])),
        chosen: input ? (input.valueIds ?? []) : values.flatMap(({ id }) => id ?? []),
        inline: input ? (input.inlineValues ?? []) : values.flatMap(({ id, label }) => (id ? [] : (label ?? []))),
      },
    ];
  });
}
