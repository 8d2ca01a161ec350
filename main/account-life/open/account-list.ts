import path from 'node:path';
import { holdEverything } from '#main/recovery/bring-back.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import { rebuildRegistry } from '#main/registry/registry-rebuild.ts';
import { formOf } from '#main/storage/sealing/seal.ts';
import { accountFile, openRegistry, type Registry } from '#main/registry/registry.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import type { RepairView } from '#shared/contract/views/views.ts';
import { openAccountStore } from './account-store.ts';
import { CannotOpen } from './cannot-open.ts';
import type { AccountParts } from '#main/account-life/account.ts';
import { noteUnfinished, unfinishedOf } from './unfinished.ts';

/** The registry's setting that says that an account's open edits are held once it can be opened. */
export const holdAtOpening = (accountId: string): string => `hold.${accountId}`;

/** The registry's setting that says that an account started over, and was not opened since. */
export const startsOverSetting = (accountId: string): string => `startsOver.${accountId}`;

type Folder = Pick<AccountParts, 'world' | 'dataFolder'>;

/**
 * Opens the registry. A damaged one is set aside and rebuilt from the accounts' own folders, with every open edit held, since the age of those notes
 * is unknown. `repair` tells the user. Throws `CannotOpen` if no window can help.
 */
export function openAccountList({ dataFolder, world }: Folder): { registry: Registry; repair: RepairView | null } {
  const answer = openRegistry(dataFolder, world);
  if (answer.kind === 'open') return { registry: answer.registry, repair: null };
  if (answer.kind !== 'damaged') throw new CannotOpen(answer);
  let held = 0;
  const again = rebuildRegistry(dataFolder, world, (registry, entry) => {
    held += holdAccount({ dataFolder, world }, registry, entry);
  });
  if (again.kind !== 'open') throw new CannotOpen(again.kind === 'damaged' ? answer : again);
  world.log.error('registry rebuilt', { detail: answer.detail, found: again.found, unknown: again.unknown.length });
  const { found, unknown } = again;
  const keptAs = again.setAside === null ? null : path.basename(again.setAside);
  return { registry: again.registry, repair: { kind: 'accountsRebuilt', found, keptAs, unknown, held, backups: [] } };
}

/** Answers how many edits of an account are held now; a database that waits for a newer Layover is left as it is. */
function holdAccount({ dataFolder, world }: Folder, registry: Registry, entry: AccountEntry): number {
  if (!entry.opened) return 0;
  if (formOf(accountFile(dataFolder, entry.id)).kind === 'sealed') {
    // Its key is asked for when it is opened: its edits are held then.
    registry.writeSetting(holdAtOpening(entry.id), true);
    return 0;
  }
  const answer = openAccountStore(world, dataFolder, entry);
  if (answer.kind === 'newer' || answer.kind === 'damaged') return 0;
  if (answer.kind !== 'open') throw new CannotOpen(answer);
  const { store } = answer;
  try {
    const held = holdEverything(store);
    noteUnfinished(registry, entry.id, unfinishedOf(countersOf(store)));
    return held;
  } finally {
    store.close();
  }
}
