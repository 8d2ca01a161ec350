import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect } from 'vitest';
import { importStatement } from '#main/library/statements/import-statement.ts';
import { openTestStore } from '#test/cache.ts';
import { testReading } from '#test/reading.ts';
import { realWorld, seededRandom } from '#test/world.ts';
import { DIALECTS, madeStatement, writeStatement } from './judge-files.ts';
import { Dice } from './judge-spelling.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
async function zipOf(files: readonly Uint8Array[], level = 0): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level, useWebWorkers: false });
  for (const [at, file] of files.entries()) await zip.add(`${at}.xml`, new Uint8ArrayReader(file));
  return zip.close();
}

/** Files that no bank writes. */
const hostile: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  nothing: () => new Uint8Array(),
  'a DOCTYPE with entities': () => bytesOf(`<!DOCTYPE a [<!ENTITY a "${'b'.repeat(99)}">]><Document>${'&a;'.repeat(9_999)}</Document>`),
  'deep nesting': () => bytesOf('<a>'.repeat(100_000)),
  'one long attribute': () => bytesOf(`<Document x="${'y'.repeat(5_000_000)}">`),
  'one long text': () => bytesOf(`<Document><BkToCstmrStmt>${'y'.repeat(5_000_000)}`),
  'a million fields': () => bytesOf(':20:A\n:25:DE1\n' + ':61:2611030C1,\n'.repeat(1_000_000)),
  'a million transactions': () => bytesOf(`<OFX><STMTRS><CURDEF>EUR<ACCTID>1${'<STMTTRN><DTPOSTED>20261103<TRNAMT>1\n'.repeat(1_000_000)}`),
  'a text without end': () => bytesOf(`:20:A\n:25:DE1\n:61:2611030C1,\n:86:${'?20'.repeat(300_000)}`),
  'hyphens without end': () => bytesOf(`:20:A\n${'-\n'.repeat(300_000)}`),
  'a zip bomb': () => zipOf([new Uint8Array(150_000_000)], 9),
  'a zip of 300 files': () => zipOf(Array.from({ length: 300 }, () => bytesOf('<a/>'))),
  'a zip in a zip': async () => zipOf([await zipOf([bytesOf('<a/>')])]),
  'a cut zip': async () => (await zipOf([bytesOf('<a/>')])).subarray(0, 40),
  NUL: () => new Uint8Array(100_000),
};

/** A statement with some bytes flipped, dropped, repeated or set to NUL, or cut off. */
function spoilt(seed: number): Uint8Array {
  const random = seededRandom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const bytes = [...bytesOf(writeStatement(madeStatement(seed, 20), DIALECTS[seed % DIALECTS.length] ?? 'ofx-xml', new Dice(seed)))];
  for (let n = 0; n <= below(8); n += 1) {
    const at = below(bytes.length);
    const changes = [
      () => bytes.splice(at, 1, below(256)),
      () => bytes.splice(at, below(300)),
      () => bytes.splice(at, 0, ...bytes.slice(at, at + below(300))),
      () => bytes.splice(at, 1, 0),
      () => bytes.splice(at),
    ];
    changes[below(changes.length)]?.();
  }
  return new Uint8Array(bytes);
}

/** Imports hostile files through the reader's process: each is refused or read, and a file whose lines do not sum to its balances never is. */
export async function importHostile(first: number, to: number): Promise<void> {
  const store = openTestStore(realWorld());
  const named = Object.entries(hostile);
  const answers = new Map<string, number>();
  for (let seed = first; seed < to; seed += 1) {
    const [name, make] = seed < named.length ? (named[seed] ?? []) : [];
    const bytes = await (make?.() ?? spoilt(seed));
    const answer = await importStatement({ store, reading: testReading }, { name: `${seed}`, bytes });
    const kind = 'notRead' in answer ? answer.notRead : answer.ok ? 'read' : answer.refusal.why;
    if (name !== undefined) expect([name, kind]).not.toEqual([name, 'read']);
    expect([name ?? seed, ['failed', 'takesTooLong'].includes(kind)]).toEqual([name ?? seed, false]);
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
  }
  if (to - first >= 100) expect(answers.size).toBeGreaterThan(4);
  // The reader goes on after all of them.
  const whole = bytesOf(writeStatement(madeStatement(9_999, 20), 'camt.053.001.08', new Dice(1)));
  expect(await importStatement({ store, reading: testReading }, { name: 'whole', bytes: whole })).toMatchObject({ ok: true });
  if (process.env['SHOW']) console.log([...answers]);
  store.close();
}
