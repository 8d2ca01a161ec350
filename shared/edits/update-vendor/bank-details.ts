import type { JsonObject } from '#shared/json/json.ts';
import { withValue } from '#shared/json/json-path.ts';
import { updateVendor } from './kind.ts';

/** The edit that gives a vendor other bank details, as a user records it. */
export function bankDetailsEdit(vendorId: string, fields: readonly { field: string; now: string }[]) {
  const body = fields.reduce((set: JsonObject, { field, now }) => withValue(set, field.split('.'), now), {});
  return { kind: updateVendor.kind, recordKind: 'vendor' as const, recordId: vendorId, body };
}
