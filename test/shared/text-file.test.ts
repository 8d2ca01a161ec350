import { expect, it } from 'vitest';
import { textOfFile } from '#renderer/state/text-file.ts';

const text = 'id;name\r\n1;Zoë 数\r\n';

it.each([
  ['UTF-8', Buffer.from(text, 'utf8')],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`, 'utf8')],
  ['UTF-16, little end first', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('a file in %s is read letter by letter', async (_encoding, bytes) => {
  expect(await textOfFile(new Blob([new Uint8Array(bytes)]))).toBe(text);
});
