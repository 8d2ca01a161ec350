import { cleanup } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { beforeAll, beforeEach } from 'vitest';

// Files share one page and its modules, which costs a third of what a page for each does: every file begins as on a new one.
beforeAll(async () => {
  cleanup();
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
  history.replaceState(null, '', location.pathname + location.search);
  await page.viewport(1100, 800);
});

beforeEach(() => cleanup());
