import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { inputOfProperties } from '#shared/records/custom-property.ts';
import { mergeFields } from '#shared/edits/absolute-fields.ts';

/** The PUT body's fields in the specification's order; objects with the members that may be written. Nothing else is ever sent. */
const putFields: Record<string, readonly string[] | null> = {
  name: null,
  defaultCompanyEntity: ['companyEntityId', 'accountId', 'taxCodeId', 'costCenterId', 'senderBankAccountId'],
  companyEntityIds: null,
  vatId: null,
  identifier: null,
  description: null,
  avatarUrl: null,
  email: null,
  website: null,
  city: null,
  address: null,
  zipcode: null,
  phoneNumber: ['countryCode', 'localNumber'],
  country: null,
  bankCountry: null,
  bankName: null,
  bankCity: null,
  bankAddress: null,
  bankZipcode: null,
  bankAccountNumber: null,
  bankAccountBic: null,
  domesticBankAccountNumber: null,
  domesticBankAccountCode: null,
  swedishBankgiroNumber: null,
};

/** The full PUT body: what the base holds, in the shape that a PUT takes, with the user's changes on top. */
export function vendorPutBody(changes: JsonObject, base: JsonObject | null): JsonObject {
  const whole = mergeFields(base === null ? {} : writableFields(base), changes);
  const names = [...Object.keys(putFields), 'customProperties'];
  return Object.fromEntries(names.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]])));
}

function writableFields(base: JsonObject): JsonObject {
  const fields = Object.entries(putFields).map(([name, members]) => [name, writable(base[name], members)] as const);
  const properties = Array.isArray(base['customProperties']) ? inputOfProperties(base['customProperties']) : undefined;
  return Object.fromEntries([...fields, ['customProperties', properties]]);
}

/** Null means unknown, and unknown fields are not sent. Enumerations keep the value that the service sent. */
function writable(value: JsonValue | undefined, members: readonly string[] | null): JsonValue | undefined {
  if (members === null) return value ?? undefined;
  if (!isJsonObject(value)) return undefined;
  const known = members.flatMap((member) => ((value[member] ?? null) === null ? [] : [[member, value[member]] as const]));
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
