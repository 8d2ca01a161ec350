import { t, type PlainId } from '#shared/messages/t.ts';

/**
 * Characters that draw nothing or turn what is beside them: controls, direction marks, zero-width characters, fillers, variation selectors,
 * tags. A joiner inside an emoji or between letters of a script that needs it is a letter's part, not hidden.
 */
const hidden =
  /(?![\t\n\r])(?:[\p{Cc}\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2028\u2029\u3164\uFE00-\uFE0F\uFFA0]|[\u{E0000}-\u{E0FFF}])/gu;
const joins =
  /\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?[\u200D\uFE0F]$|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]\p{M}*[\u200C\u200D]$/u;
const plain = /^[\t\n\r\x20-\x7E]*$/;

const isLettersPart = (text: string, character: string, at: number): boolean =>
  joins.test(text.slice(Math.max(0, at - 8), at + character.length));

const codeOf = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text with each hidden character as a mark that can be read: `Acme[U+200B]`. What is drawn in an approval is what is sent. */
export function marked(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(hidden, (character, at: number) => (isLettersPart(text, character, at) ? character : `[${codeOf(character)}]`));
}

const fromTheRight = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A marked text that keeps its direction to itself where it is joined with others into one line. */
export function isolated(text: string): string {
  const shown = marked(text);
  return fromTheRight.test(shown) ? `\u2068${shown}\u2069` : shown;
}

const names: Partial<Record<string, PlainId>> = {
  '\u00AD': 'characters.softHyphen',
  '\u034F': 'characters.joiner',
  '\u061C': 'characters.direction',
  '\u200B': 'characters.space',
  '\u200C': 'characters.invisible',
  '\u200D': 'characters.joiner',
  '\u2060': 'characters.joiner',
  '\uFEFF': 'characters.space',
};
const scripts = ['Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Han', 'Hangul', 'Hiragana', 'Katakana'] as const;
const scriptTests = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);
const turning = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const hiddenOne = new RegExp(`^(?:${hidden.source})$`, 'u');

/** Names a character for a sentence: "an invisible space", "the Cyrillic letter “О”". */
function nameOfCharacter(character: string): string {
  const known = names[character];
  if (known !== undefined) return t(known);
  if (turning.test(character)) return t('characters.direction');
  if (hiddenOne.test(character)) return t('characters.invisible');
  if (/\p{M}/u.test(character)) return t('characters.accent');
  if (/\p{Zs}/u.test(character)) return t('characters.unusualSpace');
  const script = scriptTests.find(([, test]) => test.test(character))?.[0];
  if (script) return t(/\p{N}/u.test(character) ? 'characters.figure' : 'characters.letter', { script, character });
  const usual = character.normalize('NFKC');
  return usual !== character && plain.test(usual) ? t('characters.lookalike', { character, usual }) : t('characters.plain', { character });
}

const mixes = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Latin'].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** The first letter of a word that has letters of two scripts: of the script that the text has fewer of, and of Latin last. */
function foreignLetter(text: string): string | null {
  const lettersOf = (of: string, script: RegExp) => [...of].filter((letter) => script.test(letter));
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const scripts = mixes.filter((script) => script.test(word));
    if (scripts.length < 2) continue;
    const [rarest] = scripts.toSorted((a, b) => lettersOf(text, a).length - lettersOf(text, b).length);
    return rarest ? (lettersOf(word, rarest)[0] ?? null) : null;
  }
  return null;
}

/** The misleading character of a text: a sentence's end, "contains an invisible space (U+200B) after “Ac”", or null. */
export function oddness(text: string): string | null {
  if (plain.test(text)) return null;
  const first = [...text.matchAll(hidden)].find(({ 0: character, index }) => !isLettersPart(text, character, index));
  if (first) return contains(text, first[0], first.index);
  const foreign = foreignLetter(text);
  if (foreign !== null) return t('characters.mixes', { contains: contains(text, foreign) });
  const compatible = [...text].find((character) => character.normalize('NFKC') !== character && plain.test(character.normalize('NFKC')));
  if (compatible !== undefined && !/[\u00A0\u202F\u2026\u2122\u00AA\u00BA]/.test(compatible)) return contains(text, compatible);
  const stacked = /\p{M}{3}|(?<=[A-Za-z0-9])\p{M}/u.exec(text);
  return stacked ? contains(text, stacked[0].slice(0, 1), text.indexOf(stacked[0].slice(0, 1))) : null;
}

/** "contains an invisible space (U+200B) after “00”". */
export function contains(text: string, character: string, at = text.indexOf(character)): string {
  const before = [...marked(text.slice(0, at))].slice(-4).join('').trim();
  const said = { character: nameOfCharacter(character), code: codeOf(character) };
  return before === '' ? t('characters.contains.first', said) : t('characters.contains', { ...said, before });
}
