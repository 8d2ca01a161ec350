import { t } from '#shared/messages/t.ts';
import { isDefinedError, safe } from '@orpc/client';
import type { RecordView } from '#shared/contract/views/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';

/** One record as its page shows it: read from the cache, read again whenever it changed. */
export class ShownRecord {
  readonly ref: RecordRef;
  view = $state.raw<RecordView | null>(null);
  missing = $state(false);
  /** Why it could not be read here; null once it was. */
  trouble = $state<string | null>(null);
  /** A read from the service is under way; its problem, when it failed. */
  refreshing = $state(false);
  problem = $state<string | null>(null);

  readonly #app: AppState;
  #turn = 0;
  /** The first read, until it is followed: it is asked before the page around it is made. */
  #first: Promise<void> | null;

  constructor(app: AppState, ref: RecordRef) {
    this.#app = app;
    this.ref = ref;
    this.#first = this.again();
  }

  /** Resolves when it was read for the first time; it rejects never. */
  get read(): Promise<void> {
    return this.#first ?? Promise.resolve();
  }

  follow(): () => void {
    return this.#app.follow(
      () => {
        const read = this.#first ?? this.again();
        this.#first = null;
        return read;
      },
      (change) => change.kind === 'records' && change.refs.some((ref) => ref.kind === this.ref.kind && ref.id === this.ref.id),
    );
  }

  /** Reads the record from the service, where it can be read. */
  async refresh(): Promise<void> {
    if (this.refreshing) return;
    this.refreshing = true;
    const answer = await safe(this.#app.api.records.refresh(this.ref));
    this.refreshing = false;
    if (answer.isSuccess) {
      this.view = answer.data;
      this.problem = null;
    } else if (isDefinedError(answer.error)) {
      const { error } = answer;
      this.problem = error.code === 'NOT_FOUND' ? t('record.notOffered') : sentenceOfUnread(error);
    } else this.problem = t('record.notRead');
  }

  /** Reads it from what is kept here. */
  async again(): Promise<void> {
    const turn = ++this.#turn;
    const answer = await safe(this.#app.api.records.get(this.ref));
    if (turn !== this.#turn) return;
    this.missing = isDefinedError(answer.error);
    this.trouble = answer.isSuccess || this.missing ? null : sentenceOfUnread(answer.error);
    if (answer.isSuccess) this.view = answer.data;
  }
}
