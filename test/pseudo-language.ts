import { late } from '#shared/messages/made/late.ts';
import { all } from '#shared/messages/made/all.ts';
import { pseudo } from '#shared/messages/made/pseudo.ts';
import { speak } from '#shared/messages/speak.ts';
import type { Made } from '#shared/messages/t.ts';
import { languages } from '#shared/values/language.ts';

/** The messages that were asked for in the pseudo-language. */
export const drawn = new Set<string>();

const noting: Made = (helpers) =>
  Object.fromEntries(
    Object.entries(pseudo(helpers)).map(([id, message]) => [
      id,
      // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the catalogue's own
      (values: any) => {
        drawn.add(id);
        return typeof message === 'function' ? message(values) : message;
      },
    ]),
  );

/**
 * From now on tests, desks and windows whose settings ask for `pseudo` speak it. Dates and countries are written as Greek writes them, so that what
 * the browser's own formats say is told apart from English.
 */
export function speakPseudo(): void {
  Object.assign(languages, { pseudo: { tag: 'el-GR', name: 'Pseudo' } });
  late['pseudo'] = [() => Promise.resolve(noting), () => Promise.resolve(() => ({}))];
  all['pseudo'] = [noting];
  speak('pseudo', 'en-GB');
}

/** The texts that a desk told its window: names, codes, ids and the service's own words. */
export class Told {
  readonly #texts = new Set(
    ['Layover', ...Intl.supportedValuesOf('currency'), ...Object.values(languages).map(({ name }) => name)].map(plain),
  );

  /** Notes every text in what the desk answers from now on. */
  follow({ api }: { api: object }): void {
    for (const room of Object.values(api) as Record<string, unknown>[])
      for (const [name, answer] of Object.entries(room))
        if (typeof answer === 'function' && name !== 'changes')
          room[name] = async (...asked: unknown[]) => {
            const said: unknown = await (answer as (...asked: unknown[]) => unknown).apply(room, asked);
            this.note(said);
            return said;
          };
  }

  note(said: unknown): void {
    if (typeof said === 'string') {
      this.#texts.add(plain(said));
      if (/^[0-9a-f]{8}-/i.test(said)) this.#texts.add(said.slice(0, 8).toLowerCase());
      // An address, a path, a code: its parts are shown by themselves.
      if (!/\s/.test(said)) for (const part of said.replace(/\.\w{2,5}$/, '').split(/[^\p{L}\p{N}.-]+/u)) this.#texts.add(plain(part));
    } else if (said !== null && typeof said === 'object')
      for (const [name, part] of Object.entries(said)) {
        this.#texts.add(plain(name));
        this.note(part);
      }
  }

  /** The words of a text that come neither from a message nor from the desk. */
  wordsOutside(text: string): string {
    const words = text.split(/[\s⟦⟧·•\u0001-\u0003]+/).filter((word) => word !== '');
    const left: string[] = [];
    for (let at = 0; at < words.length;) {
      const end = this.#endOfData(words, at);
      const word = words[at] ?? '';
      const [lengthened] = /^\P{L}*[ōņēţŵ]+(?=.)/u.exec(word) ?? [''];
      if (end > at) at = end;
      // A value stands at once behind what made its message longer.
      else if (lengthened !== '') words[at] = word.slice(lengthened.length);
      else if (at++ >= 0 && isOfNoMessage(word) && !isTerm(word) && !this.#isPartOfACode(word)) left.push(word);
    }
    return left.join(' ');
  }

  /** Longest text of the desk that begins at this word. */
  #endOfData(words: string[], at: number): number {
    for (let end = Math.min(words.length, at + 40); end > at; end--) if (this.#texts.has(plain(words.slice(at, end).join('')))) return end;
    return at;
  }

  /** An account number, an id, a code: shortened, or in groups. */
  #isPartOfACode(word: string): boolean {
    const code = plain(word);
    return /\d/.test(code) && [...this.#texts].some((text) => text.includes(code));
  }
}

/** A term of the query language, or the path of an address: the same in every language. */
const isTerm = (word: string): boolean => /^-?\w+[:<>=]\S|^\W*\/\w+$/.test(word) || word === 'overdue';

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Letters that the pseudo-language writes with accents: a word in which one is bare comes from no message. */
export const isOfNoMessage = (word: string): boolean => /[aceiknorstuyzACEINORSTUYZ]/.test(word) && /[A-Za-z]{2}/.test(word);
