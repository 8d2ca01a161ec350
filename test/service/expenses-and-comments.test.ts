import { describe, expect, it } from 'vitest';
import { found, SeededDomain } from './seeded-domain.ts';

describe('Get expense', () => {
  it('EP-3-path EP-3-response: the expense with all its line items', () => {
    const domain = new SeededDomain();
    const expense = found(domain.store.list('expense'), (each) => each.lineItems.length > 1);
    const answer = domain.send('GET', `/v1/expenses/${expense.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(expense);
  });

  it('SVC-company: an expense of another company is not found', () => {
    const domain = new SeededDomain();
    const other = found(domain.store.list('expense'), (each) => each.companyId !== domain.company.id);
    expect(domain.send('GET', `/v1/expenses/${other.id}`).body.type).toBe('NOT_FOUND');
    expect(domain.send('PATCH', `/v1/expenses/${other.id}`, { performedDate: '2026-01-01' }).status).toBe(404);
    expect(domain.store.get('expense', other.id)).toEqual(other);
  });

  it('EP-0-path-id SVC-ids: an id in capitals is the same id; anything but a UUID is BAD_REQUEST', () => {
    const domain = new SeededDomain();
    const { id } = domain.expense();
    expect(domain.send('GET', `/v1/expenses/${id.toUpperCase()}`).body.id).toBe(id);
    for (const wrong of ['42', `${id}0`, '%20', '..'])
      expect(domain.send('GET', `/v1/expenses/${wrong}`).body.errors[0].path).toEqual(['id']);
  });
});

describe('Update expense', () => {
  it('EP-4-path EP-4-body EP-4-response: both fields change, updatedAt moves, nothing else', () => {
    const domain = new SeededDomain();
    const expense = domain.expense();
    const asked = { originalCurrency: 'JPY', performedDate: '2026-03-12' };
    const answer = domain.send('PATCH', `/v1/expenses/${expense.id}`, asked);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...expense, ...asked, updatedAt: '2026-11-20T12:00:00.000Z' });
    expect(domain.send('GET', `/v1/expenses/${expense.id}`).body).toEqual(answer.body);
  });

  it('EP-4-updatable EP-0-unknown-fields: an omitted field stays; a field that is not updatable is ignored and reported', () => {
    const domain = new SeededDomain();
    const expense = domain.expense();
    const answer = domain.send('PATCH', `/v1/expenses/${expense.id}`, { performedDate: '2026-03-12', status: 'CANCELLED', colour: 'red' });
    expect(answer.body).toMatchObject({ originalCurrency: expense.originalCurrency, status: expense.status });
    expect(answer.headers['sandbox-ignored-fields']).toBe('status, colour');
    expect(answer.body).not.toHaveProperty('colour');
  });

  it('ST-expense: a cancelled expense refuses changes with CONFLICT, the others take them', () => {
    const domain = new SeededDomain();
    for (const status of ['CREATED', 'IN_DRAFT', 'SUBMITTED_FOR_REVIEW']) {
      expect(domain.send('PATCH', `/v1/expenses/${domain.expense(status).id}`, { performedDate: '2026-03-12' }).status).toBe(200);
    }
    expect(domain.send('PATCH', `/v1/expenses/${domain.expense('CANCELLED').id}`, { performedDate: '2026-03-12' }).body.type).toBe(
      'CONFLICT',
    );
  });

  it('refuses a date in the future and an unknown currency with their path; tomorrow is still today somewhere', () => {
    const domain = new SeededDomain();
    const path = `/v1/expenses/${domain.expense().id}`;
    const future = domain.send('PATCH', path, { performedDate: '2026-11-22' });
    expect(future.body).toMatchObject({ type: 'UNPROCESSABLE_CONTENT', errors: [{ type: 'DATE_IN_FUTURE', path: ['performedDate'] }] });
    expect(domain.send('PATCH', path, { performedDate: '2026-11-21' }).status).toBe(200);
    expect(domain.send('PATCH', path, { originalCurrency: 'XXQ' }).body).toMatchObject({ errors: [{ path: ['originalCurrency'] }] });
    expect(domain.send('PATCH', path, { originalCurrency: 'euro' }).body.type).toBe('BAD_REQUEST');
  });

  it('with the switch etag, a stale If-Match is CONFLICT and a current one passes', () => {
    const domain = new SeededDomain();
    domain.switches = { ...domain.switches, etag: true };
    const path = `/v1/expenses/${domain.expense().id}`;
    const tag = domain.send('GET', path).headers['etag'] ?? '';
    const body = { performedDate: '2026-03-12' };
    expect(domain.send('PATCH', path, body, { headers: { 'if-match': tag } }).status).toBe(200);
    expect(domain.send('PATCH', path, body, { headers: { 'if-match': tag } }).body.type).toBe('CONFLICT');
  });
});

describe('Create user comment', () => {
  it('EP-5-path EP-5-body EP-5-response COM-fields: the comment of the caller on any kind of resource', () => {
    const domain = new SeededDomain();
    const resources = [domain.expense().id, domain.vendor().vendorId, domain.invoiceIn('OPEN').id, domain.cardTransaction().id];
    for (const resourceId of resources) {
      const answer = domain.send('POST', '/v1/user-comments', { resourceId, content: 'Paid in cash, receipt follows' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: answer.body.id,
        companyId: domain.company.id,
        resourceId,
        content: 'Paid in cash, receipt follows',
        createdBy: domain.admin.id,
        createdAt: '2026-11-20T12:00:00.000Z',
        updatedAt: '2026-11-20T12:00:00.000Z',
      });
    }
    expect(domain.store.count('userComment')).toBe(4);
  });

  it('EP-5-required: both fields; the resource must exist here; the content must have words', () => {
    const domain = new SeededDomain();
    const resourceId = domain.expense().id;
    const send = (body: object) => domain.send('POST', '/v1/user-comments', body).body;
    expect(send({ content: 'x' })).toMatchObject({ type: 'BAD_REQUEST', errors: [{ path: ['resourceId'] }] });
    expect(send({ resourceId })).toMatchObject({ type: 'BAD_REQUEST', errors: [{ path: ['content'] }] });
    expect(send({ resourceId, content: ' \n' })).toMatchObject({ type: 'UNPROCESSABLE_CONTENT', errors: [{ path: ['content'] }] });
    const stranger = '11111111-1111-4111-8111-111111111111';
    expect(send({ resourceId: stranger, content: 'x' })).toMatchObject({ type: 'NOT_FOUND', errors: [{ path: ['resourceId'] }] });
    expect(domain.store.count('userComment')).toBe(0);
  });

  it('EVT-none: nothing but the comment comes of it', () => {
    const domain = new SeededDomain();
    domain.send('POST', '/v1/user-comments', { resourceId: domain.expense().id, content: 'x' });
    expect(domain.store.journal()).toHaveLength(1);
    expect(domain.store.count('userComment')).toBe(1);
  });
});
