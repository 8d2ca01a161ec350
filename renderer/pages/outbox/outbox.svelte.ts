import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { startOfDay } from '#shared/values/dates.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { WindowedRows } from '#renderer/state/data/windowed-rows.svelte.ts';
import { statesOfTab, type ListTab } from './outbox-tabs.ts';

/** The edits of one tab, newest first, like ones gathered in one row that opens; read again when edits change. */
export class TabRows {
  readonly rows: WindowedRows<EditRow>;
  /** The row that is open: the list holds what it stands for. */
  like = $state.raw<EditRow | null>(null);
  readonly #app: AppState;

  constructor(app: AppState, tab: ListTab) {
    this.#app = app;
    this.rows = new WindowedRows(async (after, { limit }) => {
      const answer = await app.api.edits.list({
        states: [...statesOfTab[tab]],
        ...(tab === 'done' ? { since: startOfDay(Date.now()) } : {}),
        ...(this.like ? { like: this.like.id } : { gathered: true }),
        after: after === null ? null : Number(after),
        limit,
      });
      return { rows: answer.rows, total: answer.total, next: answer.next === null ? null : String(answer.next) };
    });
  }

  follow(): () => void {
    return this.#app.follow(
      () => (this.rows.ready ? this.rows.refresh() : this.rows.restart()),
      (change) => change.kind === 'edits' || change.kind === 'accounts',
    );
  }

  /** Opens a row that stands for several edits; null goes back to all. */
  open(like: EditRow | null): void {
    this.like = like;
    void this.rows.restart();
  }
}
