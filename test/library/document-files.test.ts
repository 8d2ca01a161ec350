import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { documentFiles } from '#main/library/documents/document-files.ts';
import { fullTest } from '#test/full-test.ts';

const megabyte = 1_000_000;
const large = randomBytes(20 * megabyte);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const forms = { plain: null, sealed: { key: randomBytes(32), names: randomBytes(32) } };

let folder = '';
let turns = 0;
const breathe = async () => {
  turns += 1;
  await nextTurn();
};

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-documents-'));
  turns = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(Object.entries(forms))('a large document, %s (P29)', (form, keys) => {
  fullTest('is worked at a few megabytes a turn, written and read', async () => {
    const files = documentFiles(folder, breathe, keys);
    await files.put(hashOf(large), large);
    const written = turns;
    expect(written).toBe(form === 'sealed' ? 4 : 0);
    expect(large.equals((await files.get(hashOf(large))) ?? Buffer.of())).toBe(true);
    expect(turns - written).toBe(form === 'sealed' ? 8 : 4);
  });

  test('is written once when it arrives twice at once, and a sweep between removes nothing', async () => {
    const files = documentFiles(folder, breathe, keys);
    const both = [files.put(hashOf(large), large), files.put(hashOf(large), large)];
    while (readdirSync(folder).length === 0) await nextTurn();
    files.sweep(new Set());
    await Promise.all(both);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(large.equals((await files.get(hashOf(large))) ?? Buffer.of())).toBe(true);
  });

  test('with one other bit is not it', async () => {
    const files = documentFiles(folder, breathe, keys);
    await files.put(hashOf(large), large);
    const [name = ''] = readdirSync(folder);
    const other = Buffer.concat([large, Buffer.from([1])]);
    writeFileSync(path.join(folder, name), other);
    expect(await files.get(hashOf(large))).toBeNull();
  });
});
