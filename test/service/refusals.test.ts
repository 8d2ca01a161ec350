import { describe, expect, it } from 'vitest';
import { changeRecord } from '#service/domain/operations/change.ts';
import { operations } from '#service/domain/operations/operations.ts';
import { allows, roles, type Action } from '#service/domain/roles.ts';
import { found, SeededDomain } from './seeded-domain.ts';

/** One request of each of the nine operations, made to succeed. */
function nine(
  domain: SeededDomain,
): { name: string; action: Action; send: (more?: object) => { status: number; body: { type?: string } } }[] {
  const invoice = domain.invoiceIn('OPEN');
  const vendor = domain.vendor();
  const payable = found(domain.store.list('invoicePayable'), (each) => each.companyId === domain.company.id);
  const product = found(domain.store.list('product'), (each) => each.companyId === domain.company.id);
  const payment = { paymentDate: '2026-11-19', bankAccountId: domain.bankAccount().id, amountInInvoiceCurrency: 1n };
  const requests: [string, string, unknown][] = [
    ['POST', `/v1/invoice-receivables/${invoice.id}/payments`, payment],
    ['POST', `/rest/ext/v1/invoice-receivables/${invoice.id}/lines`, { productId: product.id, quantity: 1 }],
    ['GET', `/v1/expenses/${domain.expense().id}`, undefined],
    ['PATCH', `/v1/expenses/${domain.expense().id}`, { performedDate: '2026-03-12' }],
    ['POST', '/v1/user-comments', { resourceId: vendor.vendorId, content: 'x' }],
    ['OPTIONS', `/v1/card-transactions/${domain.cardTransaction().id}/receipt`, { roles: [], name: 'x' }],
    ['PATCH', `/rest/ext/v1/card-transactions/${domain.cardTransaction().id}`, { description: 'x' }],
    ['GET', `/v1/invoice-payables/${payable.id}/document`, undefined],
    ['PUT', `/rest/ext/v1/vendors/${vendor.vendorId}`, { name: vendor.name }],
  ];
  return requests.map(([method, path, body], index) => {
    const { name, action } = operations[index] ?? { name: '', action: 'comment' as const };
    return { name, action, send: (more) => domain.send(method, path, body, more) };
  });
}

describe('permissions by role', () => {
  it('AUTH-2-required EP-0-authentication ERR-auth: without a proven caller every operation is UNAUTHORIZED', () => {
    const domain = new SeededDomain();
    for (const operation of nine(domain)) {
      const answer = operation.send({ caller: undefined });
      expect([operation.name, answer.status, answer.body.type]).toEqual([operation.name, 401, 'UNAUTHORIZED']);
    }
    expect(domain.store.journal()).toEqual([]);
  });

  it('KEY-roles: each role against each operation is done or FORBIDDEN, as the table says', () => {
    for (const role of Object.keys(roles)) {
      const domain = new SeededDomain();
      for (const operation of nine(domain)) {
        const allowed = allows([role], operation.action);
        const answer = operation.send({ caller: { ...domain.caller, roles: [role] } });
        expect([role, operation.name, answer.status]).toEqual([
          role,
          operation.name,
          allowed ? expect.toSatisfy((status) => status < 300) : 403,
        ]);
        if (!allowed) expect(answer.body.type).toBe('FORBIDDEN');
      }
    }
  });

  it('KEY-roles: the table of docs/service.md', () => {
    const writes = (role: string) => roles[role]?.filter((action) => !action.startsWith('read')).sort();
    expect(writes('admin')).toEqual([
      'comment',
      'recordPayments',
      'writeCardTransactions',
      'writeExpenses',
      'writeInvoices',
      'writeVendors',
    ]);
    expect(writes('bookkeeper')).toEqual(['comment', 'recordPayments', 'writeCardTransactions', 'writeExpenses', 'writeInvoices']);
    expect(writes('purchaser')).toEqual(['comment', 'writeVendors']);
    expect(writes('employee')).toEqual(['comment', 'writeExpenses']);
    expect(writes('reader')).toEqual([]);
  });

  it('two roles together allow what either allows, and an unknown role nothing', () => {
    expect(allows(['employee', 'purchaser'], 'writeVendors')).toBe(true);
    expect(allows(['emperor'], 'readExpenses')).toBe(false);
    expect(allows(['constructor', '__proto__'], 'readExpenses')).toBe(false);
  });
});

describe('addresses', () => {
  it('EP-0-family-a EP-0-family-b VER-v1: a path of one family is not served in the other', () => {
    const domain = new SeededDomain();
    const { id } = domain.expense();
    expect(domain.send('GET', `/v1/expenses/${id}`).status).toBe(200);
    for (const path of [`/rest/ext/v1/expenses/${id}`, `/ext/v1/expenses/${id}`, `/v2/expenses/${id}`, `/expenses/${id}`]) {
      expect(domain.send('GET', path).status).toBe(404);
    }
    expect(domain.send('PUT', `/v1/vendors/${domain.vendor().vendorId}`, { name: 'x' }).status).toBe(404);
  });

  it('VER-deprecation SVC-other-operations: another method on a known path is NOT_FOUND and says which are offered', () => {
    const domain = new SeededDomain();
    const answer = domain.send('DELETE', `/v1/expenses/${domain.expense().id}`);
    expect([answer.status, answer.headers['allow']]).toEqual([404, 'GET, PATCH']);
  });

  it('EP-0-success: 200, and 201 for a new line or comment', () => {
    const statuses = Object.fromEntries(nine(new SeededDomain()).map((operation) => [operation.name, operation.send().status]));
    const created = Object.keys(statuses).filter((name) => statuses[name] === 201);
    expect(created.sort()).toEqual(['createInvoiceLine', 'createUserComment']);
    expect(new Set(Object.values(statuses))).toEqual(new Set([200, 201]));
  });
});

describe('bodies', () => {
  it('ERR-structure ERR-types ERR-status: what is not a JSON object is BAD_REQUEST in shape A', () => {
    const domain = new SeededDomain();
    const path = `/v1/expenses/${domain.expense().id}`;
    for (const body of ['', '{', 'null', '[]', '"x"', '7', '{"performedDate":"2026-01-01"', '\u0000']) {
      const answer = domain.send('PATCH', path, body);
      expect([body, answer.status, answer.body.type]).toEqual([body, 400, 'BAD_REQUEST']);
      expect(Object.keys(answer.body).sort()).toEqual(['errors', 'name', 'type']);
    }
  });

  it('SVC-media-type: another media type is BAD_REQUEST, with or without a charset JSON is fine', () => {
    const domain = new SeededDomain();
    const send = (type: string) =>
      domain.send('PATCH', `/v1/expenses/${domain.expense().id}`, { performedDate: '2026-01-01' }, { headers: { 'content-type': type } });
    for (const type of ['text/plain', 'application/jsonx', '']) expect(send(type).body.type).toBe('BAD_REQUEST');
    for (const type of ['application/json', 'application/json;charset=UTF-8', 'Application/JSON; charset=utf-8'])
      expect(send(type).status).toBe(200);
  });

  it('ERR-path ERR-codes: every wrong field is named, all at once', () => {
    const domain = new SeededDomain();
    const answer = domain.send('PATCH', `/v1/expenses/${domain.expense().id}`, { performedDate: 7, originalCurrency: 'euro' });
    expect(answer.body.errors.map((item: { path: string[] }) => item.path[0]).sort()).toEqual(['originalCurrency', 'performedDate']);
    expect(answer.body.errors[0].type).toMatch(/^[A-Z_]+$/);
  });

  it('a hostile key of the body changes nothing', () => {
    const domain = new SeededDomain();
    const body = '{"__proto__":{"roles":["admin"]},"constructor":1,"performedDate":"2026-01-01"}';
    expect(domain.send('PATCH', `/v1/expenses/${domain.expense().id}`, body).status).toBe(200);
    expect(({} as { roles?: unknown }).roles).toBeUndefined();
  });
});

describe('Get invoice document', () => {
  it('EP-8-path EP-8-parameter EP-8-parameter-name: ORIGINAL by default, GENERATED by the parameter, anything else BAD_REQUEST', () => {
    const domain = new SeededDomain();
    const payable = found(domain.store.list('invoicePayable'), (each) => each.companyId === domain.company.id);
    const get = (query: string) => domain.send('GET', `/v1/invoice-payables/${payable.id}/document${query}`);
    expect(get('').document).toEqual({ invoicePayableId: payable.id, variant: 'ORIGINAL' });
    expect(get('').headers['content-type']).toBe('application/pdf');
    expect(get('?variant=GENERATED').document?.variant).toBe('GENERATED');
    expect(get('?variant=COPY').body).toMatchObject({ type: 'BAD_REQUEST', errors: [{ path: ['variant'] }] });
    expect(get('?type=GENERATED').document?.variant).toBe('ORIGINAL');
    domain.switches = { ...domain.switches, documentParameter: 'type' };
    expect(get('?type=GENERATED').document?.variant).toBe('GENERATED');
    expect(domain.send('GET', `/v1/invoice-payables/${domain.company.id}/document`).body.type).toBe('NOT_FOUND');
  });
});

describe('somebody else', () => {
  it('INV-netTerms ST-other-moves: net terms set the due date; states move', () => {
    const domain = new SeededDomain();
    const invoice = found(domain.store.list('invoiceReceivable'), (each) => each.invoiceDate === '2026-08-17');
    expect(changeRecord(domain.store, 'invoiceReceivable', invoice.id, { netTerms: 20, state: 'ARCHIVED' }, domain.now)).toBe(true);
    expect(domain.store.get('invoiceReceivable', invoice.id)).toMatchObject({ dueDate: '2026-09-06', netTerms: 20, state: 'ARCHIVED' });
    changeRecord(domain.store, 'invoiceReceivable', invoice.id, { invoiceDate: '2026-12-25', netTerms: 10 }, domain.now);
    expect(domain.store.get('invoiceReceivable', invoice.id)?.dueDate).toBe('2027-01-04');
  });

  it('ST-card-vendor: a change of a vendor raises its version; an unknown record is not changed', () => {
    const domain = new SeededDomain();
    const vendor = domain.vendor();
    changeRecord(domain.store, 'vendor', vendor.vendorId, { city: 'Porto' }, domain.now);
    expect(domain.store.get('vendor', vendor.vendorId)).toMatchObject({
      city: 'Porto',
      version: vendor.version + 1,
      status: vendor.status,
    });
    expect(changeRecord(domain.store, 'expense', vendor.vendorId, {}, domain.now)).toBe(false);
  });
});
