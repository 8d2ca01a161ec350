import type { Transport } from '#main/api/transport.ts';
import { connectTimeoutMs, laneLimits } from '#main/api/limits.ts';
import type { EmbeddedService } from './host.ts';

/** Kinds of the embedded sandbox's export, as its addresses name them. */
export type ExportKind = 'expenses' | 'vendors' | 'invoice-receivables' | 'card-transactions' | 'invoice-payables';

/** The embedded sandbox's own export of one kind, as text; null when it does not answer. Not part of the interface. */
export async function sandboxExport(
  transport: Transport,
  service: EmbeddedService,
  kind: ExportKind,
  format: 'json' | 'ids',
): Promise<string | null> {
  const answer = await transport.exchange({
    method: 'GET',
    url: `${service.baseUrl}/sandbox/export?kind=${kind}&format=${format}`,
    headers: [['Sandbox-Control', service.controlKey]],
    body: null,
    lane: 'document',
    connectTimeoutMs,
    totalTimeoutMs: laneLimits.document.totalTimeoutMs,
  });
  return answer.kind === 'answer' && answer.status === 200 ? new TextDecoder().decode(answer.body) : null;
}

/** The ids of an export in the form `ids`, one a line. */
export function exportedIds(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
