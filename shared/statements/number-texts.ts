/* Numbers of invoices in the texts of banks. */
export const longestNumber = 8;

/** Splits a text into runs of letters and digits: "DE01-2026 00102" is DE, 01, 2026, 00102. */
export const piecesOf = (text: string): string[] => text.toUpperCase().match(/[A-Z]+|\d+/g) ?? [];
const [zero, nine] = [48, 57];
export const isFigures = (piece: string): boolean => piece.charCodeAt(0) >= zero && piece.charCodeAt(0) <= nine;
export const withoutZeros = (piece: string): string => (piece.charCodeAt(0) === zero ? piece.replace(/^0+(?=\d)/, '') : piece);
/** A run of at least six figures keeps its first two: an unknown number of the same series begins like a known one. */
export const shapeOf = (pieces: readonly string[]): string =>
  pieces.map((piece) => (isFigures(piece) ? `9${piece.length}${piece.length > 5 ? piece.slice(0, 2) : ''}` : piece)).join(' ');

/** Runs of three or more figures that may stand for a number: no year, no day of a date. */
export const figuresIn = (text: string): string[] =>
  (text.replace(/\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})?/g, ' ').match(/\d{3,}/g) ?? []).filter((run) => !/^(?:19|20)\d\d$/.test(run));

/** The number inside a reference with check digits: RF with mod 97, Swiss QR with mod 10. */
export function* checkedReferences(text: string): Generator<string> {
  const plain = text.toUpperCase().replace(/\s+/g, '');
  for (const [, , body = ''] of plain.matchAll(/RF(\d\d)([A-Z0-9]{4,21})/g)) yield body;
  for (const [whole] of plain.matchAll(/(?<!\d)\d{27}(?!\d)/g)) yield whole.slice(0, 26).replace(/^0+/, '');
}

/** Pieces without leading zeros: "RE-2026-00412" and "RE 2026 412" are one. */
export const looseKey = (pieces: readonly string[]): string => pieces.map(withoutZeros).join(' ');
export const figuresOf = (text: string): string => text.replace(/\D/g, '');
