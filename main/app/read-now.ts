import { putRecord, recordOf } from '#main/cache/records.ts';
import type { RecordView } from '#shared/contract/views.ts';
import { cardTransactionReceipt, readOf, undocumentedReadOf, type ReceiptQuestion } from '#shared/operations.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { Desk } from './desk.ts';
import type { OpenAccount } from './open-account.ts';
import { recordView } from './record-view.ts';
import { refuseFailure } from './refuse-failure.ts';
import { found } from './refuse.ts';

/**
 * Reads one record from the service and answers its page: an expense always, another kind where the person allowed it and the service was
 * not seen to lack it. A kind that cannot be read is answered from the cache. Refuses with the promised errors.
 */
export async function refreshRecord(desk: Desk, ref: RecordRef, signal: AbortSignal | undefined): Promise<RecordView> {
  const { store, client, capabilities } = desk.account();
  const shown = readOf(ref.kind, ref.id);
  const request = shown ?? (capabilities.mayRead(ref.kind) ? undocumentedReadOf(ref.kind, ref.id) : null);
  if (request) {
    const result = await client.read(request, signal);
    if (!shown) capabilities.noteRead(ref.kind, result, recordOf(store, ref) !== null);
    if (!result.ok) return refuseFailure(result.failure, 'record');
    const { text, value, etag } = result.value;
    putRecord(store, { ref, text, value, etag, provenance: 'read', asOf: desk.world.now(), complete: true });
  }
  return found(recordView(store, ref), 'record');
}

/** Asks OPTIONS on a card transaction's receipt and shows the answer as it came, whatever its status ("Endpoints 6"). */
export async function receiptOptions({ client }: OpenAccount, input: ReceiptQuestion & { id: string }, signal: AbortSignal | undefined) {
  const { id, ...question } = input;
  const result = await client.options(cardTransactionReceipt(id, question), signal);
  if (result.ok) return { status: result.value.status, headers: result.value.headers, body: result.value.text };
  return refuseFailure(result.failure, 'receipt');
}
