import type { RecordRef } from '#shared/records/record-kind.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { ShownRecord } from './shown-record.svelte.ts';

/** The time in milliseconds that the previous page stays while a record is read, so that no empty page appears. */
const heldMs = 100;

/** The record in a list's address: asked for as soon as it stands there, shown with what it says. */
export class OpenedRecord {
  shown = $state.raw<ShownRecord | null>(null);
  /** Another one is on its way, or none: what is shown is not what the person asked for last. */
  leaving = $state(false);
  readonly #app: AppState;
  #coming: ShownRecord | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  /** A page that begins with a record begins with its place. */
  constructor(app: AppState, first: RecordRef | null) {
    this.#app = app;
    this.shown = first && new ShownRecord(app, first);
  }

  open(ref: RecordRef | null): void {
    if (ref !== null && isOf(this.#coming ?? this.shown, ref)) return;
    if (ref === null) return this.#show(null);
    this.stop();
    const coming = new ShownRecord(this.#app, ref);
    this.#coming = coming;
    this.leaving = true;
    const show = () => coming === this.#coming && this.#show(coming);
    this.#waiting = setTimeout(show, heldMs);
    void coming.read.then(show);
  }

  stop(): void {
    clearTimeout(this.#waiting);
    this.#coming = null;
  }

  #show(shown: ShownRecord | null): void {
    this.stop();
    this.shown = shown;
    this.leaving = false;
  }
}

const isOf = (shown: ShownRecord | null, { kind, id }: RecordRef): boolean => shown?.ref.kind === kind && shown.ref.id === id;
