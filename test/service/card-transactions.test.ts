import { describe, expect, it } from 'vitest';
import { found, SeededDomain } from './seeded-domain.ts';

function group(domain: SeededDomain, multiple: boolean) {
  return found(domain.store.list('customPropertyGroup'), (each) => each.multiple === multiple && each.companyId === domain.company.id);
}

describe('Update card transaction', () => {
  it('EP-7-path EP-7-body EP-7-response: the description changes, and who changed it is kept', () => {
    const domain = new SeededDomain();
    const transaction = domain.cardTransaction();
    const answer = domain.send('PATCH', `/rest/ext/v1/card-transactions/${transaction.id}`, { description: 'Dinner with Nagisa Foods' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...transaction,
      description: 'Dinner with Nagisa Foods',
      updatedAt: '2026-11-20T12:00:00.000Z',
      updatedBy: domain.admin.id,
    });
  });

  it('CP-input CP-read CP-value: value ids and inline values become full values of the group', () => {
    const domain = new SeededDomain();
    const transaction = domain.cardTransaction();
    const tags = group(domain, true);
    const asked = { groupId: tags.id, valueIds: [tags.values[0]?.id], inlineValues: ['Late night'] };
    const answer = domain.send('PATCH', `/rest/ext/v1/card-transactions/${transaction.id}`, { customProperties: [asked] });
    const property = found<{ groupId: string; values: unknown[] }>(answer.body.customProperties, (each) => each.groupId === tags.id);
    expect(property).toMatchObject({
      groupInternalName: 'tags',
      values: [tags.values[0], { label: 'Late night', groupId: tags.id, context: null }],
    });
    expect(Object.keys(property.values[1] as object).sort()).toEqual(Object.keys(tags.values[0] ?? {}).sort());
  });

  it('CP-single: a second value only where the group allows it', () => {
    const domain = new SeededDomain();
    const project = group(domain, false);
    const asked = { groupId: project.id, valueIds: project.values.slice(0, 2).map((value) => value.id) };
    const answer = domain.send('PATCH', `/rest/ext/v1/card-transactions/${domain.cardTransaction().id}`, { customProperties: [asked] });
    expect(answer.body).toMatchObject({ type: 'UNPROCESSABLE_CONTENT', errors: [{ path: ['customProperties', '0', 'valueIds'] }] });
  });

  it('EP-7-omitted: omitted fields and groups that are not named stay; null clears; an empty choice removes the group', () => {
    const domain = new SeededDomain();
    const { id } = domain.cardTransaction();
    const path = `/rest/ext/v1/card-transactions/${id}`;
    const [tags, project] = [group(domain, true), group(domain, false)];
    const choose = (of: typeof tags) => ({ groupId: of.id, valueIds: [of.values[0]?.id] });
    domain.send('PATCH', path, { description: 'first', customProperties: [choose(tags), choose(project)] });
    const groupsOf = (answer: { body: { customProperties: { groupId: string }[] } }) =>
      answer.body.customProperties.map((each) => each.groupId);
    const emptied = domain.send('PATCH', path, { customProperties: [{ groupId: tags.id, valueIds: [] }] });
    expect(groupsOf(emptied)).not.toContain(tags.id);
    expect(groupsOf(emptied)).toContain(project.id);
    expect(emptied.body.description).toBe('first');
    expect(domain.send('PATCH', path, { description: null }).body.description).toBeNull();
    expect(domain.send('PATCH', path, {}).status).toBe(200);
  });

  it('ERRB-context ERRB-item ERRB-frame: refusals have shape B', () => {
    const domain = new SeededDomain();
    const closed = domain.cardTransaction('NO_EDITS_ALLOWED');
    const answer = domain.send('PATCH', `/rest/ext/v1/card-transactions/${closed.id}`, { description: 'x' });
    expect(answer.status).toBe(409);
    expect(Object.keys(answer.body).sort()).toEqual(['errors', 'localizedMessage', 'message', 'name', 'stackTrace', 'suppressed', 'type']);
    expect(Object.keys(answer.body.errors[0]).sort()).toEqual(['clientMessage', 'context', 'message', 'path', 'type']);
    const frame = ['className', 'classLoaderName', 'fileName', 'lineNumber', 'methodName', 'moduleName', 'moduleVersion', 'nativeMethod'];
    expect(Object.keys(answer.body.stackTrace[0]).sort()).toEqual(frame.sort());
    expect(answer.body.type).toBe('CONFLICT');
  });

  it('refuses an unknown group or value, and what is not there', () => {
    const domain = new SeededDomain();
    const path = `/rest/ext/v1/card-transactions/${domain.cardTransaction().id}`;
    const stranger = '11111111-1111-4111-8111-111111111111';
    const send = (property: object) => domain.send('PATCH', path, { customProperties: [property] }).body.errors[0].path;
    expect(send({ groupId: stranger })).toEqual(['customProperties', '0', 'groupId']);
    expect(send({ groupId: group(domain, true).id, valueIds: [stranger] })).toEqual(['customProperties', '0', 'valueIds']);
    expect(domain.send('PATCH', `/rest/ext/v1/card-transactions/${stranger}`, {}).body.type).toBe('NOT_FOUND');
  });
});

describe('Card transaction receipt', () => {
  it('EP-6-path EP-6-body EP-6-response: says back what was asked, with the receipt key', () => {
    const domain = new SeededDomain();
    const transaction = domain.cardTransaction();
    const answer = domain.send('OPTIONS', `/v1/card-transactions/${transaction.id}/receipt`, {
      roles: ['bookkeeper'],
      name: 'receipt.pdf',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      transactionId: transaction.id,
      receiptDocumentKey: transaction.receiptDocumentKey,
      roles: ['bookkeeper'],
      name: 'receipt.pdf',
    });
    expect(domain.store.journal()).toEqual([]);
  });

  it('EP-6-body: fields of the wrong type are named', () => {
    const domain = new SeededDomain();
    const path = `/v1/card-transactions/${domain.cardTransaction().id}/receipt`;
    expect(domain.send('OPTIONS', path, { roles: 'all' }).body.errors[0].path).toEqual(['roles']);
    expect(domain.send('OPTIONS', path, { roles: ['a', 7] }).body.errors[0].path).toEqual(['roles', '1']);
  });
});
