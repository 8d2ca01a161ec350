import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { contentSecurityPolicy } from '#main/host/page-headers.ts';
import { readBehind, windowFiles } from '#main/host/window-files.ts';
import { tempFolder } from '#test/temp-folder.ts';

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeEach(() => {
  folder = tempFolder();
  mkdirSync(at('assets'));
  for (const name of ['index.html', 'assets/page.js', 'assets/other.js', 'assets/page.js.map']) writeFileSync(at(name), `first ${name}`);
});
const said = (files: ReturnType<typeof windowFiles>, url: string) => files.get(url)?.body()?.toString() ?? null;

it('a start reads none of the window’s files before it is asked for', () => {
  const files = windowFiles(folder);
  writeFileSync(at('assets/page.js'), 'written since');
  expect(said(files, '/assets/page.js')).toBe('written since');
  expect(said(files, '/')).toBe('first index.html');
  expect(files.has('/assets/page.js.map')).toBe(false);
});

it('files read once, on request or in the background, stay whatever happens to the folder', async () => {
  const files = windowFiles(folder);
  expect(said(files, '/assets/page.js')).toBe('first assets/page.js');
  writeFileSync(at('assets/page.js'), 'written since');
  await readBehind(files);
  rmSync(folder, { recursive: true });
  expect(['/', '/assets/page.js', '/assets/other.js'].map((url) => said(files, url))).toEqual([
    'first index.html',
    'first assets/page.js',
    'first assets/other.js',
  ]);
});

it('a file that is gone before anybody asked is not there', () => {
  const files = windowFiles(folder);
  rmSync(at('assets/other.js'));
  expect(said(files, '/assets/other.js')).toBeNull();
});

it('only the script of the reader of PDFs may compile WebAssembly', () => {
  for (const name of ['assets/pdf.worker.min-1a2b.mjs', 'assets/pdf.worker.min-1a2b.mjs.js', 'pdf.worker.min.mjs'])
    writeFileSync(at(name), '');
  const files = windowFiles(folder);
  const may = [...files].filter(([, file]) => contentSecurityPolicy([], file).includes("script-src 'self' 'wasm-unsafe-eval';"));
  expect(may.map(([url]) => url)).toEqual(['/assets/pdf.worker.min-1a2b.mjs']);
});
