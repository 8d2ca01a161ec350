import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from './record-kind.ts';

/** The service's identifier of a record, or null when it carries none; a vendor's is `vendorId`. */
export function recordId(kind: RecordKind, record: JsonObject): string | null {
  const id = record[kind === 'vendor' ? 'vendorId' : 'id'];
  return typeof id === 'string' && id !== '' ? id : null;
}
