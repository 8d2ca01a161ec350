import type { DocumentReading } from '#shared/contract/views/library-views.ts';
import { parseDate } from '#shared/values/dates.ts';
import { totalOf } from './document-total.ts';

/** A line has words when it has this many letters, and as many as everything else in it. */
const fewestLetters = 3;
const longestTitle = 120;

const numberLabel =
  /(?:invoice|rechnungs?|faktura|factura|facture|fattura|document|bill)[\s-]{0,3}(?:number|nummer|num[eé]ro|numero|num|nr|no|n°|nº|#)?\s{0,3}[.:#]{0,2}\s{0,8}/giu;
const numberValue = /^[A-Z0-9][A-Z0-9/._-]{2,29}/i;
const dueLabel =
  /(?:due date|payment due|due by|due on|pay by|payable by|fällig(?:keit)?(?: am)?|zahlbar bis|förfallodatum|förfallodag|betalas senast|échéance|vencimiento|scadenza|forfaldsdato)\s{0,3}[.:]{0,1}\s{0,8}/giu;
/**
 * Values that a document seems to contain: never facts, and never guessed. A date or an amount that can be read in two ways is none, and so
 * is a total without a currency.
 */
export function readingOf(text: string, pages: number): DocumentReading {
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const said = lines.filter((line) => line !== '');
  return { pages, title: titleOf(said), number: numberOf(said), due: dueOf(said), ...totalOf(said) };
}

/** The first line that is words and not a number. */
function titleOf(lines: string[]): string | null {
  const words = lines.find((line) => {
    const letters = line.match(/\p{L}/gu)?.length ?? 0;
    return letters >= fewestLetters && letters * 2 >= line.replaceAll(' ', '').length;
  });
  return words === undefined ? null : [...words].slice(0, longestTitle).join('');
}

/** The text after a label, or on the next line when the label ends one. */
function behind<Found>(lines: string[], label: RegExp, read: (text: string) => Found | null): Found | null {
  for (const [at, line] of lines.entries()) {
    for (const match of line.matchAll(label)) {
      const rest = line.slice(match.index + match[0].length);
      const found = read(rest) ?? (rest === '' ? read(lines[at + 1] ?? '') : null);
      if (found !== null) return found;
    }
  }
  return null;
}

function numberOf(lines: string[]): string | null {
  return behind(lines, numberLabel, (text) => {
    const value = numberValue.exec(text)?.[0].replace(/[._-]+$/, '') ?? '';
    const words = value !== '' && /\d/.test(value) && parseDate(value).kind === 'invalid';
    return words ? value : null;
  });
}

/** Characters that three words of a date take at most. */
const longestDate = 100;

function dueOf(lines: string[]): string | null {
  return behind(lines, dueLabel, (text) => {
    // A line may be as long as the text: only what stands right behind the label is looked at.
    const words = text.slice(0, longestDate).split(' ', 3);
    for (const count of [1, 3, 2]) {
      const entry = parseDate(
        words
          .slice(0, count)
          .join(' ')
          .replace(/[.,;]$/, ''),
      );
      if (entry.kind === 'date') return entry.date;
    }
    return null;
  });
}
