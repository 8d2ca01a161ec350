import { describe, expect, it } from 'vitest';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import type { FieldFact } from '#shared/records/field.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { fieldsOf } from '#shared/records/record.ts';
import { referenceKindAt, referencePlaces } from '#shared/references/reference-places.ts';
import { referencesIn } from '#shared/references/references-in.ts';

/** Identifiers that are a record's or a part's own, or lead to a record: these have titles, not names. */
const ownOrRecord = /(^|\.)(id|expenseId|invoiceReceivableId|transactionId|vendorId|resourceId)$/;

const paths = (facts: readonly FieldFact[], before: string[] = []): { path: string[]; fact: FieldFact }[] =>
  facts.flatMap((fact) => {
    const path = [...before, ...fact.path];
    return [{ path, fact }, ...paths(fact.items ?? [], path)];
  });

const identifiers = recordKinds.flatMap((kind) =>
  paths(fieldsOf(kind))
    .filter(({ path, fact }) => fact.type === 'uuid' || /Ids$/.test(path.at(-1) ?? ''))
    .map(({ path }) => `${kind}.${path.join('.')}`),
);

describe('the table of references', () => {
  it('knows every identifier of every record but their own', () => {
    const known = new Set<string>(Object.values(referencePlaces).flat());
    const missing = identifiers.filter((place) => !known.has(place) && !ownOrRecord.test(place.slice(place.indexOf('.') + 1)));
    expect(missing).toEqual([]);
    expect(identifiers.length).toBeGreaterThan(60);
  });

  it('names no field that the specification does not have', () => {
    const holders: readonly string[] = recordKinds;
    const inRecords = Object.values(referencePlaces)
      .flat()
      .filter((place: string) => holders.includes(place.split('.')[0] ?? ''));
    expect(inRecords.filter((place) => !identifiers.includes(place))).toEqual([]);
  });

  it('knows every field of every form that takes an identifier, and holds each place once', () => {
    const fields = editKinds.flatMap((kind) =>
      kind.form.filter(({ input }) => input === 'uuid' || input === 'uuids').map(({ path }) => ({ kind: kind.kind, path })),
    );
    expect(fields.filter(({ kind, path }) => referenceKindAt(kind, path) === null)).toEqual([]);
    const all: string[] = Object.values(referencePlaces).flat();
    expect(new Set(all).size).toBe(all.length);
  });

  it('does not mind the indexes of arrays', () => {
    expect(referenceKindAt('expense', ['lineItems', '0', 'accountId'])).toBe('ledgerAccount');
    expect(referenceKindAt('vendor', ['companyEntityIds', 2])).toBe('companyEntity');
    expect(referenceKindAt('expense', ['id'])).toBeNull();
  });

  it('finds references in a record with their labels, and takes nothing for one that is no UUID', () => {
    const id = '0d8e1c1e-3b2f-4d5a-9a53-6f0f4c1f2a11';
    const held = referencesIn('vendor', {
      companyEntityIds: [id, 'not one', null],
      defaultCompanyEntity: { accountId: id.toUpperCase() },
      customProperties: [{ groupId: id, groupInternalName: 'project', values: [{ id, label: ' ', internalName: 'p-1' }] }],
    });
    expect(held.map(({ kind, id: found, label }) => [kind, found, label])).toEqual(
      expect.arrayContaining([
        ['companyEntity', id, null],
        ['ledgerAccount', id, null],
        ['customPropertyGroup', id, 'project'],
        ['customPropertyValue', id, 'p-1'],
      ]),
    );
    expect(held).toHaveLength(4);
  });
});
