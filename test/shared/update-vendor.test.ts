import { describe, expect, it } from 'vitest';
import { readBody } from '#shared/edits/edit-kinds.ts';
import { updateVendor, vendorBankFields } from '#shared/edits/update-vendor/kind.ts';
import { inputOfProperties } from '#shared/records/custom-property.ts';
import type { JsonObject } from '#shared/json/json.ts';

const id = '0a8b1c2d-0000-4000-8000-000000000001';
const entity = '0a8b1c2d-0000-4000-8000-0000000000e1';
const group = '0a8b1c2d-0000-4000-8000-0000000000a1';
const value = '0a8b1c2d-0000-4000-8000-0000000000b1';

const base: JsonObject = Object.freeze({
  type: 'EXTERNAL',
  vendorId: id,
  companyId: entity,
  companyEntityIds: [entity],
  defaultCompanyEntity: { id: value, vendorId: id, companyEntityId: entity, accountId: null, createdAt: '2026-03-12T00:00:00Z' },
  vatId: null,
  name: 'Acme',
  phoneNumber: { countryCode: 'A_CODE_OF_TOMORROW', localNumber: '123', extension: '9' },
  country: 'UNDEFINED',
  bankAccountNumber: 'PT50',
  city: 'Porto',
  version: 7,
  status: 'IN_REVIEW',
  approvers: [],
  unknownField: true,
  customProperties: [{ groupId: group, groupInternalName: 'risk', values: [{ id: value, label: 'Low' }, { label: 'typed' }] }],
});

const put = (body: JsonObject, from: JsonObject | null = base) => updateVendor.request(id, body, from).body;

describe('the PUT body', () => {
  it('is the whole record in the shape that a PUT takes, with the change on top, and nothing else', () => {
    const request = updateVendor.request(id, { city: 'Lisbon' }, base);
    expect(request).toMatchObject({ method: 'PUT', family: 'B', path: `/vendors/${id}` });
    expect(request.body).toEqual({
      name: 'Acme',
      defaultCompanyEntity: { companyEntityId: entity },
      companyEntityIds: [entity],
      city: 'Lisbon',
      phoneNumber: { countryCode: 'A_CODE_OF_TOMORROW', localNumber: '123' },
      country: 'UNDEFINED',
      bankAccountNumber: 'PT50',
      customProperties: [{ groupId: group, valueIds: [value], inlineValues: ['typed'] }],
    });
  });

  it('never carries a field outside the specification, the version included', () => {
    const allowed =
      'name defaultCompanyEntity companyEntityIds vatId identifier description avatarUrl email website city address zipcode phoneNumber country ' +
      'bankCountry bankName bankCity bankAddress bankZipcode bankAccountNumber bankAccountBic domesticBankAccountNumber ' +
      'domesticBankAccountCode swedishBankgiroNumber customProperties';
    const everything = Object.fromEntries([...allowed.split(' '), ...Object.keys(base)].map((name) => [name, base[name] ?? 'x']));
    expect(new Set(Object.keys(put({ name: 'New' }, everything) ?? {}))).toEqual(new Set(allowed.split(' ')));
    expect(
      Object.keys(
        put({ name: 'New' }, { ...everything, defaultCompanyEntity: { accountId: id }, phoneNumber: { localNumber: '1' } }) ?? {},
      ),
    ).toEqual(allowed.split(' '));
  });

  it('sends a typed empty string and omits an unknown null', () => {
    const body = put({ city: '' });
    expect(body).toMatchObject({ city: '' });
    expect(body).not.toHaveProperty('vatId');
  });

  it('changes one member of an object and keeps the others', () => {
    expect(put({ phoneNumber: { localNumber: '456' } })).toMatchObject({
      phoneNumber: { countryCode: 'A_CODE_OF_TOMORROW', localNumber: '456' },
    });
    expect(put({ defaultCompanyEntity: { accountId: value } })).toMatchObject({
      defaultCompanyEntity: { companyEntityId: entity, accountId: value },
    });
  });

  it('replaces the custom properties of one group only', () => {
    const changed = { groupId: entity, valueIds: [value] };
    expect(put({ customProperties: [changed] })).toMatchObject({
      customProperties: [...inputOfProperties(base['customProperties']), changed],
    });
    expect(put({ customProperties: [{ groupId: group, valueIds: [] }] })).toMatchObject({
      customProperties: [{ groupId: group, valueIds: [] }],
    });
  });

  it('without a base carries only the change, and says that it needs one', () => {
    expect(updateVendor.needsCompleteBase).toBe(true);
    expect(put({ city: 'Lisbon' }, null)).toEqual({ city: 'Lisbon' });
  });
});

describe('bank data', () => {
  it('always needs a user and never merges', () => {
    for (const field of vendorBankFields.filter((name) => name !== 'senderBankAccountId')) {
      expect([field, updateVendor.review({ [field]: 'X' }), updateVendor.touchesBank({ [field]: '' })]).toEqual([field, 'person', true]);
      expect(updateVendor.merge({ [field]: 'X' }, { city: 'Lisbon' })).toBeNull();
      expect(updateVendor.merge({ city: 'Lisbon' }, { [field]: 'X' })).toBeNull();
    }
    expect(updateVendor.review({ defaultCompanyEntity: { senderBankAccountId: id } })).toBe('person');
    expect(updateVendor.review({ city: 'Lisbon' })).toBe('review');
  });
});

describe('a vendor edit', () => {
  it('merges field by field', () => {
    expect(updateVendor.merge({ city: 'A', phoneNumber: { localNumber: '1' } }, { city: 'B', phoneNumber: { countryCode: 'PT' } })).toEqual(
      {
        city: 'B',
        phoneNumber: { localNumber: '1', countryCode: 'PT' },
      },
    );
  });

  it('counts the members of an object one by one', () => {
    expect(updateVendor.touched({ phoneNumber: { localNumber: '1' }, city: '' })).toEqual([
      { path: ['phoneNumber', 'localNumber'], value: '1' },
      { path: ['city'], value: '' },
    ]);
    expect(updateVendor.overlay(base, { phoneNumber: { localNumber: '1' } })['phoneNumber']).toEqual({
      countryCode: 'A_CODE_OF_TOMORROW',
      localNumber: '1',
      extension: '9',
    });
  });

  it('reverses to what was, an unknown text to an empty one, and not where that cannot be written', () => {
    expect(updateVendor.reverse({ city: 'Lisbon', vatId: 'PT1' }, base)).toEqual({ city: 'Porto', vatId: '' });
    expect(updateVendor.reverse({ bankCountry: 'PT' }, base)).toBeNull();
  });

  it('judges the answer by vendorId and every sent field', () => {
    const judged = (answer: JsonObject, body: JsonObject = { city: 'Lisbon' }) => updateVendor.answer(id, body, answer).kind;
    expect(judged({ vendorId: id, city: 'Lisbon', version: 8 })).toBe('asSent');
    expect(judged({ vendorId: id, city: 'LISBON' })).toBe('differs');
    expect(judged({ vendorId: entity, city: 'Lisbon' })).toBe('wrongRecord');
    expect(judged({ id, city: 'Lisbon' })).toBe('wrongRecord');
    expect(judged({ vendorId: id, companyEntityIds: [value, entity] }, { companyEntityIds: [entity, value] })).toBe('asSent');
    expect(judged({ vendorId: id, companyEntityIds: [value] }, { companyEntityIds: [entity, value] })).toBe('differs');
  });

  it('refuses wrong types, beside their field', () => {
    const answer = readBody(updateVendor, { city: 5, companyEntityIds: ['x'], phoneNumber: { countryCode: '' }, version: 8 });
    expect(answer.ok ? [] : answer.issues.map((issue) => issue.path.join('.')).sort()).toEqual(
      ['version', 'city', 'companyEntityIds.0', 'phoneNumber.countryCode'].sort(),
    );
  });
});
