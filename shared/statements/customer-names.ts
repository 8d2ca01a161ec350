import { nameWords } from './names-alike.ts';

/** Customers that share a word beyond which it tells none of them: a trade, a town. */
const fewest = 3;
const share = 0.02;
const most = 100;

/** The names of customers by their words. */
export class CustomerNames {
  readonly #words = new Map<string, string[]>();
  readonly #byWord = new Map<string, Set<string>>();
  readonly #byStart = new Map<string, Set<string>>();
  readonly #byName = new Map<string, Set<string>>();
  readonly #known = new Map<string, Set<string>>();

  add(id: string, name: string): void {
    const words = nameWords(name);
    if (words.length === 0) return;
    this.#words.set(id, words);
    grow(this.#byName, words.join(' ')).add(id);
    for (const word of words) {
      grow(this.#byWord, word).add(id);
      grow(this.#byStart, word.slice(0, 4)).add(word);
    }
  }

  /** Customers whose name is at least half in the payer's, with a word that few share, or whole. */
  like(payer: string): Set<string> {
    const before = this.#known.get(payer);
    if (before) return before;
    const written = nameWords(payer);
    const last = written.at(-1) ?? '';
    // Banks cut names off: the last word may be a beginning.
    const cut = last.length < 4 ? [] : [...(this.#byStart.get(last.slice(0, 4)) ?? [])].filter((word) => word.startsWith(last));
    const has = new Set([...written, ...cut]);
    const few = Math.min(most, Math.max(fewest, this.#words.size * share));
    const near = [...has].flatMap((word) => {
      const ids = this.#byWord.get(word);
      return ids && ids.size <= few ? [...ids] : [];
    });
    const like = new Set([...near, ...(this.#byName.get(written.join(' ')) ?? [])].filter((id) => {
      const words = this.#words.get(id) ?? [];
      return words.filter((word) => has.has(word)).length * 2 >= words.length;
    })); // prettier-ignore
    this.#known.set(payer, like);
    return like;
  }
}

/** The set of a key, made where there is none yet. */
function grow(map: Map<string, Set<string>>, key: string): Set<string> {
  const known = map.get(key) ?? new Set<string>();
  map.set(key, known);
  return known;
}
