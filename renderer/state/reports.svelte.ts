import { safe } from '@orpc/client';
import type { ReportSummary, ReportView } from '#shared/contract/views.ts';
import type { Desk } from './desk.svelte.ts';
import { saveFile } from './save-file.ts';

/** The sync reports, newest first, and the one that is open. */
export class Reports {
  list = $state.raw<ReportSummary[]>([]);
  known = $state(false);
  open = $state.raw<ReportView | null>(null);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Reads now and after every sync, until the answer is called. */
  follow(): () => void {
    void this.#read();
    return this.#desk.onChange((change) => {
      if (change.kind === 'syncFinished' || change.kind === 'accounts' || change.kind === 'edits') void this.#read();
    });
  }

  async show(id: string | null): Promise<void> {
    const wanted = id ?? this.list[0]?.id ?? null;
    if (!wanted) return;
    const answer = await safe(this.#desk.api.reports.get({ id: wanted }));
    this.open = answer.isSuccess ? answer.data : null;
  }

  async export(id: string, format: 'csv' | 'json' | 'pdf'): Promise<void> {
    saveFile(await this.#desk.api.reports.export({ id, format }));
  }

  async #read(): Promise<void> {
    this.list = await this.#desk.api.reports.list({ limit: 200 });
    this.known = true;
    if (this.open) await this.show(this.open.id);
  }
}
