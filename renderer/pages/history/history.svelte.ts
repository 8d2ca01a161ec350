import { safe } from '@orpc/client';
import type { AuditVerdict } from '#shared/contract/views/report-views.ts';
import type { ActivityRow, ReportSummary, ReportView } from '#shared/contract/views/views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import type { Who } from '#shared/messages/activity-words.ts';
import { rowsOf, type HistoryRow } from './history-rows.ts';

const PAGE = 200;
/** At most this many syncs are listed. */
const MOST_REPORTS = 500;
/** A filter may leave few lines of a page: the next ones are read until there are this many, a few times. */
const FEW = 40;
const MOST_READS = 5;

/** Everything that was ever done, newest first: syncs and what people did, with the chain's verdict. */
export class History {
  text = $state('');
  who = $state<Who | null>(null);
  onlySyncs = $state(false);
  known = $state(false);
  problem = $state<string | null>(null);
  open = $state.raw<ReportView | null>(null);
  verdict = $state.raw<AuditVerdict | null>(null);
  readonly rows: HistoryRow[];
  readonly whole: boolean;
  #lines = $state.raw<ActivityRow[]>([]);
  #reports = $state.raw<ReportSummary[]>([]);
  #next = $state<number | null>(null);
  readonly #app: AppState;
  #turn = 0;
  #opening = 0;

  constructor(app: AppState) {
    this.#app = app;
    this.whole = $derived(this.#next === null);
    this.rows = $derived(rowsOf(this.#lines, this.#reports, this.whole, this));
  }

  /** The newest import, where it was not undone. */
  readonly import = $derived.by(() => {
    const line = this.#lines.find(({ what }) => what === 'recordsImported' || what === 'importUndone');
    const at = line?.what === 'recordsImported' ? line.facts['at'] : undefined;
    return line !== undefined && typeof at === 'number' ? { seq: line.seq, at } : null;
  });
  readonly syncs = $derived(this.#reports.map(({ id }) => id));

  follow(): () => void {
    return this.#app.follow(
      () => this.read(),
      (change) => change.kind === 'edits' || change.kind === 'syncFinished' || change.kind === 'accounts',
    );
  }

  search(text: string): void {
    this.text = text;
    void this.read();
  }

  only(filter: Partial<Pick<History, 'who' | 'onlySyncs'>>): void {
    Object.assign(this, filter);
    void this.read();
  }

  /** Reads as many lines as are on screen already, so that a change does not fold what was opened. */
  async read(): Promise<void> {
    const turn = ++this.#turn;
    const limit = Math.min(500, Math.max(PAGE, this.#lines.length));
    const answer = await safe(Promise.all([this.#page(null, limit), this.#app.api.reports.list({ limit: MOST_REPORTS })]));
    if (turn !== this.#turn) return;
    this.problem = answer.isSuccess ? null : sentenceOfUnread(answer.error);
    if (!answer.isSuccess) return;
    const [page, reports] = answer.data;
    this.#lines = page.rows;
    this.#next = page.next;
    this.#reports = reports;
    for (let reads = 0; reads < MOST_READS && !this.whole && this.rows.length < FEW && !this.onlySyncs; reads += 1) await this.more();
    this.known = true;
  }

  async more(): Promise<void> {
    const turn = this.#turn;
    const answer = await safe(this.#page(this.#next, PAGE));
    if (turn !== this.#turn || !answer.isSuccess) return;
    this.#lines = [...this.#lines, ...answer.data.rows];
    this.#next = answer.data.next;
  }

  /** Opens a report; while the next one comes, the old one stays. */
  async show(id: string): Promise<void> {
    const turn = ++this.#opening;
    const answer = await safe(this.#app.api.reports.get({ id }));
    if (turn === this.#opening) this.open = answer.isSuccess ? answer.data : null;
  }

  /** Verifies the audit log's chain of hashes, once for each visit. */
  async verify(): Promise<void> {
    const answer = await safe(this.#app.api.activity.verify());
    if (answer.isSuccess) this.verdict = answer.data;
  }

  #page(before: number | null, limit: number) {
    return this.#app.api.activity.list({ before, limit, ...(this.text ? { text: this.text } : {}) });
  }
}
