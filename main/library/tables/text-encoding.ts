import type { TextEncoding } from '#shared/files/file-format.ts';
import { encodingOf } from '#shared/values/encoding.ts';

/** A decoded text. `rivals`: encodings that give other letters and are nearly as likely. */
export interface DecodedText {
  text: string;
  encoding: TextEncoding;
  rivals: TextEncoding[];
}

const candidates = ['windows-1252', 'macintosh', 'iso-8859-15', 'shift_jis'] as const;

/** Decodes a file: by its byte-order mark, as UTF-16 by its zero bytes, as UTF-8 where every byte fits, else by the letters that each encoding gives. */
export function decodeText(bytes: Uint8Array, chosen?: TextEncoding): DecodedText {
  if (chosen) return { text: decoded(bytes, chosen), encoding: chosen, rivals: [] };
  const marked = encodingOf(bytes);
  if (marked !== 'utf-8') return { text: decoded(bytes, marked), encoding: marked, rivals: [] };
  const strict = decodedStrictly(bytes, 'utf-8');
  if (strict !== null) return { text: strict, encoding: 'utf-8', rivals: [] };
  // A cut-off or damaged UTF-8 file is UTF-8 with a lost letter, never another encoding's letters.
  const lenient = decoded(bytes, 'utf-8');
  if (mostlyUtf8(lenient)) return { text: lenient, encoding: 'utf-8', rivals: [] };
  const sample = bytesWithLetters(bytes);
  const scored = candidates
    .map((encoding) => ({ encoding, score: scoreOf(sample, encoding) }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (best === undefined) return { text: lenient, encoding: 'utf-8', rivals: [] };
  const text = decoded(bytes, best.encoding);
  const rivals = scored
    .slice(1)
    .filter(({ encoding, score }) => best.score - score < clearly && decoded(sample, encoding) !== decoded(sample, best.encoding))
    .map(({ encoding }) => encoding);
  return { text, encoding: best.encoding, rivals };
}

/** Points by which the best reading must lead. */
const clearly = 2;

const decoded = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

function decodedStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** More letters read than were lost. */
function mostlyUtf8(text: string): boolean {
  const lost = text.match(/\uFFFD/g)?.length ?? 0;
  const read = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
  return read > lost;
}

/** The stretches around bytes above ASCII: a score needs no more. */
function bytesWithLetters(bytes: Uint8Array): Uint8Array {
  const around = 12;
  const most = 40_000;
  const kept: number[] = [];
  let until = -1;
  for (let at = 0; at < bytes.length && kept.length < most; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    for (let from = Math.max(until + 1, at - around); from <= Math.min(bytes.length - 1, at + around); from++) kept.push(bytes[from] ?? 0);
    until = Math.max(until, at + around);
  }
  return Uint8Array.from(kept);
}

const commonLetters = 'äöüßéèêëàâçñóòôõíìîïúùûåæøÄÖÜÉÈÀÂÇÑÅÆØÓÍÁáœŒšžŠŽÿ';
const commonSigns = '€£§°´’‘“”„–—…«»·²³®©½¿¡\u00A0';

/** Rates the letters that an encoding gives; minus infinity where a byte is none of it. */
function scoreOf(bytes: Uint8Array, encoding: (typeof candidates)[number]): number {
  const text = encoding === 'shift_jis' ? decodedStrictly(bytes, encoding) : decoded(bytes, encoding);
  if (text === null) return Number.NEGATIVE_INFINITY;
  let score = 0;
  for (const match of text.matchAll(/[^\x00-\x7F]/gu)) {
    const letter = match[0];
    const before = text[match.index - 1] ?? ' ';
    const after = text[match.index + letter.length] ?? ' ';
    score += rating(letter, before, after, encoding) + besideFigures(letter, text, match.index);
  }
  return score;
}

function rating(letter: string, before: string, after: string, encoding: string): number {
  if (encoding === 'shift_jis') return shiftJisRating(letter, before, after);
  if (/[\u0080-\u009F\uFFFD]/.test(letter)) return -6;
  const insideWord = /\p{L}/u.test(before) && /\p{L}/u.test(after);
  const besideWord = /\p{L}/u.test(before) || /\p{L}/u.test(after);
  if (commonLetters.includes(letter)) {
    // A capital after a small letter is another encoding's letter: CafÈ, MŸller.
    if (/\p{Lu}/u.test(letter) && /\p{Ll}/u.test(before)) return -3;
    if (/\p{Ll}/u.test(letter) && /\p{Lu}/u.test(before) && /\p{Lu}/u.test(after)) return -1;
    return besideWord ? 3 : 0;
  }
  if (/\p{L}/u.test(letter)) return /\p{Lu}/u.test(letter) && /\p{Ll}/u.test(before) ? -3 : besideWord ? -1 : -2;
  if (commonSigns.includes(letter)) {
    if (letter === '’' && insideWord) return 2;
    return insideWord ? -3 : letter === '\u00A0' || letter === '€' ? 2 : 1;
  }
  return insideWord ? -4 : -2;
}

/** An euro sign stands beside figures; a paragraph sign before them. */
function besideFigures(letter: string, text: string, at: number): number {
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + 1, at + 3)];
  if (letter === '€') return /\d/.test(before) || /\d/.test(after) ? 1 : 0;
  return letter === '§' && !/^\s?\d/.test(after) ? -2 : 0;
}

function shiftJisRating(letter: string, before: string, after: string): number {
  if (/[\u3040-\u30FF]/.test(letter)) return 3;
  // A western letter of two bytes becomes one Chinese letter beside Latin ones.
  if (/\p{Script=Han}/u.test(letter)) return /[A-Za-z]/.test(before) || /[a-z]/.test(after) ? -4 : 2;
  // Half-width kana are single bytes, as western letters are.
  if (/[\uFF61-\uFF9F]/.test(letter)) return /[\uFF61-\uFF9F]/.test(before) || /[\uFF61-\uFF9F]/.test(after) ? 0 : -4;
  return /[\u3000-\u303F\uFF00-\uFFEF]/.test(letter) ? 2 : -1;
}

/** Bytes of Windows-1252 by their characters. */
const byteOf = new Map<string, number>(
  Array.from({ length: 128 }, (_, n) => [new TextDecoder('windows-1252').decode(Uint8Array.of(n + 128)), n + 128]),
);

/** Mends UTF-8 that was read as Windows-1252 and written again: `MÃ¼ller` is `Müller`. Everything else stays. */
export function mendTwiceEncoded(text: string): string {
  return text.replaceAll(/[\u0080-\uFFFF]{2,}/g, (run) => {
    const bytes = [...run].map((letter) => byteOf.get(letter) ?? -1);
    return bytes.includes(-1) ? run : (decodedStrictly(Uint8Array.from(bytes), 'utf-8') ?? run);
  });
}

/** Traces of such text: Ã¼, Ã–, â€™. */
export const twiceEncoded = /Ã[\u0080-\u009F\u00A1-\u00BF–—‚„…†‡ˆ‰Š‹ŒŽ‘’“”•˜™š›œžŸ]|â€[™œ"“”¦\u009D]|â‚¬|Â[\u00A0-\u00BF]/;
