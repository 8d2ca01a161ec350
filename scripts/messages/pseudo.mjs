import { codeOf } from './compile.mjs';

const plain = 'aceiknorstuyzACEINORSTUYZ';
const accented = 'àçéïķñöŕšťüÿžÀÇÉÏÑÖŔŠŤÜŸŽ';
const accents = new Map(Array.from(plain, (letter, at) => [letter, accented[at]]));

/** A text whose letters have accents, 40 % longer: the words at its end repeat. */
const longer = (text) => {
  const letters = Array.from(text, (letter) => accents.get(letter) ?? letter).join('');
  const more = Math.ceil(text.trim().length * 0.4);
  return /\p{L}/u.test(text) ? letters.replace(/\s*$/, (space) => ` ${'ōņē ţŵō '.repeat(more).slice(0, more).trim()}${space}`) : letters;
};

/** A message in the pseudo-language: ⟦in brackets, with accents, 40 % longer⟧; values stay as they are. */
export function pseudoOf(elements) {
  const code = codeOf(elements, longer);
  return code.startsWith('(v) => ') ? `(v) => "⟦" + ${code.slice('(v) => '.length)} + "⟧"` : JSON.stringify(`⟦${JSON.parse(code)}⟧`);
}
