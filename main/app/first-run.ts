import { putRecord, putStub } from '#main/cache/records.ts';
import { readSetting, writeSetting } from '#main/cache/settings.ts';
import type { JsonObject } from '#shared/json.ts';
import { recordId } from '#shared/records/record-id.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EmbeddedService } from './host.ts';
import type { OpenAccount } from './open-account.ts';
import { exportedIds, exportedRecords, sandboxExport, type ExportKind } from './sandbox-export.ts';

const doneSetting = 'sandboxImported';

/** What a company's export brings at once; expenses come too, so that the first list is full in the first second. */
const exported: [ExportKind, RecordKind][] = [
  ['expenses', 'expense'],
  ['vendors', 'vendor'],
  ['invoice-receivables', 'invoiceReceivable'],
  ['card-transactions', 'cardTransaction'],
];

/**
 * Fills the embedded sandbox's account once, so that a person sees believable data at once: records as an import of the sandbox's own
 * export, purchase invoices as ids. A sandbox that does not answer leaves it for the next start.
 */
export async function fillFromSandbox(account: OpenAccount, service: EmbeddedService): Promise<void> {
  if (readSetting(account.store, doneSetting) === true) return;
  const texts = await Promise.all(exported.map(([kind]) => sandboxExport(account.transport, service, kind, 'json')));
  const ids = await sandboxExport(account.transport, service, 'invoice-payables', 'ids');
  if (texts.some((text) => text === null) || ids === null) return;
  account.store.commit('first run', () => {
    texts.forEach((text, index) => {
      const kind = exported[index]?.[1];
      if (kind) importAll(account, kind, exportedRecords(text ?? ''));
    });
    for (const id of exportedIds(ids)) putStub(account.store, { kind: 'invoicePayable', id }, account.store.world.now());
    writeSetting(account.store, doneSetting, true);
  });
}

function importAll({ store }: OpenAccount, kind: RecordKind, records: JsonObject[]): void {
  const asOf = store.world.now();
  for (const value of records) {
    const id = recordId(kind, value);
    if (id !== null) putRecord(store, { ref: { kind, id }, value, provenance: 'import', asOf, complete: true });
  }
}
