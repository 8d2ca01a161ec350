import { SvelteMap } from 'svelte/reactivity';
import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { CustomPropertyInput } from '#shared/records/custom-property.ts';

/** The user's input in a form, without the initial values. */
export interface Typed {
  texts: [key: string, text: string][];
  properties: CustomPropertyInput[];
}

interface InForm {
  /** The record's. */
  title: string;
  typed: Typed;
}

/** In memory only, here and in the main process: it may be bank data. */
const byWindow = new WeakMap<object, SvelteMap<string, InForm>>();

/** The forms of a window that hold something which is not recorded. */
export function formsOf(window: object): SvelteMap<string, InForm> {
  const forms = byWindow.get(window) ?? new SvelteMap<string, InForm>();
  byWindow.set(window, forms);
  return forms;
}

/**
 * Brings back what a page that crashed or was loaded again had in its forms, for when they are opened. Returns the titles of this account's
 * records among them.
 */
export async function bringBackTyped(app: AppState): Promise<string[]> {
  const { data = [] } = await safe(app.api.app.typedBefore());
  const forms = formsOf(app);
  const fresh = (data ?? []).filter(({ name }) => !forms.has(name));
  for (const { name, title, typed } of fresh) forms.set(name, { title, typed });
  return fresh.filter(({ name }) => name.startsWith(`${app.status?.account?.id} `)).map(({ title }) => title);
}
