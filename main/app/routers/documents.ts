import { documentOf, listDocuments } from '#main/documents/documents.ts';
import { nameDocument } from '#main/documents/document-texts.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { Implementer } from './implementer.ts';
import { refuseFailure } from '#main/app/refusals/refuse-failure.ts';
import { found } from '#main/app/refusals/refuse.ts';
import { accountSetting } from '#main/storage/settings.ts';

export function documentsRouter({ documents: os }: Implementer, services: AppServices) {
  const known = (recordId: string) => found(documentOf(services.store(), recordId.toLowerCase()), 'document');
  return {
    list: os.list.handler(({ input }) => ({
      ...listDocuments(services.store(), input),
      usedBytes: services.life.open?.documents.usedBytes() ?? 0,
      quotaBytes: accountSetting(services.store(), 'documentQuotaBytes', services.options.policy),
    })),
    get: os.get.handler(({ input }) => known(input.recordId)),
    fetch: os.fetch.handler(async ({ input, signal }) => {
      const fetched = await services.account().documents.fetch(input.recordId, input.variant, signal);
      return fetched.ok ? fetched.value : refuseFailure(fetched.failure, 'document');
    }),
    bytes: os.bytes.handler(async ({ input }) => {
      const bytes = found(await services.life.open?.documents.bytes(input.recordId), 'document');
      return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
    }),
    name: os.name.handler(({ input }) => {
      nameDocument(services.account().store, input.recordId.toLowerCase(), input.called || null);
      return known(input.recordId);
    }),
    pin: os.pin.handler(({ input }) => found(services.account().documents.pin(input.recordId, input.pinned), 'document')),
    remove: os.remove.handler(({ input }) => {
      known(input.recordId);
      services.account().documents.remove(input.recordId);
    }),
  };
}
