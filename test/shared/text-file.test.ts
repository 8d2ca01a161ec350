import { expect, it } from 'vitest';
import { textOfFile } from '#renderer/parts/files/text-file.ts';

const text = 'id;name\r\n1;Zoë 数\r\n';

it.each([
  ['UTF-8', Buffer.from(text, 'utf8')],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`, 'utf8')],
  ['UTF-16, little end first', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('a file in %s is read letter by letter', async (_encoding, bytes) => {
  expect(await textOfFile(new File([new Uint8Array(bytes)], 'accounts.csv'), 100)).toEqual({ text });
});

it('a file that is too large is not read, and says how large it may be', async () => {
  const large = new File([text], 'accounts.csv');
  large.bytes = () => Promise.reject(new Error('it was read'));
  expect(await textOfFile(large, 10)).toEqual({ problem: 'accounts.csv is larger than 10 B. Choose another file, or split it.' });
});

it('a folder, or a missing file, is reported as such', async () => {
  const folder = new File([], 'Trip to Lisbon');
  folder.bytes = () => Promise.reject(new DOMException('A requested file or directory could not be found.', 'NotFoundError'));
  expect(await textOfFile(folder, 10)).toEqual({
    problem: expect.stringMatching(/^Trip to Lisbon cannot be read\..*choose the files in it/),
  });
});

it.each([
  ['an Excel workbook', Buffer.from('PK\u0003\u0004\u0014\0\0\0[Content_Types].xml'), /workbook.*CSV UTF-8/],
  ['a ZIP file', Buffer.from('PK\u0003\u0004\u0014\0\0\0invoice.pdf'), /ZIP.*Unpack/],
  ['an old Excel file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /\.xls.*\.xlsx/],
  ['a PDF', Buffer.from('%PDF-1.7\n'), /PDF.*CSV/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), /picture/],
  ['a web page', Buffer.from('\uFEFF\n<html xmlns="x"><table>'), /web page.*\.xlsx/],
])('%s is called what it is, with the next step', async (_what, bytes, words) => {
  expect(await textOfFile(new File([new Uint8Array(bytes)], 'list.csv'), 1000)).toEqual({ problem: expect.stringMatching(words) });
});

it.each([
  ['little end first', Buffer.from(text, 'utf16le')],
  ['big end first', Buffer.from(text, 'utf16le').swap16()],
])('UTF-16 without a mark, %s, is read letter by letter', async (_encoding, bytes) => {
  expect(await textOfFile(new File([new Uint8Array(bytes)], 'accounts.csv'), 100)).toEqual({ text });
});
