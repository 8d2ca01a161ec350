import { it } from 'vitest';
import { matchPortions } from '#main/library/statements/match-portions.ts';
import { judgeWorld } from './judge-world.ts';
it('speed', () => {
  for (const hard of [false, true]) {
  const world = judgeWorld({ seed: 3, hard, customers: 15_000, invoices: 100_000, receipts: 10_000 });
  const names = new Map(world.customers.map(({ id, name, inBook }) => [id, inBook ? name : '']));
  const invoices = world.invoices.map((invoice) => JSON.stringify({
      ...{ id: invoice.id, number: invoice.number, reference: invoice.reference ?? '', poNumber: invoice.poNumber ?? '' },
      ...{ customerId: invoice.customer, customerName: names.get(invoice.customer) ?? '', currency: invoice.currency },
      ...{ openMinor: String(invoice.total - invoice.paid), dueDate: invoice.due },
  }));
  const lines = world.receipts.map((r, id) => ({ id, restMinor: String(r.minor), currency: r.currency, payer: r.payer, payerAccount: r.iban ?? '', bookedOn: r.day, endToEnd: '', reference: r.structured ?? '', text: r.text }));
  const content = [...invoices, JSON.stringify({ lines, payers: world.learned.map((l) => [l.iban, l.customer]) })].join('\n');
  const c = process.cpuUsage();
  const t = performance.now();
  let n = 0; for (const p of matchPortions(content)) n += p.matches.filter((m) => m.ticked).length;
  const u = process.cpuUsage(c);
  console.log(hard, content.length, n, 'wall', performance.now() - t, 'cpu ms', (u.user + u.system) / 1000);
  }
});
