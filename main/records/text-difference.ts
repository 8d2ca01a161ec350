import { isJsonObject, parseJson } from '#shared/json/json.ts';

/**
 * What `text` says otherwise than `like`, as JSON: by the number of their pieces between commas, or, where they have not as many, what stands between
 * what both begin and end with. Two versions of a record differ in a few fields, so this is a twentieth of the text.
 */
export function differenceOf(text: string, like: string): string {
  const [mine, theirs] = [text.split(','), like.split(',')];
  const begin = mine.findIndex((piece, at) => piece !== theirs[at]);
  if (mine.length === theirs.length) return JSON.stringify(mine.flatMap((piece, at) => (piece === theirs[at] ? [] : [at, piece])));
  const from = begin === -1 ? mine.length : Math.min(begin, theirs.length);
  let end = 0;
  while (end < Math.min(mine.length, theirs.length) - from && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  return JSON.stringify({ from, end, pieces: mine.slice(from, mine.length - end) });
}

/** The text that differs so from `like`; null when that is no difference. */
export function textFrom(difference: string, like: string): string | null {
  const parsed = parseJson(difference);
  const pieces = like.split(',');
  if (!parsed.ok) return null;
  if (Array.isArray(parsed.value)) return withPieces(pieces, parsed.value);
  if (!isJsonObject(parsed.value)) return null;
  const { from, end, pieces: own } = parsed.value;
  if (typeof from !== 'number' || typeof end !== 'number' || !isTexts(own) || pieces.length < from + end) return null;
  return [...pieces.slice(0, from), ...own, ...pieces.slice(pieces.length - end)].join(',');
}

function withPieces(pieces: string[], told: readonly unknown[]): string | null {
  for (let at = 0; at < told.length; at += 2) {
    const [place, piece] = [told[at], told[at + 1]];
    if (typeof place !== 'number' || typeof piece !== 'string' || place >= pieces.length) return null;
    pieces[place] = piece;
  }
  return pieces.join(',');
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');
