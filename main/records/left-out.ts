import { vendorBankFields } from '#shared/edits/update-vendor/kind.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';

/**
 * The answer to our own write with the fields that its request carried and that it leaves out: of those it says nothing, and the service took them.
 * `asSent` is the record that the request was built on, with the edit applied. Pure.
 */
export function withSent(answer: JsonObject, sent: JsonObject, asSent: JsonObject): JsonObject {
  const told = { ...answer };
  for (const [name, value] of Object.entries(sent)) {
    const [said, ours] = [answer[name], asSent[name]];
    if (said === undefined && ours !== undefined) told[name] = ours;
    else if (isJsonObject(said) && isJsonObject(value) && isJsonObject(ours)) told[name] = withSent(said, value, ours);
  }
  return told;
}

/** Stars, dots or a row of X in the place of digits. */
const masked = /[*•●…]|x{4,}/i;

const isNamed = (value: JsonValue | undefined): boolean => value !== undefined && !(typeof value === 'string' && masked.test(value));

const namesBank = (vendor: JsonObject): boolean => vendorBankFields.some((name) => isNamed(vendor[name]));

/** True once the service named a bank detail of some vendor: from then on a vendor without any has none. */
const shownSetting = 'showsBankDetails';

interface Told {
  ref: RecordRef;
  value: JsonObject;
  /** The service's own words, where `value` holds some of our request too. */
  shown?: JsonObject;
  provenance: string;
}

/**
 * True for a vendor of the service that names no bank detail, while none was ever shown of any vendor: it may have some that the service shows to nobody,
 * and a full record without them would empty them. Learns from what the service shows. Inside a commit.
 */
export function mayHideBank(store: Store, { ref, value, shown = value, provenance }: Told): boolean {
  if (ref.kind !== 'vendor' || provenance === 'import' || readSetting(store, shownSetting) === true) return false;
  if (!namesBank(value)) return true;
  if (namesBank(shown)) writeSetting(store, shownSetting, true);
  return false;
}

/**
 * The known bank details of a vendor that a record does not name: a service that shows them to nobody, or not to this key. They are known of before, and
 * a full record without them would empty them. Pure.
 */
export function maskedDetails(kind: RecordKind, known: JsonObject, heard: JsonObject): JsonObject {
  if (kind !== 'vendor') return {};
  const hidden = vendorBankFields.filter((name) => (known[name] ?? '') !== '' && !isNamed(heard[name]));
  return Object.fromEntries(hidden.map((name) => [name, known[name]]));
}
