// Fills a data folder that a host has opened once: 100,000 expenses and 10,000 queued edits in the account's own database.
import { readdirSync } from 'node:fs';
import { catchUp } from '#main/account-life/jobs/keep-searchable.ts';
import { originOf } from '#main/accounts/identity.ts';
import { openRegistry } from '#main/registry/registry.ts';
import { accountFile } from '#main/registry/registry.ts';
import { openStore } from '#main/storage/open/open.ts';
import { checkColumns } from '#main/projections/columns/remake-columns.ts';
import type { Store } from '#main/storage/store.ts';
import { putRecord } from '#main/records/records.ts';
import { writeSetting } from '#main/storage/settings.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { realWorld } from '#test/world.ts';
import { edit, expense } from './workload.mjs';

/** Does `fill` with the database of the active account of `dataFolder`, on which no host may be running. */
export async function fillAccount(dataFolder: string, fill: (store: Store) => void | Promise<void>): Promise<void> {
  const world = realWorld();
  const registry = openRegistry(dataFolder, world);
  if (registry.kind !== 'open') throw new Error(`the registry of ${readdirSync(dataFolder).join(', ')} did not open: ${registry.kind}`);
  const entry = registry.registry.active();
  registry.registry.close();
  if (!entry) throw new Error('the data folder has no account yet');
  const account = { origin: originOf(entry), companyId: entry.companyId, userId: entry.userId };
  const opened = openStore({ file: accountFile(dataFolder, entry.id), world, account });
  if (opened.kind !== 'open') throw new Error(`the account's database did not open: ${opened.kind}`);
  const { store } = opened;
  store.sql.pragma('synchronous = OFF');
  store.commit('offline', () => writeSetting(store, 'workOffline', true));
  await fill(store);
  // The product runs this in portions after an import.
  checkColumns(store);
  while (!catchUp(store));
  store.sql.pragma('wal_checkpoint(TRUNCATE)');
  store.close();
}

/** Adds `records` expenses and `edits` edits of them to the active account of `dataFolder`. */
export const fillDesk = (dataFolder: string, records: number, edits: number): Promise<void> =>
  fillAccount(dataFolder, (store) => fillExpenses(store, records, edits));

function fillExpenses(store: Store, records: number, edits: number): void {
  for (let start = 0; start < records; start += 5000)
    store.commit('fill', () => {
      for (let n = start; n < Math.min(records, start + 5000); n++) {
        const value = expense(n) as unknown as JsonObject;
        const ref = { kind: 'expense' as const, id: String(value['id']) };
        putRecord(store, { ref, text: JSON.stringify(value), value, provenance: 'import', asOf: store.world.now(), complete: true });
      }
    });
  store.commit('queue', () => {
    for (let n = 0; n < edits; n++) {
      const { record, body } = edit(n, records);
      recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId: record, body }, {});
    }
  });
}
