import { isDefinedError, safe } from '@orpc/client';
import type { DocumentView } from '#shared/contract/views.ts';
import type { Desk } from './desk.svelte.ts';

const PAGE = 200;

/** The documents of purchase invoices, and what can be done with one. */
export class Documents {
  rows = $state.raw<DocumentView[]>([]);
  next = $state<string | null>(null);
  text = $state('');
  known = $state(false);
  usedBytes = $state(0);
  quotaBytes = $state(0);
  problem = $state<string | null>(null);
  readonly #desk: Desk;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Reads now and after every change of documents, until the answer is called. */
  follow(): () => void {
    void this.#read();
    return this.#desk.onChange((change) => {
      if (change.kind === 'documents' || change.kind === 'accounts') void this.#read();
    });
  }

  search(text: string): void {
    this.text = text;
    void this.#read();
  }

  async more(): Promise<void> {
    const page = await this.#ask(this.next);
    this.rows = [...this.rows, ...page.rows];
    this.next = page.next;
  }

  /** Fetches the document; a failure is said and changes nothing. */
  async fetch(recordId: string): Promise<void> {
    this.problem = null;
    const answer = await safe(this.#desk.api.documents.fetch({ recordId, variant: null }));
    if (answer.isSuccess) return;
    this.problem = isDefinedError(answer.error) ? answer.error.message : 'Layover did not answer.';
    if (isDefinedError(answer.error) && 'next' in answer.error.data) this.problem = `${answer.error.message} ${answer.error.data.next}`;
  }

  async bytes(recordId: string): Promise<Blob | null> {
    const answer = await safe(this.#desk.api.documents.bytes({ recordId }));
    return answer.isSuccess ? answer.data : null;
  }

  async pin(document: DocumentView): Promise<void> {
    await safe(this.#desk.api.documents.pin({ recordId: document.recordId, pinned: !document.pinned }));
    await this.#read();
  }

  async remove(recordId: string): Promise<void> {
    await safe(this.#desk.api.documents.remove({ recordId }));
    await this.#read();
  }

  async #read(): Promise<void> {
    const turn = ++this.#turn;
    const page = await this.#ask(null);
    if (turn !== this.#turn) return;
    this.rows = page.rows;
    this.next = page.next;
    this.usedBytes = page.usedBytes;
    this.quotaBytes = page.quotaBytes;
    this.known = true;
  }

  #ask(after: string | null) {
    return this.#desk.api.documents.list({ after, limit: PAGE, ...(this.text ? { text: this.text } : {}) });
  }
}
