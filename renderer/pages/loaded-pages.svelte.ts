import { createContext, type Component } from 'svelte';
import NoSuchPage from './NoSuchPage.svelte';
import PageNotLoaded from './PageNotLoaded.svelte';
import { readAllMessages } from '#renderer/state/language.svelte.ts';
import { pageScripts } from './pages.ts';

/** The longest that the other pages wait for a window with nothing to do, in milliseconds. */
const patience = 2_000;

/** The pages of the window. The script of each is read when it is first wanted, those of the others when the window has nothing to do. */
export class LoadedPages {
  #loaded = $state.raw<Readonly<Record<string, Component>>>({});

  /** The page of an address; undefined while its script is on its way. Unknown names get a page that says so. */
  of(name: string): Component | undefined {
    return name in pageScripts ? this.#loaded[name] : NoSuchPage;
  }

  /** Reads the script of a page; where that fails, its page says so, until it is wanted again. */
  async want(name: string): Promise<void> {
    if (!(await this.#load(name)) && !this.#loaded[name]) this.#loaded = { ...this.#loaded, [name]: PageNotLoaded };
  }

  /** Reads what is not here yet, one page after the other; those that fail are read when they are wanted. */
  async readOthers(): Promise<void> {
    for (const name of Object.keys(pageScripts)) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: patience }));
      await this.#load(name);
    }
  }

  async #load(name: string): Promise<boolean> {
    const known = this.#loaded[name];
    if (known && known !== PageNotLoaded) return true;
    const reading = name === 'today' ? undefined : readAllMessages();
    const script = await pageScripts[name]?.().catch(() => undefined);
    await reading;
    if (script) this.#loaded = { ...this.#loaded, [name]: script.default };
    return script !== undefined;
  }
}

export const [useLoadedPages, provideLoadedPages] = createContext<LoadedPages>();
