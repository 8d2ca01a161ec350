import { isJsonObject, parseJson } from '#shared/json.ts';
import type { Transport } from '#main/api/transport.ts';
import { connectTimeoutMs, laneLimits } from '#main/api/limits.ts';
import type { EmbeddedService } from './embedded-account.ts';

/** Kinds of the embedded sandbox's export, as its addresses name them. */
export type ExportKind = 'expenses' | 'vendors' | 'invoice-receivables' | 'card-transactions' | 'invoice-payables' | 'names';

/** The embedded sandbox's own export of one kind, as text; null when it does not answer. Not part of the interface. */
export async function sandboxExport(transport: Transport, service: EmbeddedService, kind: ExportKind): Promise<string | null> {
  const answer = await transport.exchange({
    method: 'GET',
    url: `${service.baseUrl}/sandbox/export?kind=${kind}&format=json`,
    headers: [['Sandbox-Control', service.controlKey]],
    body: null,
    lane: 'document',
    connectTimeoutMs,
    totalTimeoutMs: laneLimits.document.totalTimeoutMs,
  });
  return answer.kind === 'answer' && answer.status === 200 ? new TextDecoder().decode(answer.body) : null;
}

/** A purchase invoice of the sandbox: the interface knows only its document. */
export interface PurchaseInvoice {
  id: string;
  /** Name for its document. */
  name: string;
}

/** The purchase invoices of an export; none when the text is not what was asked for. */
export function purchaseInvoicesIn(text: string): PurchaseInvoice[] {
  const parsed = parseJson(text);
  const records = parsed.ok && Array.isArray(parsed.value) ? parsed.value.filter(isJsonObject) : [];
  return records.flatMap(({ id, vendorName, invoiceNumber }) =>
    typeof id === 'string' ? [{ id, name: `${textOf(vendorName, 'Invoice')} ${textOf(invoiceNumber, id.slice(0, 8))}.pdf` }] : [],
  );
}

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' && value !== '' ? value : otherwise);
