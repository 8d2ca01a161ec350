import { setImmediate as turn } from 'node:timers/promises';

interface Event {
  at: number;
  order: number;
  happen: () => void;
}

/** Thirty times more than a schedule takes: a program that goes on beyond asks for the same again and again. */
export const mostEvents = 200_000;

/** A queue of things that will happen, on a clock that jumps from one to the next. The same calls give the same order, always. */
export class VirtualTime {
  now = 0;
  #events: Event[] = [];
  #order = 0;

  /** Lets something happen after `ms`. Answers how to call it off. */
  after(ms: number, happen: () => void): () => void {
    const event = { at: this.now + Math.max(0, ms), order: this.#order++, happen };
    this.#events.push(event);
    return () => {
      event.happen = () => undefined;
    };
  }

  /** Runs until nothing is left, `end` is reached, `done` says so, or {@link mostEvents} happened; answers how many did. */
  async run(end: number, done: () => boolean): Promise<number> {
    let happened = 0;
    for (;;) {
      const event = this.#takeNext();
      if (!event || event.at > end) return happened;
      this.now = Math.max(this.now, event.at);
      event.happen();
      happened += 1;
      // Every promise that this set off settles before the next event.
      await turn();
      if (happened === mostEvents || done()) return happened;
    }
  }

  #takeNext(): Event | undefined {
    let best = 0;
    for (let i = 1; i < this.#events.length; i++) {
      const [a, b] = [this.#events[i], this.#events[best]];
      if (a && b && (a.at < b.at || (a.at === b.at && a.order < b.order))) best = i;
    }
    const event = this.#events[best];
    const last = this.#events.pop();
    if (event && last && event !== last) this.#events[best] = last;
    return event;
  }
}
