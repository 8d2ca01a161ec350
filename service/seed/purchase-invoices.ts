import { daysAfter } from '#service/domain/fields.ts';
import type { InvoicePayable } from '#service/domain/records/reference.ts';
import type { Vendor } from '#service/domain/records/vendor.ts';
import { dayOf, officeTime } from './calendar.ts';
import type { Cast } from './cast.ts';
import { minorUnits } from './money.ts';
import { invoiceTexts, productNames } from './names.ts';
import type { Choices } from './random.ts';

/** One seeded purchase invoice. Half of them are long enough that their document has several pages. */
export function makePurchaseInvoice(choices: Choices, cast: Cast, vendor: Vendor): InvoicePayable {
  const invoiceDate = dayOf(officeTime(choices));
  const lines = Array.from({ length: choices.chance(0.5) ? choices.int(30, 90) : choices.int(2, 12) }, () => {
    const [name, cents] = choices.pick(productNames);
    const quantity = choices.int(1, 6);
    return {
      description: `${name} · ${choices.pick(invoiceTexts)}`,
      quantity,
      amount: minorUnits((cents * quantity) / 4, vendor.currency),
    };
  });
  const net = lines.reduce((sum, line) => sum + line.amount, 0n);
  const taxAmount = net / 5n;
  return {
    id: choices.uuid(),
    companyId: cast.company.id,
    vendorId: vendor.vendorId,
    vendorName: vendor.name,
    invoiceNumber: `${String(choices.int(2_600_000, 2_699_999))}`,
    invoiceDate,
    dueDate: daysAfter(invoiceDate, 30),
    currency: vendor.currency,
    amount: net + taxAmount,
    taxAmount,
    lines,
  };
}
