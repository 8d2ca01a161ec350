import type { EditRow, WaitingWhy } from '#shared/contract/views.ts';
import type { EditState } from '#shared/edit.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { WindowedRows } from '#renderer/state/windowed-rows.svelte.ts';

/** Groups of the outbox in the order in which a person should look at them. */
export type OutboxGroup = 'needsYou' | 'inDoubt' | 'moving' | 'done';

export const statesOfGroup: Record<OutboxGroup, EditState[]> = {
  needsYou: ['conflict', 'rejected', 'draft', 'held'],
  inDoubt: ['inDoubt'],
  moving: ['sending', 'checking', 'waiting'],
  done: ['applied', 'confirmed', 'superseded', 'discarded'],
};

/** The outbox as its page shows it: one group at a time, newest first, read again when edits change. */
export class Outbox {
  group = $state<OutboxGroup>('needsYou');
  readonly rows: WindowedRows<EditRow>;
  readonly whys = $state<Record<string, WaitingWhy['why']>>({});
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.rows = new WindowedRows(async (after, limit) => {
      const answer = await desk.api.edits.list({ states: statesOfGroup[this.group], after: after === null ? null : Number(after), limit });
      return { rows: answer.rows, total: answer.total, next: answer.next === null ? null : String(answer.next) };
    });
  }

  follow(): () => void {
    return this.#desk.follow(
      () => (this.rows.ready ? this.rows.refresh() : this.rows.restart()),
      (change) => change.kind === 'edits' || change.kind === 'accounts',
    );
  }

  show(group: OutboxGroup): void {
    if (group === this.group) return;
    this.group = group;
    void this.rows.restart();
  }

  /** "Why is this waiting": asked for one edit, when a person wants to know. */
  async explain(id: string): Promise<WaitingWhy['why'] | null> {
    const [answer] = await this.#desk.api.edits.why({ ids: [id] });
    if (answer) this.whys[id] = answer.why;
    return answer?.why ?? null;
  }
}
