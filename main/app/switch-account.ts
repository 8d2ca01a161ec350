import { keychainState } from '#main/accounts/keychain.ts';
import { countersOf } from '#main/cache/records/counters.ts';
import type { OpenAnswer } from '#main/cache/database/open.ts';
import type { AccountEntry } from '#main/cache/accounts/registry.ts';
import { reportOf } from '#main/cache/trail/reports.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { Change, RepairView } from '#shared/contract/views.ts';
import type { Desk } from './desk.ts';
import { noticeSync } from './notices.ts';
import { noteUnfinished, unfinishedOf } from './unfinished.ts';
import { openAccount, type OpenAccount } from './open-account.ts';
import { CannotOpen } from './cannot-open.ts';

/**
 * Opens the registry's active account in place of the one that is open. A database that needs a person leaves no account open and sets
 * `desk.repair`; rejects when another process holds the database, or the disk cannot be written.
 */
export async function openActiveAccount(desk: Desk): Promise<void> {
  await closeOpenAccount(desk);
  const entry = desk.registry.active();
  if (entry) await openEntry(desk, entry);
  desk.changes.publish({ kind: 'accounts' });
  desk.changes.publish({ kind: 'status' });
  askKeychain(desk);
}

/** Asks the keychain how it is, without waiting: a locked one may take as long as a person does. */
function askKeychain(desk: Desk): void {
  void keychainState(desk.options.secrets).then((state) => {
    if (desk.keychain === state) return;
    desk.keychain = state;
    desk.changes.publish({ kind: 'status' });
  });
}

async function openEntry(desk: Desk, entry: AccountEntry): Promise<void> {
  const { dataFolder, policy, secrets: keychain } = desk.options;
  const { world, secrets } = desk;
  const answer = await openAccount({ world, dataFolder, entry, keychain, secrets, managedHosts: policy?.trustedHosts ?? [] });
  if (answer.kind !== 'open') {
    desk.repair = repairOf(answer);
    return;
  }
  const { account } = answer;
  if (!entry.opened) desk.registry.markOpened(entry.id);
  desk.open = account;
  account.store.subscribe((changes) => {
    for (const change of changes) hear(desk, account.store, change);
  });
  desk.repair = account.repair ?? restoredOf(account);
}

/** Closes the open account, if any; its edits stay as they are. */
export async function closeOpenAccount(desk: Desk): Promise<void> {
  const account = desk.open;
  if (account) noteUnfinished(desk.registry, account.entry.id, unfinishedOf(countersOf(account.store)));
  desk.open = null;
  desk.repair = null;
  desk.undo.forget();
  await account?.close();
}

function hear(desk: Desk, store: Store, change: Change): void {
  desk.changes.publish(change);
  // Counters and pills follow from the outbox: a window that shows them reads the status again.
  if (change.kind === 'edits') desk.changes.publish({ kind: 'status' });
  if (change.kind !== 'syncFinished') return;
  const report = reportOf(store, change.reportId);
  if (report) noticeSync(desk.options.host, report);
}

function restoredOf({ recovered: { restored } }: OpenAccount): RepairView | null {
  if (!restored) return null;
  return { kind: 'restoredBackup', detail: `${restored.counter} < ${restored.keychainCounter}`, held: restored.held, backups: [] };
}

function repairOf(answer: Exclude<OpenAnswer, { kind: 'open' }>): RepairView {
  if (answer.kind === 'newer') return { kind: 'newer', detail: String(answer.version), held: 0, backups: [] };
  if (answer.kind === 'damaged') return { kind: 'damaged', detail: answer.setAside ?? answer.detail, held: 0, backups: [] };
  throw new CannotOpen(answer);
}
