import { sameAt } from '#shared/bank-number.ts';
import type { ImportBankChange } from '#shared/contract/views/library-views.ts';
import { vendorBankPaths } from '#shared/edits/update-vendor/kind.ts';
import { valueAt, withValue } from '#shared/json/json-path.ts';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import { openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';

/** A vendor of a file whose bank details differ from those here. */
export interface OtherBankDetails {
  /** The change to show to the user; null where the file only leaves out an id, which no edit can empty. */
  change: ImportBankChange | null;
  /** The vendor as the file has it, with the bank details that are here. */
  kept: JsonObject;
}

/**
 * Compares the bank details of a file's vendor with the record here; null where the record is not here or they agree. A `complete` file empties what it
 * leaves out. Null too while an edit of them is open: the file may show a colleague's change, and the merge then asks the user about both (law 15). An
 * edit of another field would send them along unseen.
 */
export function otherBankDetails(store: Store, line: number, id: string, told: JsonObject, complete: boolean): OtherBankDetails | null {
  const known = recordOf(store, { kind: 'vendor', id });
  if (known === null) return null;
  const others = vendorBankPaths.flatMap((path) => {
    const [before, said] = [valueAt(known.value, path), valueAt(told, path)];
    if (said === undefined && !complete) return [];
    const [old, now] = [before ?? '', said ?? ''];
    // A field that an incomplete record lacks is added, not changed.
    const isAdded = old === '' && !known.complete;
    return isAdded || sameAt(path, old, now) ? [] : [{ path, before, old: textOf(old), now: textOf(now) }];
  });
  if (others.length === 0 || openEditsOf(store, { kind: 'vendor', id }).some((row) => row.touchesBank === 1)) return null;
  const fields = others
    .filter(({ path, now }) => now !== '' || path.length === 1)
    .map(({ path, old, now }) => ({ field: path.join('.'), old, now }));
  const name = known.value['name'];
  const change = { line, id, name: typeof name === 'string' ? name.slice(0, 300) : id, fields };
  return {
    change: fields.length > 0 ? change : null,
    kept: others.reduce((value, { path, before }) => withValue(value, path, before), told),
  };
}

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : '');
