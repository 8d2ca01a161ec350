import { recordOf } from '#main/cache/records/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { RecordFieldsInput } from '#shared/contract/inputs.ts';
import type { RecordFields } from '#shared/contract/views.ts';

/** What the service says of some fields of these records: what a form for all of them is opened on. */
export function recordFields(store: Store, { kind, ids, names }: RecordFieldsInput): RecordFields[] {
  return ids.map((id) => {
    const known = recordOf(store, { kind, id })?.value ?? null;
    return { id, fields: known && Object.fromEntries(names.map((name) => [name, known[name] ?? null])) };
  });
}
