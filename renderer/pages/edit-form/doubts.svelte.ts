import { t } from '#shared/messages/t.ts';
import { SvelteMap } from 'svelte/reactivity';

/** Doubts before a form is recorded, by field. The user confirms each once before recording. */
export class Doubts {
  readonly found = new SvelteMap<string, string>();
  readonly #textOf: (key: string) => string | undefined;
  /** Doubts that the user was asked about. */
  readonly #asked = new Set<string>();
  #checking: Promise<unknown> = Promise.resolve();

  constructor(textOf: (key: string) => string | undefined) {
    this.#textOf = textOf;
  }

  /** Looks at a field's value: what `look` answers stands beside it, unless the value is another by then. */
  check(key: string, look: () => Promise<string | null>): void {
    const text = this.#textOf(key);
    const done = look().then(
      (doubt) => {
        if (this.#textOf(key) !== text) return;
        if (doubt === null) this.found.delete(key);
        else this.found.set(key, doubt);
      },
      () => undefined,
    );
    this.#checking = Promise.all([this.#checking, done]);
  }

  /** The question to ask now, or null: what was asked about once is the person's to decide. */
  async question(): Promise<string | null> {
    await this.#checking;
    const fresh = [...this.found].map(([key, doubt]) => `${key} ${this.#textOf(key)} ${doubt}`).filter((each) => !this.#asked.has(each));
    for (const each of fresh) this.#asked.add(each);
    if (fresh.length === 0) return null;
    return t('form.doubt', { doubts: [...this.found.values()].join(' ') });
  }
}
