import type { ActivityRow } from '#shared/contract/views.ts';
import type { Desk } from './desk.svelte.ts';
import { saveFile } from './save-file.ts';

const PAGE = 100;

/** The audit trail, newest first, with its chain's verdict. */
export class Activity {
  rows = $state.raw<ActivityRow[]>([]);
  text = $state('');
  next = $state<number | null>(null);
  known = $state(false);
  verdict = $state.raw<{ whole: boolean; lines: number; brokenAt: number | null } | null>(null);
  readonly #desk: Desk;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Reads now and after every change of edits, until the answer is called. */
  follow(): () => void {
    void this.read();
    void this.#desk.api.activity.verify().then((verdict) => (this.verdict = verdict));
    return this.#desk.onChange((change) => {
      if (change.kind === 'edits' || change.kind === 'accounts') void this.read();
    });
  }

  search(text: string): void {
    this.text = text;
    void this.read();
  }

  async read(): Promise<void> {
    const turn = ++this.#turn;
    const page = await this.#ask(null);
    if (turn !== this.#turn) return;
    this.rows = page.rows;
    this.next = page.next;
    this.known = true;
  }

  async more(): Promise<void> {
    const turn = this.#turn;
    const page = await this.#ask(this.next);
    if (turn !== this.#turn) return;
    this.rows = [...this.rows, ...page.rows];
    this.next = page.next;
  }

  async export(format: 'csv' | 'json'): Promise<void> {
    saveFile(await this.#desk.api.activity.export({ format }));
  }

  #ask(before: number | null) {
    return this.#desk.api.activity.list({ before, limit: PAGE, ...(this.text ? { text: this.text } : {}) });
  }
}
