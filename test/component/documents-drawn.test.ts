import { expect, test } from 'vitest';
import { PdfReader } from '#renderer/parts/files/pdf-reader.svelte.ts';
import { fewOf, fullTest } from '#test/full-test.ts';

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

const names = Object.keys(files).map((file) => file.replace(/^.*\/|\.pdf$/g, ''));
test.for(fewOf(names, 6))('%s is drawn', async (name) => {
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

test('a portfolio lists the files inside it', async () => {
  const reader = await opened('p12-portfolio');
  expect(reader.attached).toEqual(['invoice-114.pdf']);
  await reader.close();
});

/** One page with a picture in a codec that no scanner has. */
const withPicture = (filter: string) =>
  new TextEncoder().encode(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >> endobj
4 0 obj << /Length 60 >> stream
q 50 0 0 50 0 0 cm /I Do Q 0 0 1 rg 100 50 20 20 re f         
endstream endobj
5 0 obj << /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /${filter} /Length 8 >> stream
spoiled!
endstream endobj
trailer << /Root 1 0 R >>
`);

fullTest('a page says that a picture of it could not be drawn, or that it came out blank', async () => {
  for (const filter of ['JPXDecode', 'DCTDecode']) {
    const reader = new PdfReader();
    await reader.open(withPicture(filter));
    await reader.draw(1, document.createElement('canvas'), 300);
    expect([filter, reader.drawn[1]]).toEqual([filter, 'partly']);
    await reader.close();
  }
  const empty = new PdfReader();
  await empty.open(new TextEncoder().encode(new TextDecoder().decode(withPicture('JPXDecode')).replace(/q 50.*re f/, '')));
  await empty.draw(1, document.createElement('canvas'), 300);
  expect(empty.drawn[1]).toBe('blank');
  await empty.close();
});
