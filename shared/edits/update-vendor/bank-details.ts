import type { JsonObject } from '#shared/json/json.ts';
import { updateVendor } from './kind.ts';

/** The edit that gives a vendor other bank details, as a user records it. */
export function bankDetailsEdit(vendorId: string, fields: readonly { field: string; now: string }[]) {
  const body: JsonObject = Object.fromEntries(fields.map(({ field, now }) => [field, now]));
  return { kind: updateVendor.kind, recordKind: 'vendor' as const, recordId: vendorId, body };
}
