import { z } from 'zod';
import { applyCustomProperties } from '#service/domain/custom-properties.ts';
import { text, uuid } from '#service/domain/fields.ts';
import { ofRecord, storeChange } from './company-record.ts';
import { operation, type OperationInput, type Outcome } from './operation.ts';
import { customPropertyInput } from '#service/domain/records/custom-property.ts';
import { vendor, vendorTextFields, type Vendor, type VendorTextField } from '#service/domain/records/vendor.ts';
import { refuse, type Refusal } from '#service/domain/refusal.ts';

const textFields = Object.fromEntries(vendorTextFields.map((name) => [name, text.nullish()])) as Record<
  VendorTextField,
  z.ZodOptional<z.ZodNullable<z.ZodString>>
>;
const defaultEntity = z.object({
  companyEntityId: uuid,
  accountId: uuid.nullable().default(null),
  taxCodeId: uuid.nullable().default(null),
  costCenterId: uuid.nullable().default(null),
  senderBankAccountId: uuid.nullable().default(null),
});
const body = z.object({
  name: text.nullish(),
  defaultCompanyEntity: defaultEntity.nullish(),
  companyEntityIds: z.array(uuid).nullish(),
  ...textFields,
  phoneNumber: z.object({ countryCode: text, localNumber: text }).nullish(),
  customProperties: z.array(customPropertyInput).nullish(),
});
type Body = z.infer<typeof body>;
type Input = OperationInput<Body>;

/** The value of an omitted field: kept or cleared, by the switch `omitted`. A null always clears. */
function chosen<T>(asked: T | null | undefined, before: T, cleared: T, input: Input): T {
  if (asked === undefined) return input.switches.omitted === 'keep' ? before : cleared;
  return asked ?? cleared;
}

function refusalOf(input: Input, record: Vendor): Refusal | undefined {
  const { body: asked, store, caller } = input;
  const name = chosen(asked.name, record.name, '', input);
  if (name.trim() === '') return refuse('BAD_REQUEST', 'FIELD_REQUIRED', 'name is required.', ['name']);
  if (asked.email != null && asked.email !== '' && !asked.email.includes('@')) {
    return refuse('UNPROCESSABLE_CONTENT', 'EMAIL_INVALID', 'This is not an e-mail address.', ['email']);
  }
  const entities = [
    ...(asked.companyEntityIds ?? []),
    ...(asked.defaultCompanyEntity == null ? [] : [asked.defaultCompanyEntity.companyEntityId]),
  ];
  if (entities.some((id) => store.get('companyEntity', id)?.companyId !== caller.companyId)) {
    return refuse('UNPROCESSABLE_CONTENT', 'UNKNOWN_COMPANY_ENTITY', 'There is no such entity in this company.', ['companyEntityIds']);
  }
  return undefined;
}

function nextDefaultEntity(input: Input, record: Vendor): Vendor['defaultCompanyEntity'] {
  const asked = input.body.defaultCompanyEntity;
  if (asked == null) return chosen(asked, record.defaultCompanyEntity, null, input);
  return {
    id: record.defaultCompanyEntity?.id ?? input.uuid(),
    vendorId: record.vendorId,
    ...asked,
    createdAt: record.defaultCompanyEntity?.createdAt ?? input.timestamp,
    updatedAt: input.timestamp,
  };
}

function update(record: Vendor, input: Input): Outcome {
  const { body: asked, timestamp } = input;
  const refusal = refusalOf(input, record);
  if (refusal !== undefined) return refusal;
  const kept = asked.customProperties === undefined && input.switches.omitted === 'keep' ? record.customProperties : [];
  const properties = applyCustomProperties(kept, asked.customProperties ?? [], input);
  if (properties.kind === 'refusal') return properties;
  const texts = {} as Record<VendorTextField, string | null>;
  for (const field of vendorTextFields) texts[field] = chosen(asked[field], record[field], null, input);
  const changed: Vendor = {
    ...record,
    ...texts,
    name: chosen(asked.name, record.name, '', input),
    companyEntityIds: chosen(asked.companyEntityIds, record.companyEntityIds, [], input),
    defaultCompanyEntity: nextDefaultEntity(input, record),
    phoneNumber: chosen(asked.phoneNumber, record.phoneNumber, null, input),
    customProperties: properties.properties,
    updatedAt: timestamp,
    version: record.version + 1,
  };
  return storeChange('vendor', changed, input);
}

/** Update vendor ("Endpoints 9"). Each PUT raises `version` by one. */
export const updateVendor = operation({
  name: 'updateVendor',
  method: 'PUT',
  path: '/rest/ext/v1/vendors/{id}',
  summary: 'Update vendor',
  action: 'writeVendors',
  errorShape: 'B',
  body,
  response: vendor,
  tagged: 'vendor',
  apply: ofRecord('vendor', update),
});
