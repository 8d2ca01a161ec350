import { expect, test } from 'vitest';
import { PdfReader } from '#renderer/parts/files/pdf-reader.svelte.ts';

const files = import.meta.glob<string>('../documents/*.pdf', { query: '?url', import: 'default' });

async function opened(name: string): Promise<PdfReader> {
  const url = await files[`../documents/${name}.pdf`]!();
  const reader = new PdfReader();
  await reader.open(await (await fetch(url)).bytes());
  return reader;
}

/** The share of a page's pixels that are not white, after drawing it. */
async function inkOf(reader: PdfReader, page = 1): Promise<number> {
  const canvas = document.createElement('canvas');
  await reader.draw(page, canvas, 600);
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at]! + data[at + 1]! + data[at + 2]! < 600) dark += 1;
  return dark / (data.length / 4);
}

test.for(Object.keys(files).map((file) => file.replace(/^.*\/|\.pdf$/g, '')))('%s is drawn', async (name) => {
  const reader = await opened(name);
  expect(reader.failed).toBe(false);
  expect(await inkOf(reader)).toBeGreaterThan(0.001);
  await reader.close();
});

test('a Japanese invoice whose font is not embedded is found by its words', async () => {
  const reader = await opened('p15-cjk-cmap');
  reader.search('請求書');
  expect(reader.hits).toEqual([1]);
  await reader.close();
});
