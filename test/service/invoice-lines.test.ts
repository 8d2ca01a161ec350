import { describe, expect, it } from 'vitest';
import { lineAmounts, timesQuantity } from '#service/domain/line-amounts.ts';
import { found, SeededDomain } from './seeded-domain.ts';

function product(domain: SeededDomain) {
  return found(domain.store.list('product'), (each) => each.companyId === domain.company.id);
}

function addLine(domain: SeededDomain, invoiceId: string, more: object = {}) {
  return domain.send('POST', `/rest/ext/v1/invoice-receivables/${invoiceId}/lines`, {
    productId: product(domain).id,
    quantity: 2,
    ...more,
  });
}

describe('Create sales invoice line', () => {
  it('EP-2-path EP-2-body EP-2-response ST-draft: the ten fields come back in a line of the invoice', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('DRAFT', { engine: 'TAX_ENGINE_ONE' });
    const taxCode = found(domain.store.list('taxCode'), (each) => each.rateBasisPoints === 2500);
    const asked = {
      productId: product(domain).id,
      quantity: 2.5,
      taxCodeId: taxCode.id,
      accountId: found(domain.store.list('account'), () => true).id,
      discount: { type: 'PERCENTAGE', value: 10 },
      priceOverwrite: 1000n,
      productNameOverwrite: 'Calibration, night shift',
      taxEngineOneCode: 'P0000000',
      billingStart: '2026-11-01',
      billingEnd: '2026-11-30',
    };
    const answer = domain.send('POST', `/rest/ext/v1/invoice-receivables/${invoice.id}/lines`, asked);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ ...asked, invoiceReceivableId: invoice.id, companyId: domain.company.id });
    expect(domain.store.get('invoiceReceivable', invoice.id)?.lines?.at(-1)).toEqual(answer.body);
  });

  it('INV-amount LINE-netAmount INV-areLinesWithTax: the total grows by the line, with tax on top or inside', () => {
    for (const areLinesWithTax of [true, false]) {
      const domain = new SeededDomain();
      const invoice = { ...domain.invoiceIn('DRAFT'), areLinesWithTax };
      domain.store.put('invoiceReceivable', invoice.id, invoice);
      const taxCode = found(domain.store.list('taxCode'), (each) => each.rateBasisPoints === 2500);
      const line = addLine(domain, invoice.id, { priceOverwrite: 1000n, quantity: 1, taxCodeId: taxCode.id }).body;
      expect([line.netAmount, line.taxAmount]).toEqual(areLinesWithTax ? [800n, 200n] : [1000n, 250n]);
      expect(domain.store.get('invoiceReceivable', invoice.id)?.amount).toBe(invoice.amount + line.netAmount + line.taxAmount);
    }
  });

  it('LINE-priceOverwrite LINE-productNameOverwrite: without them the product decides', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('DRAFT');
    const line = addLine(domain, invoice.id, { quantity: 3 }).body;
    expect(line).toMatchObject({ priceOverwrite: null, productNameOverwrite: null, netAmount: product(domain).price * 3n });
  });

  it('LINE-discount LINE-discount-value: the type tells, other fields are kept, nothing is deducted', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('DRAFT');
    const discount = { type: 'AMOUNT', amount: 50n, reason: 'goodwill' };
    expect(addLine(domain, invoice.id, { discount, priceOverwrite: 100n, quantity: 1 }).body).toMatchObject({
      discount,
      discountAmount: 0n,
      netAmount: 100n,
    });
    const unknown = addLine(domain, invoice.id, { discount: { type: 'SECRET' } });
    expect(unknown.body).toMatchObject({ type: 'BAD_REQUEST', errors: [{ path: ['discount', 'type'] }] });
  });

  it('LINE-taxEngineOneCode: only with TAX_ENGINE_ONE', () => {
    const domain = new SeededDomain();
    const own = addLine(domain, domain.invoiceIn('OPEN', { engine: 'TAX_ENGINE_ONE' }).id, { taxEngineOneCode: 'P1' });
    expect(own.body.taxEngineOneCode).toBe('P1');
    const other = addLine(domain, domain.invoiceIn('OPEN', { engine: 'BUILT_IN' }).id, { taxEngineOneCode: 'P1' });
    expect(other.body).toMatchObject({ type: 'UNPROCESSABLE_CONTENT', errors: [{ path: ['taxEngineOneCode'] }] });
  });

  it('EP-2-required: productId and quantity', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('DRAFT');
    for (const field of ['productId', 'quantity']) {
      expect(addLine(domain, invoice.id, { [field]: undefined }).body.errors).toMatchObject([{ type: 'FIELD_REQUIRED', path: [field] }]);
    }
  });

  it('EP-2-states ST-archived ST-reversed: locked invoices are CONFLICT', () => {
    const domain = new SeededDomain();
    for (const state of ['ARCHIVED', 'REVERSED']) expect(addLine(domain, domain.invoiceIn(state).id).body.type).toBe('CONFLICT');
    for (const state of ['DRAFT', 'OPEN']) expect(addLine(domain, domain.invoiceIn(state).id).status).toBe(201);
  });

  it('refuses what it does not know with the field: product, tax code, account, a period that ends before it starts', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('DRAFT');
    const cases = {
      productId: { productId: invoice.id },
      taxCodeId: { taxCodeId: invoice.id },
      accountId: { accountId: invoice.id },
      billingEnd: { billingStart: '2026-02-02', billingEnd: '2026-02-01' },
    };
    for (const [field, more] of Object.entries(cases)) {
      expect(addLine(domain, invoice.id, more).body).toMatchObject({ type: 'UNPROCESSABLE_CONTENT', errors: [{ path: [field] }] });
    }
  });
});

describe('line amounts', () => {
  it('multiplies without a float, rounding half away from zero', () => {
    expect(timesQuantity(333n, 0.5)).toBe(167n);
    expect(timesQuantity(-333n, 0.5)).toBe(-167n);
    expect(timesQuantity(2n ** 53n + 1n, 1)).toBe(2n ** 53n + 1n);
    expect(timesQuantity(10n ** 21n, 1e-7)).toBe(10n ** 14n);
    expect(timesQuantity(7n, 1e21)).toBe(7n * 10n ** 21n);
    expect(timesQuantity(100n, -2.25)).toBe(-225n);
  });

  it('net and tax always add up to the total', () => {
    for (const withTax of [true, false]) {
      for (let price = 1n; price < 400n; price += 7n) {
        const { netAmount, taxAmount, total } = lineAmounts(price, 3.7, 1900, withTax);
        expect(netAmount + taxAmount).toBe(total);
      }
    }
  });
});
