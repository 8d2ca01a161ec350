import { vendorBankFields } from '#shared/edits/update-vendor/kind.ts';
import { isJsonObject, type JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

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

/**
 * The known bank details of a vendor of which a record names not a single one: a service that shows them to nobody, or not to this key. They are known
 * of before, and a full record without them would empty them. Pure.
 */
export function maskedDetails(kind: RecordKind, known: JsonObject, heard: JsonObject): JsonObject {
  if (kind !== 'vendor' || vendorBankFields.some((name) => heard[name] !== undefined)) return {};
  return Object.fromEntries(vendorBankFields.flatMap((name) => ((known[name] ?? '') === '' ? [] : [[name, known[name]]])));
}
