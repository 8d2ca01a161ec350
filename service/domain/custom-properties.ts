import type { OperationInput } from '#service/domain/operations/operation.ts';
import type { CustomProperty, CustomPropertyInput, CustomPropertyValue } from './records/custom-property.ts';
import { refuse, type Refusal } from './refusal.ts';
import type { CustomPropertyGroup } from './store.ts';

/**
 * Turns the write shape into the read shape ("Custom property input"): each group named in the body is replaced, others stay.
 * An unknown group or value is UNPROCESSABLE_CONTENT with its path; an empty choice removes the group from the record.
 */
export function applyCustomProperties(
  before: readonly CustomProperty[],
  inputs: readonly CustomPropertyInput[],
  operation: OperationInput,
): { readonly kind: 'properties'; readonly properties: CustomProperty[] } | Refusal {
  const after = new Map(before.map((property) => [property.groupId, property]));
  for (const [index, input] of inputs.entries()) {
    const group = operation.store.get('customPropertyGroup', input.groupId);
    const path = ['customProperties', String(index)];
    if (group?.companyId !== operation.caller.companyId) {
      return refuse('UNPROCESSABLE_CONTENT', 'UNKNOWN_PROPERTY_GROUP', 'There is no such custom property group.', [...path, 'groupId']);
    }
    const values = valuesOf(group, input, operation);
    if (typeof values === 'string')
      return refuse('UNPROCESSABLE_CONTENT', values, 'The values do not fit the group.', [...path, 'valueIds']);
    if (values.length === 0) after.delete(group.id);
    else after.set(group.id, { groupId: group.id, groupInternalName: group.internalName, values });
  }
  return { kind: 'properties', properties: [...after.values()] };
}

function valuesOf(
  group: CustomPropertyGroup,
  input: CustomPropertyInput,
  operation: OperationInput,
): CustomPropertyValue[] | 'UNKNOWN_PROPERTY_VALUE' | 'SINGLE_VALUE_GROUP' {
  const values: CustomPropertyValue[] = [];
  for (const id of input.valueIds ?? []) {
    const value = group.values.find((known) => known.id === id);
    if (value === undefined) return 'UNKNOWN_PROPERTY_VALUE';
    values.push(value);
  }
  for (const label of input.inlineValues ?? []) values.push(propertyValue(group, operation.uuid(), label, operation.timestamp));
  return values.length > 1 && !group.multiple ? 'SINGLE_VALUE_GROUP' : values;
}

/** A new value of a group, named after its label. */
export function propertyValue(group: Omit<CustomPropertyGroup, 'values'>, id: string, label: string, at: string): CustomPropertyValue {
  return {
    id,
    groupId: group.id,
    groupInternalName: group.internalName,
    companyId: group.companyId,
    internalName: label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    label,
    context: null,
    createdAt: at,
    updatedAt: at,
  };
}
