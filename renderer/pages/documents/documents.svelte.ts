import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import { mostSearched, sentenceOfTooLong } from '#shared/messages/query-words.ts';
import type { DocumentView } from '#shared/contract/views/views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { troubleOf } from './document-words.ts';
import { sentenceOfRefusal, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';

const PAGE = 200;

/** The documents of purchase invoices, and what can be done with one. */
export class Documents {
  rows = $state.raw<DocumentView[]>([]);
  next = $state<string | null>(null);
  text = $state('');
  known = $state(false);
  usedBytes = $state(0);
  quotaBytes = $state(0);
  /** Why the list could not be read. */
  trouble = $state<string | null>(null);
  /** Why the last fetch did not work, and of which document. */
  problem = $state.raw<{ recordId: string; message: string } | null>(null);
  /** A document that is named by the address and is not among the rows read so far. */
  named = $state.raw<DocumentView | null>(null);
  /** The document that is being named, by its record. */
  naming = $state<string | null>(null);
  readonly #app: AppState;
  #turn = 0;
  /** The query that the rows match. */
  #answered = '';

  constructor(app: AppState) {
    this.#app = app;
  }

  follow(): () => void {
    return this.#app.follow(
      () => this.read(),
      (change) => change.kind === 'documents' || change.kind === 'accounts',
    );
  }

  search(text: string): void {
    this.text = text;
    void this.read();
  }

  /** Reads as many rows as are on screen already. */
  async read(): Promise<void> {
    const turn = ++this.#turn;
    const { text } = this;
    const answer = await safe(this.#ask(null, Math.min(500, Math.max(PAGE, this.rows.length))));
    if (turn !== this.#turn) return;
    this.trouble = answer.isSuccess ? null : text.length > mostSearched ? sentenceOfTooLong() : sentenceOfUnread(answer.error);
    // Rows that answer something else are no answer.
    if (!answer.isSuccess) return text === this.#answered ? undefined : void Object.assign(this, { rows: [], known: false });
    this.#answered = text;
    const { rows, next, usedBytes, quotaBytes } = answer.data;
    Object.assign(this, { rows, next, usedBytes, quotaBytes, known: true });
    if (this.named) await this.name(this.named.recordId);
  }

  async more(): Promise<void> {
    const answer = await safe(this.#ask(this.next, PAGE));
    if (!answer.isSuccess) return;
    this.rows = [...this.rows, ...answer.data.rows];
    this.next = answer.data.next;
  }

  /** Reads one document by its record, for addresses that lead to it. */
  async name(recordId: string): Promise<void> {
    const answer = await safe(this.#app.api.documents.get({ recordId }));
    this.named = answer.isSuccess ? answer.data : null;
  }

  /** Fetches the document; a failure is said and changes nothing. */
  async fetch(recordId: string): Promise<void> {
    this.problem = null;
    const answer = await safe(this.#app.api.documents.fetch({ recordId, variant: null }));
    await this.read();
    if (!answer.isSuccess) this.problem = { recordId, message: sentenceOfRefusal(answer.error) };
    else if (answer.data.state === 'failed' && answer.data.sha256 !== null) {
      const message = t('documents.stays', { problem: troubleOf(answer.data)?.title ?? '' });
      this.problem = { recordId, message };
    }
  }

  async bytes(recordId: string): Promise<Blob | null> {
    const answer = await safe(this.#app.api.documents.bytes({ recordId }));
    return answer.isSuccess ? answer.data : null;
  }

  /** Calls it by a name of one's own; the empty one takes it back. */
  async call(recordId: string, called: string): Promise<void> {
    await safe(this.#app.api.documents.name({ recordId, called }));
    await this.read();
  }

  async pin(document: DocumentView): Promise<void> {
    await safe(this.#app.api.documents.pin({ recordId: document.recordId, pinned: !document.pinned }));
    await this.read();
  }

  /** Takes the file off this computer; the document stays known. */
  async remove(recordId: string): Promise<void> {
    await safe(this.#app.api.documents.remove({ recordId }));
    await this.read();
  }

  #ask(after: string | null, limit: number) {
    return this.#app.api.documents.list({ after, limit, ...(this.text ? { text: this.text } : {}) });
  }
}
