import { describe, expect, it } from 'vitest';
import type { Vendor } from '#service/domain/records/vendor.ts';
import { found, SeededDomain } from './seeded-domain.ts';

const stranger = '11111111-1111-4111-8111-111111111111';

/** The PUT body of a vendor as the specification lists its fields, written out by hand. */
function fullBody(vendor: Vendor) {
  const { name, companyEntityIds, vatId, identifier, description, avatarUrl, email, website, city, address, zipcode, phoneNumber } = vendor;
  const { country, bankCountry, bankName, bankCity, bankAddress, bankZipcode, bankAccountNumber, bankAccountBic } = vendor;
  const { domesticBankAccountNumber, domesticBankAccountCode, swedishBankgiroNumber, defaultCompanyEntity: entity } = vendor;
  const defaultCompanyEntity = entity && {
    companyEntityId: entity.companyEntityId,
    accountId: entity.accountId,
    taxCodeId: entity.taxCodeId,
    costCenterId: entity.costCenterId,
    senderBankAccountId: entity.senderBankAccountId,
  };
  const customProperties = vendor.customProperties.map(({ groupId, values }) => ({ groupId, valueIds: values.map((value) => value.id) }));
  const master = { name, companyEntityIds, vatId, identifier, description, avatarUrl, email, website, city, address, zipcode, phoneNumber };
  const bank = { country, bankCountry, bankName, bankCity, bankAddress, bankZipcode, bankAccountNumber, bankAccountBic };
  const domestic = { domesticBankAccountNumber, domesticBankAccountCode, swedishBankgiroNumber };
  return { ...master, ...bank, ...domestic, defaultCompanyEntity, customProperties };
}

describe('Update vendor', () => {
  it('EP-9-path EP-9-body EP-9-response VEN-version VER-vendor: a full body changes what differs, and the version rises by one', () => {
    const domain = new SeededDomain();
    const vendor = domain.vendor();
    const body = { ...fullBody(vendor), city: 'Lisboa', phoneNumber: { countryCode: 'PT', localNumber: '213000000' } };
    expect(Object.keys(body)).toHaveLength(25);
    const answer = domain.send('PUT', `/rest/ext/v1/vendors/${vendor.vendorId}`, body);
    expect(answer.status).toBe(200);
    const updatedAt = '2026-11-20T12:00:00.000Z';
    expect(answer.body).toEqual({
      ...vendor,
      city: 'Lisboa',
      phoneNumber: { countryCode: 'PT', localNumber: '213000000' },
      defaultCompanyEntity: { ...vendor.defaultCompanyEntity, updatedAt },
      version: vendor.version + 1,
      updatedAt,
    });
  });

  it('EP-9-omitted: an omitted field is cleared, or kept with the switch; null and the empty text are what they say', () => {
    for (const omitted of ['clear', 'keep'] as const) {
      const domain = new SeededDomain();
      domain.switches = { ...domain.switches, omitted };
      const vendor = domain.vendor();
      const body = { name: vendor.name, website: null, description: '' };
      const after = domain.send('PUT', `/rest/ext/v1/vendors/${vendor.vendorId}`, body).body as Vendor;
      expect([after.website, after.description]).toEqual([null, '']);
      expect(after.city).toBe(omitted === 'keep' ? vendor.city : null);
      expect(after.defaultCompanyEntity).toEqual(omitted === 'keep' ? vendor.defaultCompanyEntity : null);
      expect(after.customProperties).toEqual(omitted === 'keep' ? vendor.customProperties : []);
      expect(after.companyEntityIds).toEqual(omitted === 'keep' ? vendor.companyEntityIds : []);
    }
  });

  it('VEN-default-entity: five fields are written, nine are shown, and the id stays', () => {
    const domain = new SeededDomain();
    const vendor = domain.vendor();
    const entity = found(domain.store.list('companyEntity'), (each) => each.id !== vendor.defaultCompanyEntity?.companyEntityId);
    const body = { ...fullBody(vendor), defaultCompanyEntity: { companyEntityId: entity.id } };
    const after = domain.send('PUT', `/rest/ext/v1/vendors/${vendor.vendorId}`, body).body as Vendor;
    expect(after.defaultCompanyEntity).toMatchObject({ id: vendor.defaultCompanyEntity?.id, companyEntityId: entity.id, accountId: null });
    expect(Object.keys(after.defaultCompanyEntity ?? {})).toHaveLength(9);
  });

  it('EP-9-required: a name is needed, and refusals have shape B with the path', () => {
    const domain = new SeededDomain();
    const vendor = domain.vendor();
    const path = `/rest/ext/v1/vendors/${vendor.vendorId}`;
    for (const name of [undefined, null, '  ']) {
      const answer = domain.send('PUT', path, { ...fullBody(vendor), name });
      expect(answer.body).toMatchObject({
        type: 'BAD_REQUEST',
        errors: [{ path: ['name'], clientMessage: 'name is required.' }],
        suppressed: [],
      });
    }
    expect(domain.store.get('vendor', vendor.vendorId)).toEqual(vendor);
  });

  it('ERR-path: a nested field of the wrong type is named with its whole path', () => {
    const domain = new SeededDomain();
    const vendor = domain.vendor();
    const path = `/rest/ext/v1/vendors/${vendor.vendorId}`;
    const pathOf = (more: object) => domain.send('PUT', path, { ...fullBody(vendor), ...more }).body.errors[0].path;
    expect(pathOf({ phoneNumber: { countryCode: 'SE', localNumber: 7 } })).toEqual(['phoneNumber', 'localNumber']);
    expect(pathOf({ defaultCompanyEntity: { companyEntityId: 'x' } })).toEqual(['defaultCompanyEntity', 'companyEntityId']);
    expect(pathOf({ companyEntityIds: ['x'] })).toEqual(['companyEntityIds', '0']);
    expect(pathOf({ companyEntityIds: [stranger] })).toEqual(['companyEntityIds']);
    expect(pathOf({ email: 'nobody' })).toEqual(['email']);
  });

  it('fields that are not in the body cannot be changed: version, status, notes', () => {
    const domain = new SeededDomain();
    const vendor = domain.vendor();
    const body = { ...fullBody(vendor), version: 99, status: 'APPROVED_BY_ME', notes: [] };
    const answer = domain.send('PUT', `/rest/ext/v1/vendors/${vendor.vendorId}`, body);
    expect(answer.body).toMatchObject({ version: vendor.version + 1, status: vendor.status, notes: vendor.notes });
    expect(answer.headers['sandbox-ignored-fields']).toBe('version, status, notes');
  });

  it('with the switch etag the tag is the version, and a stale one is CONFLICT', () => {
    const domain = new SeededDomain();
    domain.switches = { ...domain.switches, etag: true, reads: true };
    const vendor = domain.vendor();
    const path = `/rest/ext/v1/vendors/${vendor.vendorId}`;
    const tag = domain.send('GET', path).headers['etag'] ?? '';
    expect(tag).toBe(`"${String(vendor.version)}"`);
    const headers = { 'if-match': tag };
    expect(domain.send('PUT', path, fullBody(vendor), { headers }).headers['etag']).toBe(`"${String(vendor.version + 1)}"`);
    expect(domain.send('PUT', path, fullBody(vendor), { headers }).status).toBe(409);
    expect(domain.store.get('vendor', vendor.vendorId)?.version).toBe(vendor.version + 1);
  });
});

describe('reads that only the switch offers', () => {
  it('SVC-other-operations: GET on vendor, invoice and card transaction are not there by default', () => {
    const domain = new SeededDomain();
    const paths = [
      `/rest/ext/v1/vendors/${domain.vendor().vendorId}`,
      `/v1/invoice-receivables/${domain.invoiceIn('OPEN').id}`,
      `/rest/ext/v1/card-transactions/${domain.cardTransaction().id}`,
    ];
    for (const path of paths) expect(domain.send('GET', path).status).toBe(404);
    domain.switches = { ...domain.switches, reads: true };
    for (const path of paths) expect(domain.send('GET', path).status).toBe(200);
    expect(domain.send('GET', paths[1] ?? '').body.lines).toHaveLength(domain.invoiceIn('OPEN').lines?.length ?? 0);
  });
});
