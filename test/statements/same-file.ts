import { hash } from 'node:crypto';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect } from 'vitest';
import { createDesk } from '#test/sync/desk.ts';
import { bring, linesOf } from './brought.ts';
import { DIALECTS, madeStatement, writeStatement, type Dialect } from './judge-files.ts';
import { Dice } from './judge-spelling.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function zipped(bytes: Uint8Array): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  await zip.add('inside.dat', new Uint8ArrayReader(bytes));
  return zip.close();
}

/** UTF-16 with its byte-order mark. */
const asUtf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

/** One statement of a bank, imported in one dialect and then again in every other and in other dresses: no line is new. */
export async function bringSameFile(first: number, to: number): Promise<void> {
  for (let seed = first; seed < to; seed += 1) {
    const written = madeStatement(seed, 20);
    const dice = new Dice(seed);
    const at = createDesk();
    const order = [...DIALECTS.slice(seed % DIALECTS.length), ...DIALECTS.slice(0, seed % DIALECTS.length)];
    const text = (dialect: Dialect) => writeStatement(written, dialect, dice);
    const [dialect = 'ofx-xml', ...others] = order;
    const start = text(dialect);
    expect(await bring(at, start)).toMatchObject({ imported: written.lines.length });
    const dresses: [string, string | Uint8Array][] = [
      ['renamed', start],
      ['zipped', await zipped(bytesOf(start))],
      ['other line ends', start.replace(/\r?\n/g, dice.of(['\r\n', '\n']))],
      ['written again', text(dialect)],
      ...(dialect.startsWith('mt940') ? [['re-encoded', asUtf16(start)] as [string, Uint8Array]] : []),
      ...others.map((other): [string, string] => [other, text(other)]),
    ];
    for (const [dress, content] of dresses) {
      const { imported } = await bring(at, content, hash('sha1', dress + String(seed), 'hex'));
      expect([seed, dialect, dress, imported]).toEqual([seed, dialect, dress, 0]);
    }
    expect(await linesOf(at)).toHaveLength(written.lines.length);
    at.store.close();
  }
}
