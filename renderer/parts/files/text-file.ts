import { wordsOfForeign } from '#shared/messages/files/foreign-words.ts';
import { t } from '#shared/messages/t.ts';
import { encodingOf, foreignForm } from '#shared/values/encoding.ts';
import { bytesWords } from '#renderer/parts/values/bytes-words.ts';

/** A file's text, or why there is none, as a sentence for the user. */
export type FileText = { text: string } | { problem: string };

/** The text of a file that a user chose or dropped, of at most so many bytes. */
export async function textOfFile(file: File, most: number): Promise<FileText> {
  if (file.size > most) return { problem: t('files.tooLarge', { name: file.name, most: bytesWords(most) }) };
  const bytes = await file.bytes().catch(() => null);
  if (!bytes) return { problem: t('files.unreadable', { name: file.name }) };
  const form = foreignForm(bytes);
  if (form !== null) return { problem: wordsOfForeign(form, file.name) };
  return { text: new TextDecoder(encodingOf(bytes)).decode(bytes) };
}
