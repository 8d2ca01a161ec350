/** One question that is asked before it is known to be the right one. */
export class Ahead<Asked, Answer> {
  readonly #ask: (asked: Asked) => Promise<Answer>;
  #waiting: { asked: string; answer: Promise<Answer> } | null = null;

  constructor(ask: (asked: Asked) => Promise<Answer>) {
    this.#ask = ask;
  }

  ask(asked: Asked): void {
    const answer = this.#ask(asked);
    // its reader gets the error
    answer.catch(() => undefined);
    this.#waiting = { asked: JSON.stringify(asked), answer };
  }

  /** The answer, once, to who asks exactly that next; null where it was another question. */
  take(asked: Asked): Promise<Answer> | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting?.asked === JSON.stringify(asked) ? waiting.answer : null;
  }
}
