import { documentOf, listDocuments } from '#main/documents/documents.ts';
import { nameDocument } from '#main/documents/document-texts.ts';
import type { House } from '#main/app/house.ts';
import type { Implementer } from './implementer.ts';
import { refuseFailure } from '#main/app/refuse-failure.ts';
import { found } from '#main/app/refuse.ts';
import { documentQuota } from '#main/library/documents/document-quota.ts';

/** Documents of purchase invoices: known, fetched, kept. */
export function documentsRouter({ documents: os }: Implementer, house: House) {
  const known = (recordId: string) => found(documentOf(house.store(), recordId.toLowerCase()), 'document');
  return {
    list: os.list.handler(({ input }) => ({
      ...listDocuments(house.store(), input),
      usedBytes: house.life.open?.documents.usedBytes() ?? 0,
      quotaBytes: documentQuota(house.store(), house.options.policy?.documentQuotaBytes ?? null),
    })),
    get: os.get.handler(({ input }) => known(input.recordId)),
    fetch: os.fetch.handler(async ({ input, signal }) => {
      const fetched = await house.account().documents.fetch(input.recordId, input.variant, signal);
      return fetched.ok ? fetched.value : refuseFailure(fetched.failure, 'document');
    }),
    bytes: os.bytes.handler(async ({ input }) => {
      const bytes = found(await house.life.open?.documents.bytes(input.recordId), 'document');
      return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
    }),
    name: os.name.handler(({ input }) => {
      nameDocument(house.account().store, input.recordId.toLowerCase(), input.called || null);
      return known(input.recordId);
    }),
    pin: os.pin.handler(({ input }) => found(house.account().documents.pin(input.recordId, input.pinned), 'document')),
    remove: os.remove.handler(({ input }) => {
      known(input.recordId);
      house.account().documents.remove(input.recordId);
    }),
  };
}
