import { TextReader, Uint8ArrayWriter, ZipWriter, configure } from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect, test } from 'vitest';
import { mostBytes } from '#shared/values/file-sizes.ts';
import { importFacts } from '#test/library/import-facts.ts';
import { testReading } from '#test/reading.ts';

configure({ useWebWorkers: false });
const facts = { ...importFacts, name: 'bomb.xlsx', kind: 'expense' as const };

/** A workbook of a few kilobytes whose sheet unfolds to so many megabytes. */
async function bomb(megabytes: number): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  const part = (name: string, text: string) => zip.add(name, new TextReader(text));
  await part('xl/workbook.xml', '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>');
  await part('xl/_rels/workbook.xml.rels', '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>');
  const block = new TextEncoder().encode(' '.repeat(1_000_000));
  let left = megabytes;
  const readable = new ReadableStream<Uint8Array>({
    pull: (controller) => (left-- > 0 ? controller.enqueue(block) : controller.close()),
  });
  await zip.add('xl/worksheets/sheet1.xml', { readable } as never, { level: 9 });
  return zip.close();
}

test('a workbook that unfolds to a gigabyte ends in the reader, and the next file is read', async () => {
  const content = await bomb(1_000);
  expect(content.length).toBeLessThan(2_000_000);
  const answer = await testReading.read('importFile', content, facts);
  expect(answer).toMatchObject({ ok: true, portions: [{ part: 'refused', problems: [{ what: 'workbookTooLarge' }] }] });
  expect(await testReading.read('importFile', 'id,status\n', { ...facts, name: 'a.csv' })).toMatchObject({ ok: true });
});

test('a file beyond the limit is refused before it is read', async () => {
  expect(await testReading.read('importFile', new Uint8Array(mostBytes.imported + 1), facts)).toEqual({ ok: false, why: 'tooLarge' });
});
