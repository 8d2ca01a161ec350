import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import { createContext } from 'svelte';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';
import { sentenceIfRefused, sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import type { SavedView } from '#shared/contract/list-inputs.ts';

/** Commands of a saved view. */
export class ViewCommands {
  renaming = $state.raw<SavedView | null>(null);
  readonly #app: AppState;
  readonly #notices: Notices;

  constructor(app: AppState, notices: Notices) {
    this.#app = app;
    this.#notices = notices;
  }

  /** The menu lines of a view; `named` adds its name to each, for a menu that is not of its row. */
  itemsOf(view: SavedView, named = false): MenuItem[] {
    const [rename, remove] = named
      ? [t('list.view.renameThis', { name: view.name }), t('list.view.removeThis', { name: view.name })]
      : [t('list.view.renameIt'), t('list.view.removeIt')];
    return [
      { label: rename, onchoose: () => void (this.renaming = view) },
      { label: remove, onchoose: () => void this.#remove(view) },
    ];
  }

  async #remove({ id, name }: SavedView): Promise<void> {
    const problem = await sentenceIfRefused(this.#app.api.lists.removeView({ id }));
    if (problem !== null) return void this.#notices.say(problem, { severity: 'needs' });
    this.#notices.say(t('list.view.removed', { name }), {
      action: { label: t('notices.undo'), command: () => void this.#bringBack(id, name) },
    });
  }

  async #bringBack(id: string, name: string): Promise<void> {
    const answer = await safe(this.#app.api.lists.bringViewBack({ id }));
    if (answer.isSuccess) this.#notices.say(t(answer.data.back ? 'list.view.back' : 'list.view.another', { name }));
    else this.#notices.say(sentenceOfRefusal(answer.error), { severity: 'needs' });
  }
}

export const [useViewCommands, provideViewCommands] = createContext<ViewCommands>();
