import { existsSync, rmSync, statSync } from 'node:fs';
import type { World } from '#shared/world.ts';
import { readNotes } from './entry-notes.ts';
import type { OpenAnswer } from '#main/storage/open/open.ts';
import { accountFile, accountsFolder, openRegistry, registryFile, type Registry } from './registry.ts';
import type { AccountEntry } from './account-entry.ts';
import { setAsideFiles } from '#main/storage/open/set-aside.ts';
import { renameHeld } from '#main/storage/rename-held.ts';

/** A registry made again, and what could not be taken into it. */
export type RebuildAnswer =
  { kind: 'open'; registry: Registry; found: number; unknown: string[]; setAside: string | null } | Exclude<OpenAnswer, { kind: 'open' }>;

/**
 * Makes the list of accounts again from the notes in the accounts' own folders, after the damaged one was set aside. `hold` is called
 * with each account before the new list counts: a crash on the way is damage again and starts over. Whatever was last used is active.
 */
export function rebuildRegistry(dataFolder: string, world: World, hold: (registry: Registry, entry: AccountEntry) => void): RebuildAnswer {
  const file = registryFile(dataFolder);
  if (existsSync(file)) return { kind: 'damaged', detail: 'the file is not one of ours', setAside: null };
  const unfinished = `${file}.unfinished`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true });
  const { accounts, unknown } = readNotes(accountsFolder(dataFolder));
  const lastUsed = accounts.map(({ id }) => ({ id, at: usedAt(dataFolder, id) })).sort((a, b) => b.at - a.at)[0];
  const begun = openRegistry(dataFolder, world, { file: unfinished, rebuild: true });
  if (begun.kind !== 'open') return begun;
  const { registry } = begun;
  try {
    for (const account of accounts) {
      const entry = registry.add(account);
      if (usedAt(dataFolder, account.id) > 0) registry.update(account.id, { opened: true });
      hold(registry, registry.account(account.id) ?? entry);
    }
    if (lastUsed) registry.activate(lastUsed.id);
  } finally {
    registry.close();
  }
  renameHeld(unfinished, file);
  const answer = openRegistry(dataFolder, world);
  return answer.kind === 'open' ? { ...answer, found: accounts.length, unknown, setAside: setAsideFiles(file).at(-1) ?? null } : answer;
}

/** When an account's database was last written, in milliseconds; 0 when there is none, or nothing but a damaged one. */
function usedAt(dataFolder: string, id: string): number {
  const file = accountFile(dataFolder, id);
  const times = [file, `${file}-wal`, ...setAsideFiles(file)].filter((each) => existsSync(each)).map((each) => statSync(each).mtimeMs);
  return Math.max(0, ...times);
}
