import { t } from '#shared/messages/t.ts';
import { readFile, stat } from 'node:fs/promises';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectionExtension } from '#shared/files/connection-name.ts';
import { mostBytes } from '#shared/values/file-sizes.ts';
import type { OpenedFile } from '#main/app/opened-file.ts';

/** File extensions that the import accepts, and a company's connection file. */
const extensions = new Set(['.csv', '.tsv', '.xlsx', '.ods', '.json', '.ndjson', '.jsonl', connectionExtension]);

/**
 * The first file among a program's arguments that could be imported, as a whole path: how Windows and Linux hand one over. Flags, and
 * what is no file, are passed by.
 */
export function fileIn(argv: readonly string[], folder: string): string | null {
  return argv.map((argument) => fileOf(argument, folder)).find((file) => file !== null) ?? null;
}

/** The path of an argument that names a file to import, or null. */
function fileOf(argument: string, folder: string): string | null {
  if (argument.startsWith('-')) return null;
  const named = argument.startsWith('file:') ? pathOfUrl(argument) : argument;
  if (named === null || !extensions.has(path.extname(named).toLowerCase())) return null;
  const file = path.resolve(folder, named);
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

function pathOfUrl(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

/** Reads a file that a user opened with the app; rejects with a sentence and the next step when it cannot be one to import. */
export async function readOpened(file: string): Promise<OpenedFile> {
  const name = path.basename(file);
  if (!extensions.has(path.extname(name).toLowerCase())) throw new Error(t('host.opened.kind', { name }));
  const facts = await stat(file).catch(() => null);
  if (!facts?.isFile()) throw new Error(t('host.opened.gone', { name }));
  if (facts.size > mostBytes.imported) throw new Error(t('host.opened.large', { name }));
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) throw new Error(t('host.opened.denied', { name }));
  return { name, file: new Blob([bytes]) };
}
