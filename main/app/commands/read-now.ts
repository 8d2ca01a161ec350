import { hearRecord } from '#main/outbox/hear-record.ts';
import type { RecordView } from '#shared/contract/views/views.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { cardTransactionReceipt, readOf, undocumentedReadOf, type ReceiptQuestion } from '#shared/service/operations.ts';
import { recordId } from '#shared/records/record-id.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { sameId } from '#shared/values/uuid.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { OpenAccount } from '#main/account-life/account.ts';
import { recordView } from '#main/app/views/record-view.ts';
import { refuseFailure } from '#main/app/refusals/refuse-failure.ts';
import { found } from '#main/app/refusals/refuse.ts';

/**
 * Reads one record from the service and answers its page: an expense always, another kind where the user allowed it and the service was
 * not seen to lack it. A kind that cannot be read is answered from the cache. Refuses with the promised errors.
 */
export async function refreshRecord(services: AppServices, ref: RecordRef, signal: AbortSignal | undefined): Promise<RecordView> {
  const { store, client, capabilities } = services.account();
  const shown = readOf(ref.kind, ref.id);
  const request = shown ?? (capabilities.mayRead(ref.kind) ? undocumentedReadOf(ref.kind, ref.id) : null);
  if (request) {
    const asked = store.hearings.ask();
    const result = await client.read(request, signal);
    if (!shown) capabilities.noteRead(ref.kind, result, ref.id);
    if (!result.ok) return refuseFailure(result.failure, 'record');
    const { text, value, etag } = result.value;
    if (!isAbout(ref, value)) return refuseFailure({ kind: 'unreadable', status: result.value.status, detail: 'otherRecord' }, 'record');
    hearRecord(store, { ref, text, value, etag, provenance: 'read', asked, asOf: services.world.now(), complete: true });
  }
  return found(recordView(store, ref), 'record');
}

/** An answer about another record, from a cache on the way for instance, is never kept as this one. */
function isAbout(ref: RecordRef, value: JsonObject): boolean {
  const id = recordId(ref.kind, value);
  return id !== null && sameId(id, ref.id);
}

/** Asks OPTIONS on a card transaction's receipt and shows the answer as it came, whatever its status ("Endpoints 6"). */
export async function receiptOptions({ client }: OpenAccount, input: ReceiptQuestion & { id: string }, signal: AbortSignal | undefined) {
  const { id, ...question } = input;
  const result = await client.options(cardTransactionReceipt(id, question), signal);
  if (result.ok) return { status: result.value.status, headers: result.value.headers, body: result.value.text };
  return refuseFailure(result.failure, 'receipt');
}
