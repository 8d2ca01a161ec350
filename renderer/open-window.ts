import { mount } from 'svelte';
import App from './App.svelte';
import { languageOf } from '#shared/values/language.ts';
import { speakIn } from './state/language.svelte.ts';
import type { Dial } from '#renderer/state/connection/connect.ts';

/** Puts the window into its page, in the system's language until the settings are read. */
export async function openWindow(dial: Dial): Promise<void> {
  await speakIn(languageOf('', navigator.languages), navigator.language).catch(() => undefined);
  const target = document.getElementById('app');
  if (!target) throw new Error('index.html has no #app');
  mount(App, { target, props: { dial } });
}
