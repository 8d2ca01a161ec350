import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { readingOf } from '#main/library/documents/document-facts.ts';
import { testReading } from '#test/reading.ts';
import { fullTest } from '#test/full-test.ts';

/** One page a list of lines, each in a font of its own. */
async function pdfOf(pages: string[][], fonts: StandardFonts[] = [StandardFonts.Helvetica]): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const embedded = await Promise.all(fonts.map((font) => file.embedFont(font)));
  for (const lines of pages) {
    const page = file.addPage();
    for (const [at, line] of lines.entries()) {
      const font = embedded[at % embedded.length]!;
      for (const [cell, text] of line.split('\t').entries()) page.drawText(text, { x: 50 + cell * 200, y: 780 - at * 20, size: 11, font });
    }
  }
  return file.save();
}

const invoice = [
  '2026-11-20',
  'Frame agreement catering, Q4 2026',
  'Invoice number: 2026-4471',
  'Due date: 30 Nov 2026',
  'Subtotal\t4,000.00 EUR',
  'Total\t4,820.00 EUR',
];

async function said(bytes: Uint8Array) {
  const answer = await testReading.read('pdfText', bytes, null);
  const portion = answer.ok ? answer.portions[0] : undefined;
  return portion ? readingOf(portion.text, portion.pages) : answer;
}

const full = {
  pages: 1,
  title: 'Frame agreement catering, Q4 2026',
  number: '2026-4471',
  due: '2026-11-30',
  totalMinor: 482_000n,
  currency: 'EUR',
};

it('a document in several fonts says its title, number, due date and total', async () => {
  const fonts = [StandardFonts.Helvetica, StandardFonts.TimesRomanItalic, StandardFonts.CourierBold];
  expect(await said(await pdfOf([invoice], fonts))).toEqual(full);
});

it('a Japanese invoice whose font is not embedded is read by its character map', async () => {
  const bytes = readFileSync(new URL('../documents/p15-cjk-cmap.pdf', import.meta.url));
  expect(await said(new Uint8Array(bytes))).toMatchObject({
    title: expect.stringContaining('請求書'),
    totalMinor: 12_500n,
    currency: 'JPY',
  });
});

it('an empty document and a scanned picture of one say how many pages they have, and nothing else', async () => {
  const nothing = { title: null, number: null, due: null, totalMinor: null, currency: null };
  expect(await said(await pdfOf([[], []]))).toEqual({ pages: 2, ...nothing });
  const scan = await PDFDocument.create();
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const image = await scan.embedPng(Buffer.from(dot, 'base64'));
  scan.addPage().drawImage(image, { x: 0, y: 0, width: 595, height: 842 });
  expect(await said(await scan.save())).toEqual({ pages: 1, ...nothing });
});

fullTest('500 pages are counted; text on the first is found', async () => {
  const pages = Array.from({ length: 500 }, (_, page) => (page === 0 ? invoice : [`Appendix ${page}`, 'x'.repeat(80)]));
  expect(await said(await pdfOf(pages))).toEqual({ ...full, pages: 500 });
});

fullTest('a file that is no document, cut off, or circular is refused or ended, and the next one is read', async () => {
  const whole = Buffer.from(await pdfOf([invoice]));
  const circle =
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1000000000>>endobj\ntrailer<</Root 1 0 R>>';
  for (const bytes of [Buffer.from('%PDF-1.7\nnot at all'), whole.subarray(0, 200)])
    expect(await testReading.read('pdfText', new Uint8Array(bytes), null)).toMatchObject({ ok: false });
  const led = await testReading.read('pdfText', new Uint8Array(Buffer.from(circle)), null);
  expect(led.ok ? led.portions.map(({ text }) => text) : ['']).toEqual(['']);
  expect(await said(new Uint8Array(whole))).toEqual(full);
});

it('labels of other languages are known; what reads two ways is not guessed', () => {
  const of = (...lines: string[]) => readingOf(lines.join('\n'), 1);
  expect(of('Rechnung', 'Rechnungsnummer: RE-88/213', 'fällig am 02.12.2026', 'Gesamtbetrag 1.164,50 €')).toMatchObject({
    ...{ title: 'Rechnung', number: 'RE-88/213', due: '2026-12-02', totalMinor: 116_450n, currency: 'EUR' },
  });
  expect(of('Faktura nr 2026/118', 'Förfallodatum 2026-11-26', 'Att betala SEK 38 400,00')).toMatchObject({
    ...{ number: '2026/118', due: '2026-11-26', totalMinor: 3_840_000n, currency: 'SEK' },
  });
  expect(of('Print run', 'Due date: 03/04/2026', 'Total 1,902.750 KWD')).toMatchObject({
    due: null,
    totalMinor: 1_902_750n,
    currency: 'KWD',
  });
  expect(of('Offer', 'Total 4,820', 'or USD 5, or EUR 4')).toMatchObject({ number: null, totalMinor: null, currency: null });
});
