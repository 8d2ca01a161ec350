import { safe } from '@orpc/client';
import type { ActivityRow } from '#shared/contract/views.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { ofEdits } from '#renderer/state/kept.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/refusals.ts';
import { saveFile } from '#renderer/state/save-file.ts';

const PAGE = 100;

/** The audit trail, newest first, with its chain's verdict. */
export class Activity {
  rows = $state.raw<ActivityRow[]>([]);
  text = $state('');
  next = $state<number | null>(null);
  known = $state(false);
  problem = $state<string | null>(null);
  verdict = $state.raw<{ whole: boolean; lines: number; brokenAt: number | null } | null>(null);
  readonly #desk: Desk;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Reads now and after every change of edits, until the answer is called. */
  follow(): () => void {
    return this.#desk.follow(() => this.read(), ofEdits);
  }

  search(text: string): void {
    this.text = text;
    void this.read();
  }

  /** Reads as many lines as are on screen already, so that a change does not fold what was opened. */
  async read(): Promise<void> {
    const turn = ++this.#turn;
    const limit = Math.min(500, Math.max(PAGE, this.rows.length));
    const answer = await safe(this.#desk.api.activity.list({ before: null, limit, ...this.#words() }));
    if (turn !== this.#turn) return;
    this.problem = answer.isSuccess ? null : sentenceOfRefusal(answer.error);
    if (!answer.isSuccess) return;
    this.rows = answer.data.rows;
    this.next = answer.data.next;
    this.known = true;
  }

  async more(): Promise<void> {
    const turn = this.#turn;
    const answer = await safe(this.#desk.api.activity.list({ before: this.next, limit: PAGE, ...this.#words() }));
    if (turn !== this.#turn || !answer.isSuccess) return;
    this.rows = [...this.rows, ...answer.data.rows];
    this.next = answer.data.next;
  }

  /** Follows the whole chain of hashes: long trails take a moment, so it is done once for each visit. */
  async verify(): Promise<void> {
    const answer = await safe(this.#desk.api.activity.verify());
    if (answer.isSuccess) this.verdict = answer.data;
  }

  /** Makes the file; answers a sentence when it did not work, else null. */
  async export(format: 'csv' | 'json'): Promise<string | null> {
    const answer = await safe(this.#desk.api.activity.export({ format }));
    if (answer.isSuccess) saveFile(answer.data);
    return answer.isSuccess ? null : sentenceOfRefusal(answer.error);
  }

  #words(): { text?: string } {
    return this.text ? { text: this.text } : {};
  }
}
