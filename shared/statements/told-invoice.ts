import type { OpenInvoice } from './match-types.ts';

/** An open invoice from the JSON array that SQLite makes of it, and the amount still open. */
export function readInvoice(told: string, openMinor: bigint): OpenInvoice {
  const [id = '', currency = '', number = '', reference = '', poNumber = '', customerId = '', dueDate = '', customerName = ''] = JSON.parse(
    told,
  ) as string[];
  return { id, number, reference, poNumber, customerId, customerName, currency, openMinor, dueDate };
}
