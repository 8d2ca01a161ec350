import { fold } from '#shared/columns/fold.ts';

/** A piece of a text, and whether it is what was searched for. */
export interface Piece {
  text: string;
  hit: boolean;
}

/** A text cut where words of a query begin one of its own, without case and accents. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const wanted = words.map(fold).filter((word) => word !== '');
  if (wanted.length === 0) return [{ text, hit: false }];
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).flatMap((piece) => {
    const folded = fold(piece);
    const word = wanted.filter((each) => folded.startsWith(each)).sort((a, b) => b.length - a.length)[0];
    if (piece === '' || word === undefined) return piece === '' ? [] : [{ text: piece, hit: false }];
    // A letter with an accent is one letter, however it is written.
    const length = Array.from(piece.normalize('NFC')).length === Array.from(folded).length ? word.length : piece.length;
    const cut = Array.from(piece.normalize('NFC'));
    const rest = cut.slice(length).join('');
    return [{ text: cut.slice(0, length).join(''), hit: true }, ...(rest === '' ? [] : [{ text: rest, hit: false }])];
  });
}
