import { documentOf, listDocuments } from '#main/cache/documents/documents.ts';
import type { Desk } from '#main/app/desk.ts';
import type { Implementer } from './implementer.ts';
import { refuseFailure } from '#main/app/refuse-failure.ts';
import { found } from '#main/app/refuse.ts';
import { documentQuota } from '#main/app/acts/settings.ts';

/** Documents of purchase invoices: known, fetched, kept. */
export function documentsRouter({ documents: os }: Implementer, desk: Desk) {
  const known = (recordId: string) => found(documentOf(desk.store(), recordId.toLowerCase()), 'document');
  return {
    list: os.list.handler(({ input }) => ({
      ...listDocuments(desk.store(), input),
      usedBytes: desk.open?.documents.usedBytes() ?? 0,
      quotaBytes: documentQuota(desk.store()),
    })),
    get: os.get.handler(({ input }) => known(input.recordId)),
    fetch: os.fetch.handler(async ({ input, signal }) => {
      const fetched = await desk.account().documents.fetch(input.recordId, input.variant, signal);
      return fetched.ok ? fetched.value : refuseFailure(fetched.failure, 'document');
    }),
    bytes: os.bytes.handler(({ input }) => {
      const bytes = found(desk.open?.documents.bytes(input.recordId), 'document');
      return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
    }),
    pin: os.pin.handler(({ input }) => found(desk.account().documents.pin(input.recordId, input.pinned), 'document')),
    remove: os.remove.handler(({ input }) => {
      known(input.recordId);
      desk.account().documents.remove(input.recordId);
    }),
  };
}
