import { createHash } from 'node:crypto';
import type { Portion } from '#main/library/reading/job-kinds.ts';

/** Why bytes are not kept as a document. */
export type PdfProblem = NonNullable<Portion<'pdfFacts'>['problem']>;

export type PdfVerdict = Omit<Portion<'pdfFacts'>, 'sha256'>;

/** 50 MB: more is refused before it is looked at. */
export const largestDocument = 50 * 1024 * 1024;

/** Looks at a document and names it by its bytes. */
export function pdfFactsOf(bytes: Uint8Array): Portion<'pdfFacts'> {
  return { ...checkPdf(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
}

const header = /^%PDF-[12]\.\d[\r\n \t]/;
/** The end is looked for where every PDF has it. */
const tailLength = 1024;

/**
 * Looks at a document's bytes before they are kept: a whole PDF from its first byte to its last and nothing else beside it. Content that
 * could act (scripts, launches) is only noted: nothing here runs it. Decides by bytes, never by a name or a media type.
 */
export function checkPdf(bytes: Uint8Array): PdfVerdict {
  const refused = (problem: PdfProblem): PdfVerdict => ({ problem, activeContent: false });
  if (bytes.length === 0) return refused('empty');
  if (bytes.length > largestDocument) return refused('tooLarge');
  if (!header.test(latin(bytes.subarray(0, 16)))) return refused('notPdf');
  if (otherFormatInside(bytes)) return refused('polyglot');
  const tail = latin(bytes.subarray(-tailLength));
  const end = tail.lastIndexOf('%%EOF');
  if (end < 0 || !/startxref\s{1,20}\d{1,12}\s{1,20}%%EOF$/.test(tail.slice(0, end + 5))) return refused('truncated');
  if (tail.slice(end + 5).trim() !== '') return refused('polyglot');
  return { problem: null, activeContent: hasActiveContent(bytes) };
}

/** One character a byte. */
function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Markup or scripts before the first object, or an archive's directory at the end: files that are two things at once. */
function otherFormatInside(bytes: Uint8Array): boolean {
  const head = latin(bytes.subarray(0, 4096));
  const firstObject = head.search(/\d{1,10}\s{1,20}\d{1,5}\s{1,20}obj/);
  const before = firstObject < 0 ? head : head.slice(0, firstObject);
  if (/<\s{0,20}(?:!doctype|html|script|svg|\?xml|\?php|body|iframe)|#!|MZ|\x7fELF|PK\x03\x04/i.test(before)) return true;
  // Between the header and the first object a PDF has comments and nothing else.
  if (!before.split(/[\r\n]+/).every((line) => line.trim() === '' || line.startsWith('%'))) return true;
  // An archive is read from its end: a directory record in the last 64 KB makes the file one.
  const tail = latin(bytes.subarray(-66_000));
  return tail.includes('PK\x05\x06') || tail.includes('7z\xbc\xaf\x27\x1c') || tail.includes('Rar!\x1a\x07');
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
