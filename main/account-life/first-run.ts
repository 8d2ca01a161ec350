import { knowDocument } from '#main/cache/documents/documents.ts';
import { putStub } from '#main/cache/records/records.ts';
import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import { importNames } from '#main/library/names/import-names.ts';
import { importRecords } from '#main/library/imports/imports.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EmbeddedService } from './embedded-account.ts';
import type { OpenAccount } from './open-account.ts';
import { purchaseInvoicesIn, sandboxExport, type ExportKind } from './sandbox-export.ts';

const doneSetting = 'sandboxImported';

/** What a company's export brings at once; expenses come too, so that the first list is full in the first second. */
const exported: [ExportKind, RecordKind][] = [
  ['expenses', 'expense'],
  ['vendors', 'vendor'],
  ['invoice-receivables', 'invoiceReceivable'],
  ['card-transactions', 'cardTransaction'],
];

/**
 * Fills the embedded sandbox's account once, so that a person sees believable data at once: records and names as imports of the sandbox's own
 * export, purchase invoices as ids. A sandbox that does not answer leaves it for the next start.
 */
export async function fillFromSandbox({ store, transport }: OpenAccount, reading: Reading, service: EmbeddedService): Promise<void> {
  if (readSetting(store, doneSetting) === true) return;
  for (const [name, kind] of exported) {
    const text = await sandboxExport(transport, service, name);
    if (text === null) return;
    const answer = await importRecords({ store, reading }, { name: `${name}.json`, text, kind }, { complete: true });
    if (!answer.ok)
      store.world.log.error('sandboxExportRefused', { kind, why: answer.why, problems: answer.why === null ? answer.total : 0 });
  }
  const names = await sandboxExport(transport, service, 'names');
  if (names === null) return;
  const named = await importNames({ store, reading }, { name: 'names.json', text: names, kind: null }, { take: 'mine' });
  if (named.kind === 'refused') store.world.log.error('sandboxNamesRefused', { why: named.answer.why });
  const invoices = await sandboxExport(transport, service, 'invoice-payables');
  if (invoices === null) return;
  store.commit('first run', () => {
    for (const { id, name } of purchaseInvoicesIn(invoices)) {
      putStub(store, { kind: 'invoicePayable', id }, store.world.now());
      knowDocument(store, id, name);
    }
    writeSetting(store, doneSetting, true);
  });
}
