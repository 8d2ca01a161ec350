import type { EditRow, WaitingWhy } from '#shared/contract/views.ts';
import type { EditState } from '#shared/edit.ts';
import type { Desk } from './desk.svelte.ts';

/** Groups of the outbox in the order in which a person should look at them. */
export type OutboxGroup = 'needsYou' | 'inDoubt' | 'moving' | 'done';

export const statesOfGroup: Record<OutboxGroup, EditState[]> = {
  needsYou: ['conflict', 'rejected', 'draft', 'held'],
  inDoubt: ['inDoubt'],
  moving: ['sending', 'checking', 'waiting'],
  done: ['applied', 'confirmed', 'superseded', 'discarded'],
};

const PAGE = 200;

/** The outbox as its page shows it: one group at a time, read again when edits change. */
export class Outbox {
  group = $state<OutboxGroup>('needsYou');
  rows = $state.raw<EditRow[]>([]);
  total = $state(0);
  ready = $state(false);
  readonly whys = $state<Record<string, WaitingWhy['why']>>({});

  readonly #desk: Desk;
  #next: number | null = null;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  readonly more = $derived.by(() => this.rows.length < this.total);

  follow(): () => void {
    return this.#desk.follow(
      () => this.#read(),
      (change) => change.kind === 'edits' || change.kind === 'accounts',
    );
  }

  show(group: OutboxGroup): void {
    if (group === this.group) return;
    this.group = group;
    this.rows = [];
    this.ready = false;
    void this.#read();
  }

  async readMore(): Promise<void> {
    const turn = this.#turn;
    const answer = await this.#desk.api.edits.list({ states: statesOfGroup[this.group], after: this.#next, limit: PAGE });
    if (turn !== this.#turn) return;
    this.rows = [...this.rows, ...answer.rows];
    this.#next = answer.next;
    this.total = answer.total;
  }

  /** "Why is this waiting": asked for one edit, when a person wants to know. */
  async explain(id: string): Promise<WaitingWhy['why'] | null> {
    const [answer] = await this.#desk.api.edits.why({ ids: [id] });
    if (answer) this.whys[id] = answer.why;
    return answer?.why ?? null;
  }

  async #read(): Promise<void> {
    const turn = ++this.#turn;
    const limit = Math.min(500, Math.max(PAGE, this.rows.length));
    const answer = await this.#desk.api.edits.list({ states: statesOfGroup[this.group], limit });
    if (turn !== this.#turn) return;
    this.rows = answer.rows;
    this.#next = answer.next;
    this.total = answer.total;
    this.ready = true;
  }
}
