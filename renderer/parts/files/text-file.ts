import { encodingOf, foreignForm } from '#shared/values/encoding.ts';
import { bytesWords } from '#renderer/parts/values/bytes-words.ts';

/** A file's text, or why there is none, as a sentence for the user. */
export type FileText = { text: string } | { problem: string };

/** The text of a file that a user chose or dropped, of at most so many bytes. */
export async function textOfFile(file: File, most: number): Promise<FileText> {
  if (file.size > most) return { problem: `${file.name} is larger than ${bytesWords(most)}. Choose another file, or split it.` };
  const bytes = await file.bytes().catch(() => null);
  if (!bytes)
    return {
      problem: `${file.name} cannot be read. If it is a folder, choose the files in it; else see that it is still there, and choose it again.`,
    };
  const form = foreignForm(bytes);
  if (form !== null) return { problem: `${file.name} ${form}.` };
  return { text: new TextDecoder(encodingOf(bytes)).decode(bytes) };
}
