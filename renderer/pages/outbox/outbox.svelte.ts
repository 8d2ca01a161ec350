import type { EditRow, WaitingWhy } from '#shared/contract/views.ts';
import { stateGroups, type StateGroup } from '#shared/edit.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { WindowedRows } from '#renderer/state/windowed-rows.svelte.ts';

/** The outbox as its page shows it: one group at a time, newest first, read again when edits change. */
export class Outbox {
  group = $state<StateGroup>('needsYou');
  readonly rows: WindowedRows<EditRow>;
  readonly whys = $state<Record<string, WaitingWhy['why']>>({});
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.rows = new WindowedRows(async (after, limit) => {
      const answer = await desk.api.edits.list({
        states: [...stateGroups[this.group]],
        after: after === null ? null : Number(after),
        limit,
      });
      return { rows: answer.rows, total: answer.total, next: answer.next === null ? null : String(answer.next) };
    });
  }

  follow(): () => void {
    return this.#desk.follow(
      () => (this.rows.ready ? this.rows.refresh() : this.rows.restart()),
      (change) => change.kind === 'edits' || change.kind === 'accounts',
    );
  }

  show(group: StateGroup): void {
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
