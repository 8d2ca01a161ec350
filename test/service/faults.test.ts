import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultPlan, malformations, type Fault } from '#service/faults.ts';
import { liveSandbox, someExpenseId, someInvoice, type LiveSandbox } from './live-sandbox.ts';

let live: LiveSandbox;

beforeEach(async () => {
  live = await liveSandbox();
});

afterEach(async () => {
  await live.close();
});

function arm(fault: Fault, more: object = {}): void {
  live.service.sandbox.faults.add({ fault, ...more });
}

function patch(day: string) {
  return live.send('PATCH', `/v1/expenses/${someExpenseId(live)}`, { performedDate: day });
}

function applied(): number {
  return live.service.store.journal().filter((entry) => entry.applied).length;
}

describe('which request a fault strikes', () => {
  it('the next ones of its method and path, after those it skips, as often as it says', () => {
    const plan = new FaultPlan();
    const fault: Fault = { kind: 'dropAfter' };
    plan.add({ method: 'POST', path: '/payments$', times: 2, skip: 1, fault });
    const taken = ['POST /a/payments', 'GET /a/payments', 'POST /a/lines', 'POST /b/payments', 'POST /c/payments', 'POST /d/payments'];
    expect(taken.map((each) => plan.take(...(each.split(' ') as [string, string])) !== undefined)).toEqual([
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(plan.report()).toMatchObject([{ id: 1, struck: 2, left: 0 }]);
  });

  it('rules are tried in order, and can be disarmed one by one', () => {
    const plan = new FaultPlan();
    const [first] = [plan.add({ fault: { kind: 'dropBefore' } }), plan.add({ fault: { kind: 'captivePortal' } })];
    plan.clear(first);
    expect(plan.take('GET', '/')?.kind).toBe('captivePortal');
    expect(plan.take('GET', '/')).toBeUndefined();
  });
});

describe('lost connections', () => {
  it('dropBefore: nothing was applied', async () => {
    arm({ kind: 'dropBefore' });
    await expect(patch('2026-03-12')).rejects.toThrow();
    expect(live.service.store.journal()).toEqual([]);
    expect((await patch('2026-03-12')).status).toBe(200);
  });

  it('dropAfter: the payment is recorded and no answer comes', async () => {
    const invoice = someInvoice(live);
    arm({ kind: 'dropAfter' }, { method: 'POST', path: '/payments$' });
    const body = { paymentDate: '2026-11-19', bankAccountId: invoice.bankAccountId, amountInInvoiceCurrency: invoice.amount };
    await expect(live.send('POST', `/v1/invoice-receivables/${invoice.id}/payments`, body)).rejects.toThrow();
    expect(live.service.store.get('invoiceReceivable', invoice.id)?.state).toBe('PAID');
    expect(applied()).toBe(1);
  });

  it('the same over HTTP/2', async () => {
    const two = await liveSandbox({}, true);
    two.service.sandbox.faults.add({ fault: { kind: 'dropAfter' } });
    await expect(two.send('GET', `/v1/expenses/${someExpenseId(two)}`)).rejects.toThrow();
    expect((await two.send('GET', `/v1/expenses/${someExpenseId(two)}`)).status).toBe(200);
    expect(two.service.sandbox.captured.map((each) => [each.httpVersion, each.fault])).toEqual([
      ['2.0', 'dropAfter'],
      ['2.0', null],
    ]);
    await two.close();
  });

  it('late: the request is carried out after the client has gone, and overwrites what came in between', async () => {
    arm({ kind: 'late', afterMs: null, cut: true });
    await expect(patch('2026-01-01')).rejects.toThrow();
    expect((await patch('2026-02-02')).body.performedDate).toBe('2026-02-02');
    live.service.sandbox.faults.clear();
    await expect.poll(() => live.service.store.get('expense', someExpenseId(live))?.performedDate).toBe('2026-01-01');
    expect(applied()).toBe(2);
  });

  it('late without a cut: the answer comes when it comes', async () => {
    arm({ kind: 'late', afterMs: 30, cut: false });
    expect((await patch('2026-01-01')).status).toBe(200);
  });

  it('hang: no answer while the connection stays open, applied or not', async () => {
    for (const when of ['before', 'after'] as const) {
      arm({ kind: 'hang', when });
      const before = applied();
      const controller = new AbortController();
      const asked = live.send(
        'PATCH',
        `/v1/expenses/${someExpenseId(live)}`,
        { performedDate: '2026-05-05' },
        { signal: controller.signal },
      );
      await expect.poll(() => live.service.sandbox.captured.at(-1)?.fault).toBe('hang');
      await expect.poll(applied).toBe(before + (when === 'after' ? 1 : 0));
      controller.abort();
      await expect(asked).rejects.toThrow();
      live.service.sandbox.captured.length = 0;
    }
  });
});

describe('answers that are not the service’s', () => {
  it('status: before or after the work, with Retry-After, as an error context, a page, or nothing', async () => {
    arm({ kind: 'status', status: 500, when: 'before' });
    const before = await patch('2026-03-12');
    expect([before.status, before.body.type, applied()]).toEqual([500, 'INTERNAL_ERROR', 0]);
    arm({ kind: 'status', status: 503, when: 'after', retryAfter: '7' });
    const after = await patch('2026-03-12');
    expect([after.status, after.headers['retry-after'], applied()]).toEqual([503, '7', 1]);
    arm({ kind: 'status', status: 429, when: 'before', retryAfter: 'Fri, 20 Nov 2026 12:00:05 GMT' });
    expect((await patch('2026-03-12')).headers['retry-after']).toBe('Fri, 20 Nov 2026 12:00:05 GMT');
    arm({ kind: 'status', status: 502, when: 'before', body: 'html' });
    expect((await patch('2026-03-12')).headers['content-type']).toContain('text/html');
    arm({ kind: 'status', status: 401, when: 'before', body: 'none' });
    expect(await patch('2026-03-12')).toMatchObject({ status: 401, text: '' });
  });

  it('captivePortal: 200 and a page', async () => {
    arm({ kind: 'captivePortal' });
    const answer = await patch('2026-03-12');
    expect([answer.status, answer.headers['content-type'], applied()]).toEqual([200, 'text/html; charset=utf-8', 0]);
    expect(answer.text).toContain('Wi-Fi');
  });

  it('redirect: any status to any place', async () => {
    arm({ kind: 'redirect', status: 308, to: 'https://evil.example/' });
    const answer = await patch('2026-03-12');
    expect([answer.status, answer.headers['location'], applied()]).toEqual([308, 'https://evil.example/', 0]);
  });

  it('staleRead: what an earlier read of the path said', async () => {
    const target = `/v1/expenses/${someExpenseId(live)}`;
    const before = await live.send('GET', target);
    await patch('2026-03-12');
    arm({ kind: 'staleRead' });
    expect((await live.send('GET', target)).body).toEqual(before.body);
    expect((await live.send('GET', target)).body.performedDate).toBe('2026-03-12');
  });
});

describe('malformed answers', () => {
  it('each kind is applied and then spoilt in its own way', async () => {
    const seen = new Set<string>();
    for (const how of malformations) {
      arm({ kind: 'malformed', how });
      const answer = await patch('2026-03-12').catch((error: unknown) => (error instanceof Error ? error.name : 'error'));
      seen.add(`${how} ${typeof answer === 'string' ? 'broken' : String(answer.status)}`);
      if (typeof answer === 'string') continue;
      const expense = live.service.store.get('expense', someExpenseId(live));
      const sound =
        answer.body !== undefined && answer.body?.id === expense?.id && answer.headers['content-type'] === 'application/json;charset=UTF-8';
      expect([how, sound && !answer.text.includes('\ufffd') && !answer.text.startsWith('{"id":"00000000')]).toEqual([how, false]);
    }
    expect(seen.size).toBe(malformations.length);
    expect(applied()).toBe(malformations.length);
    expect([...seen]).toContain('tooLong broken');
  });

  it('slow: the whole answer, piece by piece', async () => {
    arm({ kind: 'slow', pieceBytes: 200, everyMs: 1 });
    expect((await patch('2026-03-12')).body.performedDate).toBe('2026-03-12');
  });
});

describe('the control doors', () => {
  const key = () => ({ auth: null, headers: { 'sandbox-control': live.service.credentials.controlKey } });

  it('are closed without the key', async () => {
    for (const [method, path] of [
      ['GET', '/sandbox/faults'],
      ['POST', '/sandbox/faults'],
      ['GET', '/sandbox/journal'],
      ['GET', '/sandbox/requests'],
      ['GET', '/sandbox/records?kind=expense'],
      ['POST', '/sandbox/change'],
      ['POST', '/sandbox/sign-out'],
      ['GET', '/sandbox/grants'],
      ['GET', '/sandbox/token-forms'],
    ] as const) {
      expect((await live.send(method, path, method === 'POST' ? {} : undefined)).status).toBe(401);
      expect((await live.send(method, path, method === 'POST' ? {} : undefined, { headers: { 'sandbox-control': 'guess' } })).status).toBe(
        401,
      );
    }
  });

  it('arm and disarm faults, and tell how often they struck', async () => {
    const rule = { method: 'PATCH', path: '/v1/expenses/', times: 2, fault: { kind: 'status', status: 503, when: 'before' } };
    const { id } = (await live.send('POST', '/sandbox/faults', rule, key())).body;
    expect((await patch('2026-03-12')).status).toBe(503);
    expect((await live.send('GET', '/sandbox/faults', undefined, key())).body).toMatchObject([{ id, struck: 1, left: 1, rule }]);
    expect((await live.send('DELETE', `/sandbox/faults?id=${String(id)}`, undefined, key())).body).toEqual([]);
    expect((await patch('2026-03-12')).status).toBe(200);
    expect((await live.send('POST', '/sandbox/faults', {}, key())).body.errors[0].path).toEqual(['fault']);
  });

  it('show the journal and the truth, and let somebody else change a record', async () => {
    const id = someExpenseId(live);
    await patch('2026-03-12');
    const journal = await live.send('GET', '/sandbox/journal?after=0', undefined, key());
    expect(journal.body).toMatchObject([{ sequence: 1, operation: 'updateExpense', recordId: id, applied: true, status: 200 }]);
    const change = await live.send('POST', '/sandbox/change', { kind: 'expense', id, fields: { performedDate: '2026-04-04' } }, key());
    expect(change.body.performedDate).toBe('2026-04-04');
    expect((await live.send('GET', `/sandbox/records?kind=expense&id=${id}`, undefined, key())).body.performedDate).toBe('2026-04-04');
    expect((await live.send('GET', '/sandbox/records?kind=apiKey', undefined, key())).status).toBe(400);
    const requests = await live.send('GET', '/sandbox/requests', undefined, key());
    expect(requests.body).toMatchObject([{ method: 'PATCH', path: `/v1/expenses/${id}` }]);
  });

  it('change switches while it runs', async () => {
    const vendor = [...live.service.store.list('vendor')][0];
    const target = `/rest/ext/v1/vendors/${vendor?.vendorId ?? ''}`;
    expect((await live.send('GET', target)).status).toBe(404);
    await live.send('POST', '/sandbox/switches', { reads: true }, key());
    expect((await live.send('GET', target)).body.vendorId).toBe(vendor?.vendorId);
  });

  it('export to the key, and to any caller the own company only', async () => {
    const all = await live.send('GET', '/sandbox/export?kind=vendors&format=ids', undefined, key());
    expect(all.text.trim().split('\n').length).toBeGreaterThanOrEqual(200);
    const other = [...live.service.store.list('company')][1]?.id ?? '';
    const asked = await live.send('GET', `/sandbox/export?kind=companies&companyId=${other}`);
    expect(asked.body).toMatchObject([{ id: live.service.companyId }]);
    expect((await live.send('GET', '/sandbox/export?kind=vendors', undefined, { auth: null })).status).toBe(401);
    expect((await live.send('GET', '/sandbox/export?kind=secrets')).status).toBe(400);
    expect((await live.send('GET', '/sandbox/export?kind=vendors&format=csv')).headers['content-type']).toBe('text/csv;charset=UTF-8');
  });
});
