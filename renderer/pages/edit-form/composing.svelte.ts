import { onDestroy, onMount, tick, untrack } from 'svelte';
import type { RecordView } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { Commands } from '#renderer/state/keyboard/commands.svelte.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { EditForm } from './edit-form.svelte.ts';
import { formsOf, type Typed } from './typed.svelte.ts';

/**
 * One edit being composed, in place or in a pane. It is made once for each opening and never from under a person's hands. Esc or another page
 * never costs typing: only Save or Cancel ends it.
 */
export class Composing {
  readonly form: EditForm;
  /** Restores earlier input. */
  readonly resumed: boolean;
  readonly #name: string;
  readonly #title: string;
  readonly #app: AppState;
  readonly #commands: Commands;
  #ended = false;

  constructor(app: AppState, commands: Commands, kind: EditKind, view: RecordView, changing: EditRow | null = null) {
    this.#app = app;
    this.#commands = commands;
    this.form = new EditForm(kind, view, app.locale, changing);
    this.#name = [app.status?.account?.id, kind.kind, view.row.kind, view.row.id, changing?.id].join(' ');
    this.#title = view.row.title;
    const before = formsOf(app).get(this.#name);
    if (before) this.form.putBack(before.typed);
    this.resumed = before !== undefined;
  }

  /** Unsaved input; null without any. */
  get typed(): Typed | null {
    return this.#ended ? null : this.form.typed;
  }

  /** Records what was entered; true when it is saved. */
  async save(): Promise<boolean> {
    if (!(await this.form.save(this.#commands))) return false;
    this.#ended = true;
    return true;
  }

  /** Drops the input. */
  drop(): void {
    this.#ended = true;
  }

  /**
   * Keeps what stands in the form for the next time, unless it was recorded or dropped. Call in an effect, so that the app knows of it before
   * it closes, and when the form's part is taken away.
   */
  keep(): void {
    const { typed } = this;
    const forms = formsOf(this.#app);
    untrack(() => (typed ? forms.set(this.#name, { title: this.#title, typed }) : forms.delete(this.#name)));
  }
}

/** Moves the focus to the first field that needs the person. */
export function focusTrouble(form: EditForm, element: HTMLElement | undefined): void {
  const key = form.firstTrouble();
  if (key) element?.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`)?.focus();
}

/** The parts of its component that a form needs. */
interface Opening {
  /** The container of the fields. */
  within: () => HTMLElement | undefined;
  /** The field to begin with; null for the first. */
  first?: string | null;
  onclose: () => void;
}

/** Begins in a field, keeps what is typed, and returns the focus at the end. Call it while the component of the form is made. */
export function openForm(composing: Composing, { within, first = null, onclose }: Opening) {
  const opener = document.activeElement;
  const fieldOf = (key: string | null) =>
    within()?.querySelector<HTMLInputElement>(key === null ? '[data-field]' : `[data-field="${CSS.escape(key)}"]`);
  onMount(() => {
    const field = (first === null ? null : fieldOf(first)) ?? fieldOf(null);
    field?.focus();
    if (field?.type === 'text') field.select();
    focusTrouble(composing.form, within());
  });
  $effect(() => composing.keep());
  onDestroy(() => {
    composing.keep();
    returnFocus(opener);
  });
  return {
    async save(): Promise<void> {
      if (await composing.save()) onclose();
      else await tick().then(() => focusTrouble(composing.form, within()));
    },
    putBack(): void {
      composing.drop();
      onclose();
    },
  };
}

/** Returns the focus to where it was before a form was opened; to the list, or else to the record, when that place cannot take it. */
function returnFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  void tick().then(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main [role=grid], main article :is(a, button)')?.focus({ preventScroll: true });
  });
}
