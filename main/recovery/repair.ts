import { existsSync, rmSync } from 'node:fs';
import { bringBackEdits, type BroughtBack } from './bring-back.ts';
import { openStore, type OpenAnswer, type OpenOptions } from '#main/storage/open/open.ts';
import { setAsideFiles } from '#main/storage/open/set-aside.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import type { Store } from '#main/storage/store.ts';
import { renameHeld } from '#main/storage/rename-held.ts';

/** A store opened after damage, and what came back into it. */
export type RepairAnswer = { kind: 'open'; store: Store; broughtBack: BroughtBack } | Exclude<OpenAnswer, { kind: 'open' }>;

/**
 * Goes on after damage, as a user chose: a new database takes in every open edit that the damaged file still holds and those of a
 * backup, all held. It takes the database's name only when it holds them all, so that a crash on the way is damage again, never an empty
 * start. The damaged file stays set aside.
 */
export function openAfterDamage(options: OpenOptions, backupFile: string | null, seals: readonly Seal[] = []): RepairAnswer {
  const damaged = setAsideFiles(options.file);
  const sources = [damaged.at(-1), backupFile].filter((file) => file != null);
  const unfinished = `${options.file}.unfinished`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true });
  const begun = openStore({ ...options, file: unfinished, expected: false, rebuild: true });
  if (begun.kind !== 'open') return begun;
  const broughtBack: BroughtBack = { held: 0, returned: 0, unreadable: 0 };
  for (const source of sources) {
    const { held, returned, unreadable } = bringBackEdits(begun.store, source, damaged, seals);
    broughtBack.held = held;
    broughtBack.returned += returned;
    broughtBack.unreadable = broughtBack.unreadable === null || unreadable === null ? null : broughtBack.unreadable + unreadable;
  }
  begun.store.close();
  if (existsSync(options.file)) throw new Error('a repair never replaces a database');
  renameHeld(unfinished, options.file);
  const answer = openStore(options);
  return answer.kind === 'open' ? { kind: 'open', store: answer.store, broughtBack } : answer;
}
