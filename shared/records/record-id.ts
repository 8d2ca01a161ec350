import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from './record-kind.ts';

/** The field that names a record of a kind: a vendor's is `vendorId`. */
export const idFieldOf = (kind: RecordKind): 'vendorId' | 'id' => (kind === 'vendor' ? 'vendorId' : 'id');

/** The service's identifier of a record, or null when it carries none. */
export function recordId(kind: RecordKind, record: JsonObject): string | null {
  const id = record[idFieldOf(kind)];
  return typeof id === 'string' && id !== '' ? id : null;
}
