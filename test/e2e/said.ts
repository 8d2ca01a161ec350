import { speak } from '#shared/messages/speak.ts';
import { formatCount, languages, type Language } from '#shared/values/language.ts';

// Texts that the specs look for in the window, as the catalogue says them: English until a test asks for another language.
speakLike('en');

/** From now on the test expects the window's texts in this language. */
export function speakLike(language: Language): void {
  speak(language, languages[language].tag);
}

/** Stand for a value of a message that the test does not know. */
export const anyText = '\uE000';
export const anyCount = 987_654_321;

function patternOf(text: string): string {
  const escaped = (piece: string) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
  const counted = (piece: string) =>
    piece
      .split(formatCount(anyCount))
      .map(escaped)
      .join(String.raw`\d[\d\s.,’]*`);
  return text.split(anyText).map(counted).join('.*');
}

/** A text that begins so. */
export const begins = (text: string): RegExp => new RegExp(`^${patternOf(text)}`);

/** A text that is so, or holds it. */
export const holds = (text: string): RegExp => new RegExp(patternOf(text));

/** One of these texts, whole. */
export const oneOf = (...texts: string[]): RegExp => new RegExp(`^(${texts.map(patternOf).join('|')})$`);
