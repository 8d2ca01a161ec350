import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { makeMessages } from './scripts/messages/make.mjs';
import { pdfFiles } from './scripts/pdf-files.mjs';

makeMessages();
const root = import.meta.dirname;
const at = (...parts: string[]) => path.join(root, ...parts);

/** Native modules and the shell itself are never bundled: the package ships them as they are. */
const native = ['electron', 'better-sqlite3', 'better-sqlite3-plain', 'keytar', '@github/keytar', '@napi-rs/keyring', 'quickjs-wasi'];
const external = [...native.map((name) => new RegExp(`^${name}(/|$)`)), ...builtinModules, /^node:/];

/** Environments that run in Node: name, entry and output `out/<folder>/<entry's name>.<mjs|cjs>`. */
const programs = {
  main: { entry: 'main/host/electron/electron.ts', folder: 'main', format: 'es' },
  preload: { entry: 'main/host/electron/window/electron-preload.ts', folder: 'preload', format: 'cjs' },
  host: { entry: 'main/host/browser/browser.ts', folder: 'host', format: 'es' },
  browser: { entry: 'main/host/browser/browser-host.ts', folder: 'browser', format: 'es' },
  network: { entry: 'main/host/network/network-program.ts', folder: 'network', format: 'es' },
  reading: { entry: 'main/host/reading/reader-program.ts', folder: 'reading', format: 'es' },
  service: { entry: 'service/main.ts', folder: 'service', format: 'es' },
} as const;

function program({ entry, folder, format }: (typeof programs)[keyof typeof programs]): EnvironmentOptions {
  const extension = format === 'cjs' ? 'cjs' : 'mjs';
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: native, conditions: ['node', 'import', 'module', 'default'] },
    build: {
      outDir: at('out', folder),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      ssr: true,
      rolldownOptions: {
        input: { [path.basename(entry, '.ts')]: at(entry) },
        external,
        // smaller, but names stay: a stack in a log must say where
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          codeSplitting: false,
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  };
}

/** Preloads the first page's scripts and fonts. */
function preloadFirst(): Plugin {
  const wanted = (file: string) => /^assets\/(window-.*\.js|inter-latin-opsz-normal-.*\.woff2)$/.test(file);
  return {
    name: 'preload-first',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter(wanted)
          .map((file) => {
            const href = `./${file}`;
            const attrs = file.endsWith('.js') ? { rel: 'modulepreload', href } : { rel: 'preload', as: 'font', type: 'font/woff2', href };
            return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' as const };
          }),
    },
  };
}

/** `LAYOVER_BUILD=host,service` builds only those environments, for a quick turn while one room is being changed. */
const wanted = process.env['LAYOVER_BUILD']?.split(',');

export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [svelte({ configFile: at('svelte.config.js') }), preloadFirst(), pdfFiles()],
  environments: {
    client: {
      build: {
        outDir: at('out/renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // one sheet for all pages: a page that arrives is dressed, and the order of rules is that of the sources
        cssCodeSplit: false,
        // read from the disk, not over a network
        chunkSizeWarningLimit: 4_000,
        sourcemap: 'hidden',
        rolldownOptions: {
          output: {
            codeSplitting: {
              // few files: each costs the window a turn of its line
              groups: [
                { name: 'begin', tags: ['$initial'], priority: 3 },
                { name: 'window', test: /renderer[\\/]open-window\.ts$/, priority: 2 },
                { name: 'lists', test: /renderer[\\/]pages[\\/](records|record)[\\/]/, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ...Object.fromEntries(Object.entries(programs).map(([name, value]) => [name, program(value)])),
  },
  builder: {
    async buildApp(builder) {
      for (const [name, environment] of Object.entries(builder.environments)) {
        if (name === 'ssr' || (wanted && !wanted.includes(name))) continue;
        if (!existsSync(at('renderer/index.html')) && name === 'client') continue;
        await builder.build(environment);
      }
    },
  },
});
