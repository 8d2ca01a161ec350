import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stringifyJson } from '#shared/json/json.ts';
import { readObject, writeWhole } from './json-file.ts';
import { syncFolder } from '#main/storage/open/sync-folder.ts';

/** An account's files are becoming sealed, or plain again: written before the first one changes, removed after the last. */
export interface FormChange {
  to: 'sealed' | 'plain';
  /** Names, under the account's folder, of what is in the old form and goes once the new one is whole. */
  leaving: string[];
}

const noteName = 'changing.json';
const backupsName = 'backups';
/** Copies that were made before migrations, files that were set aside, and half-written ones. */
const copyOfDatabase = /^account\.db\.(?:before-|damaged-|unfinished)/;

/** The change that is under way in an account's folder; null when none is. */
export function readChange(folder: string): FormChange | null {
  const { to, leaving } = readObject(path.join(folder, noteName)) ?? {};
  if ((to !== 'sealed' && to !== 'plain') || !Array.isArray(leaving)) return null;
  return { to, leaving: leaving.filter((name) => typeof name === 'string').filter((name) => isOfOldForm(name)) };
}

/** Begins a change: notes what there is in the old form now. Throws what the disk throws, and then leaves no half of a note behind if it can. */
export function noteChange(folder: string, to: FormChange['to']): void {
  try {
    writeWhole(path.join(folder, noteName), `${stringifyJson({ to, leaving: copiesIn(folder) })}\n`);
  } catch (error) {
    forgetHalfNote(folder);
    throw error;
  }
  syncFolder(folder);
}

/** Removes a note that was cut off while it was written, if it can: it holds names of files only, and the next change writes over it. */
export function forgetHalfNote(folder: string): void {
  try {
    rmSync(path.join(folder, `${noteName}.unfinished`), { force: true });
  } catch {
    // a disk that refuses keeps no account from opening
  }
}

/** Removes what is in the old form. */
export function removeLeaving(folder: string, { leaving }: FormChange): void {
  for (const name of leaving) rmSync(path.join(folder, name), { force: true });
}

/** The change is over, or never was. */
export function forgetChange(folder: string): void {
  for (const name of [noteName, `${noteName}.unfinished`]) rmSync(path.join(folder, name), { force: true });
}

/** Backups, and other copies of the database, as they lie in the folder now. */
export function copiesIn(folder: string): string[] {
  const backups = path.join(folder, backupsName);
  const inBackups = existsSync(backups) ? readdirSync(backups).map((name) => `${backupsName}/${name}`) : [];
  return [...readdirSync(folder), ...inBackups].filter((name) => isOfOldForm(name));
}

function isOfOldForm(name: string): boolean {
  return copyOfDatabase.test(name) || /^backups\/outbox[\w.-]*$/.test(name);
}
