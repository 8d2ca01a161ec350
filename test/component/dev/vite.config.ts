import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { makeMessages } from '#scripts/messages/make.mjs';

const house = path.resolve(import.meta.dirname, '..', '..', '..');

makeMessages();

/** `npx vite --config test/component/dev/vite.config.ts` shows the window on a fake desk, without a main process. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.join(house, 'node_modules/.cache/dev-page'),
  plugins: [svelte({ configFile: path.join(house, 'svelte.config.js') })],
  server: { host: '127.0.0.1', fs: { allow: [house] } },
});
