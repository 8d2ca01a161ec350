import { listOf, inSentence } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';
import { isChangeable } from '#shared/edit.ts';
import { wordsOfState } from '#shared/messages/words.ts';
import type { Composing } from './composing.svelte.ts';
import { keyOf } from './edit-form.svelte.ts';

interface Typed {
  /** The record's. */
  title: string;
  /** The input, field by field, as one line. */
  message: string;
}

/** Changes to recorded edits that were typed and not saved: an edit is not approved over them, and where one leaves, they are said. */
export class Unsaved {
  readonly #typed = new SvelteMap<string, Typed>();
  readonly #app: AppState;
  readonly #notices: Notices;

  constructor(app: AppState, notices: Notices) {
    this.#app = app;
    this.#notices = notices;
  }

  /** The content of an edit's form; empty once it was saved or reset. */
  keep(editId: string, title: string, { form, typed }: Composing): void {
    if (!typed) return void this.#typed.delete(editId);
    const label = (key: string) => form.fields.find(({ path }) => keyOf(path) === key)?.label ?? key;
    const message = listOf(typed.texts.map(([key, text]) => `${label(key)} ${text}`));
    this.#typed.set(editId, { title, message: message || t('form.wentOn.properties') });
  }

  /** The title of what was typed for an edit; undefined where nothing was. */
  titleOf(editId: string): string | undefined {
    return this.#typed.get(editId)?.title;
  }

  /** Says what was typed for edits that left meanwhile, from another window for instance. Call in an effect. */
  follow(): () => void {
    return this.#app.follow(
      () => this.#look(),
      ({ kind }) => kind === 'edits' && this.#typed.size > 0,
    );
  }

  async #look(): Promise<void> {
    for (const [id, { title, message }] of this.#typed) {
      const { data } = await safe(this.#app.api.edits.get({ id }));
      if (!data || isChangeable(data.state) || !this.#typed.delete(id)) continue;
      const state = inSentence(wordsOfState(data.state, data.reason).label);
      this.#notices.say(t('form.wentOn', { title, state, typed: message }), { severity: 'needs' });
    }
  }
}

export const [useUnsaved, provideUnsaved] = createContext<Unsaved>();
