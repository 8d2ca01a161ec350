import { knowDocument } from '#main/documents/documents.ts';
import { putStub } from '#main/records/records.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { connectTimeoutMs, priorityLimits } from '#main/api/transport/limits.ts';
import { importNames } from '#main/library/names/import-names.ts';
import { importRecords } from '#main/library/imports/imports.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EmbeddedService } from './embedded-account.ts';
import type { OpenAccount } from '#main/account-life/account.ts';

const doneSetting = 'sandboxImported';

/** The kinds that are imported first; expenses are among them, so that the first list is full in the first second. */
const exported: [string, RecordKind][] = [
  ['expenses', 'expense'],
  ['vendors', 'vendor'],
  ['invoice-receivables', 'invoiceReceivable'],
  ['card-transactions', 'cardTransaction'],
];

/**
 * Fills the embedded sandbox's account once, so that a user sees believable data at once: records and names as imports of the sandbox's own
 * export, purchase invoices as ids. A sandbox that does not answer leaves it for the next start.
 */
export async function fillFromSandbox({ store, transport }: OpenAccount, reading: Reading, service: EmbeddedService): Promise<void> {
  if (readSetting(store, doneSetting) === true) return;
  for (const [name, kind] of exported) {
    const text = await sandboxExport(transport, service, name);
    if (text === null) return;
    const answer = await importRecords({ store, reading }, { name: `${name}.json`, content: text, kind }, { complete: true });
    // the account was closed meanwhile: the next start fills it
    if (!store.sql.open) return;
    if (!answer.ok)
      store.world.log.error('sandboxExportRefused', { kind, why: answer.why, problems: answer.why === null ? answer.total : 0 });
  }
  const names = await sandboxExport(transport, service, 'names');
  if (names === null) return;
  const named = await importNames({ store, reading }, { name: 'names.json', content: names, kind: null }, { take: 'mine' });
  if (!store.sql.open) return;
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

/** The embedded sandbox's own export of one kind, by the name in its address, as text; null when it does not answer. */
const sandboxExport = (transport: Transport, service: EmbeddedService, kind: string) =>
  sandboxText(transport, service, `export?kind=${kind}&format=json`);

/** A bank statement of this day over the open sales invoices of the practice company; null when the sandbox does not answer. */
export const practiceStatement = (transport: Transport, service: EmbeddedService, day: string) =>
  sandboxText(transport, service, `statement?currency=EUR&day=${day}`);

/** A text of the embedded sandbox that is not part of the interface; null when it does not answer. */
async function sandboxText(transport: Transport, service: EmbeddedService, path: string): Promise<string | null> {
  const answer = await transport.exchange({
    method: 'GET',
    url: `${service.baseUrl}/sandbox/${path}`,
    headers: [['Sandbox-Control', service.controlKey]],
    body: null,
    priority: 'document',
    connectTimeoutMs,
    totalTimeoutMs: priorityLimits.document.totalTimeoutMs,
  });
  return answer.kind === 'answer' && answer.status === 200 ? new TextDecoder().decode(answer.body) : null;
}

/** The purchase invoices of an export with a name for their document, which is all that the interface knows; none when the text is not what was asked for. */
function purchaseInvoicesIn(text: string) {
  const parsed = parseJson(text);
  const records = parsed.ok && Array.isArray(parsed.value) ? parsed.value.filter(isJsonObject) : [];
  return records.flatMap(({ id, vendorName, invoiceNumber }) =>
    typeof id === 'string' ? [{ id, name: `${textOf(vendorName, 'Invoice')} ${textOf(invoiceNumber, id.slice(0, 8))}.pdf` }] : [],
  );
}

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' && value !== '' ? value : otherwise);
