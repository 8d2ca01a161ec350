import { createHash } from 'node:crypto';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import { openPdf } from './open-pdf.ts';

/** Why a document is not drawn, or not even kept. */
export type PdfProblem = NonNullable<Portion<'pdfFacts'>['problem']>;

/** 50 MB: more is refused before it is looked at. */
export const largestDocument = 50 * 1024 * 1024;

/** The one portion of the file reader's job. */
export async function* pdfFactsPortions(bytes: Uint8Array): AsyncGenerator<Portion<'pdfFacts'>> {
  yield { ...(await checkPdf(bytes)), sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Looks at a document's bytes before they are kept. pdf.js, which draws it, is the judge: junk around it, a damaged table or a missing end
 * are no reason to refuse what it opens. Decides by bytes, never by a name or a media type; nothing in them is run.
 */
export async function checkPdf(bytes: Uint8Array): Promise<Omit<Portion<'pdfFacts'>, 'sha256'>> {
  const known = bytes.length === 0 ? 'empty' : bytes.length > largestDocument ? 'tooLarge' : null;
  const problem = known ?? (await problemOf(bytes));
  return { problem, remark: problem === null ? remarkOf(bytes) : null };
}

async function problemOf(bytes: Uint8Array): Promise<PdfProblem | null> {
  const task = openPdf(bytes);
  try {
    const document = await task.promise;
    // Pages of more than one that fail are said beside the others.
    if (document.numPages === 1) await document.getPage(1);
    return document.numPages === 0 ? 'damaged' : null;
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'protected' : notPdf(bytes);
  } finally {
    await task.destroy();
  }
}

/** Beginnings of what is sent in a PDF's place. */
const kinds: [PdfProblem, RegExp][] = [
  ['png', /^\x89PNG/],
  ['jpg', /^\xff\xd8\xff/],
  ['tif', /^(?:II\*\0|MM\0\*)/],
  ['gif', /^GIF8/],
  ['archive', /^PK\x03\x04/],
  ['webPage', /^(?:\xef\xbb\xbf)?\s{0,100}<(?:!doctype html|html|head|body|script)/i],
];

/** Damaged where it begins as a PDF does, anywhere in its first kilobyte. */
function notPdf(bytes: Uint8Array): PdfProblem {
  const head = latin(bytes.subarray(0, 1024));
  if (head.includes('%PDF-')) return 'damaged';
  return kinds.find(([, begins]) => begins.test(head))?.[0] ?? 'notPdf';
}

/** Something to know of a document that opens: it has no end mark, as a file that was cut off, or something in it could act. */
export function remarkOf(bytes: Uint8Array): Portion<'pdfFacts'>['remark'] {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('%%EOF')) return 'endMissing';
  return hasActiveContent(bytes) ? 'activeContent' : null;
}

/** One character a byte. */
function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

const acts = new Set(['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'RichMedia', 'GoToE']);
const solidus = 0x2f;
const numberSign = 0x23;
/** With every character written as #xx, the longest of the names above has thirty. */
const longestName = 30;

/** One pass over the bytes. Names may be written with #xx for any character. */
function hasActiveContent(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(solidus); at >= 0; at = bytes.indexOf(solidus, at + 1)) {
    if (!mayBeginAct(bytes[at + 1] ?? 0)) continue;
    let end = at + 1;
    while (end <= at + longestName && isOfName(bytes[end] ?? 0)) end++;
    if (acts.has(unescaped(latin(bytes.subarray(at + 1, end))))) return true;
  }
  return false;
}

const mayBeginAct = (byte: number): boolean => byte === numberSign || 'JLSIRG'.includes(String.fromCharCode(byte));

function isOfName(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x7a) || byte === numberSign;
}

function unescaped(name: string): string {
  return name.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
