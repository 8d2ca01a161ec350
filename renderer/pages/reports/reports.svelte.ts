import { safe } from '@orpc/client';
import type { ReportView } from '#shared/contract/views.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { Kept } from '#renderer/state/kept.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/refusals.ts';
import { saveFile } from '#renderer/state/save-file.ts';

/** At most this many reports are listed. */
const MOST = 200;

/** The sync reports, newest first, and the one that is open. */
export class Reports {
  readonly kept;
  readonly list;
  open = $state.raw<ReportView | null>(null);
  readonly #desk: Desk;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.kept = new Kept(
      desk,
      () => desk.api.reports.list({ limit: MOST }),
      (change) => change.kind === 'syncFinished' || change.kind === 'accounts' || change.kind === 'edits',
    );
    this.list = $derived(this.kept.value ?? []);
  }

  /** Opens a report; while the next one comes, the old one stays. */
  async show(id: string): Promise<void> {
    const turn = ++this.#turn;
    const answer = await safe(this.#desk.api.reports.get({ id }));
    if (turn === this.#turn) this.open = answer.isSuccess ? answer.data : null;
  }

  /** Makes the file; answers a sentence when it did not work, else null. */
  async export(id: string, format: 'csv' | 'json' | 'pdf'): Promise<string | null> {
    const answer = await safe(this.#desk.api.reports.export({ id, format }));
    if (answer.isSuccess) saveFile(answer.data);
    return answer.isSuccess ? null : sentenceOfRefusal(answer.error);
  }
}
