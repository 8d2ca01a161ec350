import { mount } from 'svelte';
import App from './App.svelte';
import type { Dial } from '#renderer/state/connection/connect.ts';

/** Puts the window into its page. */
export function openWindow(dial: Dial): void {
  const target = document.getElementById('app');
  if (!target) throw new Error('index.html has no #app');
  mount(App, { target, props: { dial } });
}
