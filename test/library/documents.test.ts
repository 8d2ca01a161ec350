import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentAnswer } from '#main/api/client.ts';
import { failed, succeeded, type ApiResult } from '#main/api/result.ts';
import { documentOf } from '#main/documents/documents.ts';
import type { Store } from '#main/storage/store.ts';
import { createDocuments } from '#main/library/documents/documents.ts';
import { createPacks } from '#main/library/packs/packs.ts';
import { checkPdf, largestDocument } from '#main/library/documents/pdf-check.ts';
import { dispositionName, safeDocumentName } from '#main/library/documents/safe-name.ts';
import { openTestStore } from '#test/cache.ts';
import { testReading } from '#test/reading.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { onlyOurs } from '#test/host/rights.ts';

let pdf: Uint8Array;
beforeAll(async () => {
  const document = await PDFDocument.create();
  document.addPage().drawText('Invoice 7');
  pdf = await document.save({ useObjectStreams: false });
});

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const samples = path.join(import.meta.dirname, '../documents');

/** Files that are not what they say, by the ways of making them; `whole` ones hold all of a PDF. */
function hostileFiles(): { name: string; bytes: Uint8Array; whole: boolean }[] {
  const files: { name: string; bytes: Uint8Array; whole: boolean }[] = [];
  const add = (name: string, bytes: Uint8Array, whole: boolean) => files.push({ name, bytes, whole });
  for (const other of [
    '<html><script>alert(1)</script>',
    'MZ\x90\x00',
    '\x7fELF',
    'PK\x03\x04',
    '#!/bin/sh\n',
    '{\\rtf1',
    'GIF89a',
    '\x00\x00',
  ]) {
    add(`only ${other}`, latin(other), false);
    add(`${other} before`, joined(latin(other), pdf), true);
    add(`${other} in the header`, joined(latin(`%PDF-1.7\n${other}\n`), pdf.subarray(9)), true);
    add(`${other} after`, joined(pdf, latin(`\n${' '.repeat(900)}${other}`)), true);
  }
  for (let n = 0; n < 40; n++) add(`cut at ${n}`, pdf.subarray(0, Math.floor((pdf.length - 6) * (n / 40))), false);
  for (const start of ['%PDF-9.9\n', '\xef\xbb\xbf%PDF-1.7\n', '%PDF-1.7X', '%!PS-Adobe', ' '.repeat(1500)])
    add(`beginning ${start}`, joined(latin(start), pdf.subarray(9)), true);
  return files;
}

const names = [
  '../../etc/passwd',
  '..\\..\\Windows\\win.ini',
  'C:\\autoexec.bat',
  '/etc/shadow',
  'con',
  'NUL.pdf',
  'com1.pdf',
  'invoice.pdf.exe',
  'invoice\u202Efdp.exe',
  'a\u0000b.pdf',
  'line\nbreak.pdf',
  'x'.repeat(5000),
  '....',
  '',
  ' ',
  '.',
  '..',
  'file:///etc/passwd',
  '\\\\host\\share\\a.pdf',
  '%2e%2e%2fa.pdf',
  'a/../../b.lnk',
  '<img>.pdf',
];

let store: Store;
let folder: string;
let answers: ApiResult<DocumentAnswer>[];
beforeEach(() => {
  store = openTestStore(stillWorld());
  folder = mkdtempSync(path.join(tmpdir(), 'layover-documents-'));
  answers = [];
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const answer = (bytes: Uint8Array, name = 'invoice.pdf') =>
  succeeded<DocumentAnswer>({ bytes, url: 'https://service.test', headers: [['Content-Disposition', `attachment; filename="${name}"`]] });
const documents = (quotaBytes = 100_000_000) =>
  createDocuments({
    store,
    reading: testReading,
    folder: path.join(folder, 'documents'),
    quotaBytes: () => quotaBytes,
    parameter: () => 'noName',
    tryParameter: async () => null,
    client: { document: async () => answers.shift() ?? failed({ kind: 'captivePortal' }) },
  });
const filesHere = () => (existsSync(path.join(folder, 'documents')) ? readdirSync(path.join(folder, 'documents')) : []);

describe('a document', () => {
  it('is kept by its hash, read back, and found damaged when its bytes changed', async () => {
    const documentStore = documents();
    answers.push(answer(pdf, '../Invoice 7.pdf'));
    const fetched = await documentStore.fetch(idOf(1).toUpperCase(), 'ORIGINAL');
    expect(fetched).toMatchObject({
      ok: true,
      value: { recordId: idOf(1), name: 'Invoice 7.pdf', state: 'here', bytes: pdf.length, detail: null },
    });
    expect(await documentStore.bytes(idOf(1))).toEqual(Buffer.from(pdf));
    const [name = ''] = filesHere();
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(onlyOurs(path.join(folder, 'documents', name))).toBe(true);
    truncateSync(path.join(folder, 'documents', name), 10);
    expect(await documentStore.bytes(idOf(1))).toBeNull();
    expect(documentOf(store, idOf(1))).toMatchObject({ state: 'known', sha256: null });
  });

  it.for(readdirSync(samples).filter((name) => name.endsWith('.pdf')))('that pdf.js opens is kept: %s', async (name) => {
    expect(await checkPdf(readFileSync(path.join(samples, name)))).toMatchObject({ problem: null });
  });

  it('is kept as it came when it is none, protected or damaged, and says which', async () => {
    const documentStore = documents();
    const given: [Uint8Array, string][] = [
      [latin('<html><script>alert(1)</script>'), 'webPage'],
      [latin('\x89PNG\r\n\x1a\n'), 'png'],
      [latin('PK\x03\x04 xl/'), 'archive'],
      [latin('MZ\x90\x00'), 'notPdf'],
      [latin('%PDF-1.7\nnot at all'), 'damaged'],
      [readFileSync(path.join(samples, 'refused/protected.pdf')), 'protected'],
    ];
    for (const [bytes, detail] of given) {
      answers.push(answer(bytes));
      expect(await documentStore.fetch(idOf(1), null)).toMatchObject({ ok: true, value: { state: 'here', detail } });
      expect(await documentStore.bytes(idOf(1))).toEqual(Buffer.from(bytes));
    }
    answers.push(answer(new Uint8Array()));
    expect(await documentStore.fetch(idOf(2), null)).toMatchObject({ value: { state: 'failed', detail: 'empty' } });
    const large = new Uint8Array(largestDocument + 1);
    large.set(pdf);
    expect(await checkPdf(large)).toEqual({ problem: 'tooLarge', remark: null });
  });

  it('is never taken for a whole one when it is another format beside a PDF, or cut off', async () => {
    for (const { name, bytes, whole } of hostileFiles()) {
      const { problem, remark } = await checkPdf(bytes);
      // A PDF that is all there opens, whatever stands around it; without its end it is said to lack that.
      if (whole) expect([name, problem]).toEqual([name, null]);
      else expect([name, problem ?? remark]).not.toEqual([name, null]);
    }
    const acting = latin(Buffer.from(pdf).toString('latin1').replace('/Type /Catalog', '/Type /Catalog /J#61vaScript 1 0 R'));
    expect(await checkPdf(acting)).toEqual({ problem: null, remark: 'activeContent' });
  });

  it('never leaves its folder, whatever its name', async () => {
    const documentStore = documents();
    const before = readdirSync(folder);
    for (const [n, name] of names.entries()) {
      answers.push(answer(joined(pdf, latin('\n'.repeat(n + 1))), name));
      const fetched = await documentStore.fetch(idOf(n), null);
      expect(fetched).toMatchObject({ ok: true, value: { state: 'here' } });
      const shown = fetched.ok ? fetched.value.name : '';
      expect(shown).toMatch(/^[^/\\<>:"|?*\p{C}]{1,110}\.pdf$/u);
      expect(shown).not.toMatch(/^(con|nul|com1)\.|\.(exe|lnk|bat)/i);
    }
    expect(new Set([...before, 'documents'])).toEqual(new Set(readdirSync(folder)));
    expect(filesHere().every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
    expect(dispositionName([['content-disposition', "attachment; filename=x.pdf; filename*=UTF-8''F%C3%A4hre.pdf"]])).toBe('Fähre.pdf');
    expect(safeDocumentName('Rechnung 7.PDF', idOf(1))).toBe('Rechnung 7.pdf');
  });

  it('makes room by forgetting the least lately used, never a pinned one', async () => {
    const documentStore = documents(pdf.length * 3 + 100);
    const version = (n: number) => joined(pdf, latin('\n'.repeat(n + 1)));
    for (let n = 0; n < 3; n++) {
      answers.push(answer(version(n)));
      await documentStore.fetch(idOf(n), null);
    }
    documentStore.pin(idOf(0), true);
    await documentStore.bytes(idOf(1));
    answers.push(answer(version(3)));
    await documentStore.fetch(idOf(3), null);
    expect([0, 1, 2, 3].map((n) => documentOf(store, idOf(n))?.state)).toEqual(['here', 'here', 'known', 'here']);
    for (const n of [1, 3]) documentStore.pin(idOf(n), true);
    answers.push(answer(version(4)));
    expect(await documentStore.fetch(idOf(4), null)).toMatchObject({ value: { state: 'failed', detail: 'quota' } });
    expect(filesHere()).toHaveLength(3);
    expect(documentStore.usedBytes()).toBeLessThanOrEqual(pdf.length * 3 + 100);
  });

  it('stays when a later answer is bad; shared bytes stay while one record needs them; strays are swept', async () => {
    const documentStore = documents();
    answers.push(answer(pdf), answer(pdf), answer(latin('<html>')), failed({ kind: 'noAnswer', cause: 'reset', afterMs: 1 }));
    await documentStore.fetch(idOf(1), null);
    await documentStore.fetch(idOf(2), null);
    expect(filesHere()).toHaveLength(1);
    expect(await documentStore.fetch(idOf(1), null)).toMatchObject({ ok: true, value: { state: 'failed', detail: 'webPage' } });
    expect(await documentStore.fetch(idOf(1), null)).toMatchObject({ ok: false, failure: { kind: 'noAnswer' } });
    expect(await documentStore.bytes(idOf(1))).toHaveLength(pdf.length);
    documentStore.remove(idOf(1));
    expect(await documentStore.bytes(idOf(2))).toHaveLength(pdf.length);
    writeFileSync(path.join(folder, 'documents', 'f'.repeat(64)), 'stray');
    writeFileSync(path.join(folder, 'documents', 'notes.txt'), 'not ours');
    documentStore.sweep();
    expect(filesHere().toSorted()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), 'notes.txt']);
    documentStore.remove(idOf(2));
    expect(filesHere()).toEqual(['notes.txt']);
  });
});

describe('room for documents', () => {
  it('is not made for one that can never fit', async () => {
    const documentStore = documents(pdf.length * 2 + 100);
    for (const n of [0, 1]) {
      answers.push(answer(joined(pdf, latin('\n'.repeat(n + 1)))));
      await documentStore.fetch(idOf(n), null);
    }
    documentStore.pin(idOf(0), true);
    const larger = await PDFDocument.create();
    for (let page = 0; page < 3; page++) larger.addPage().drawText('Annual statement');
    answers.push(answer(await larger.save({ useObjectStreams: false })));
    expect(await documentStore.fetch(idOf(2), null)).toMatchObject({ value: { state: 'failed', detail: 'quota' } });
    expect([0, 1].map((n) => documentOf(store, idOf(n))?.state)).toEqual(['here', 'here']);
  });

  it('is never taken from what a trip pack counts, and a pack never counts one that is gone', async () => {
    const documentStore = documents(pdf.length * 3 + 100);
    const read = async () => failed({ kind: 'captivePortal' });
    const packs = createPacks({ store, client: { read }, documents: documentStore, mayRead: () => false, tokenUntil: () => null });
    const { id } = packs.create('Lisbon');
    const wanted = [0, 1, 2, 3, 4].map((n) => idOf(n));
    for (const n of [9, 0, 1, 2, 3, 4]) answers.push(answer(joined(pdf, latin('\n'.repeat(n + 1)))));
    await documentStore.fetch(idOf(9), null);
    packs.add(id, 'invoicePayable', wanted);
    await packs.run(id);
    const here = () => wanted.filter((each) => documentOf(store, each)?.state === 'here');
    const counted = () =>
      packs
        .view(id)
        ?.items.filter((item) => item.state === 'ready')
        .map((item) => item.ref.id);
    expect(counted()).toEqual(here());
    expect(packs.view(id)).toMatchObject({ verdict: 'readyWithGaps', documents: 3 });
    expect(
      packs
        .view(id)
        ?.items.filter((item) => item.state === 'failed')
        .map((item) => item.detail),
    ).toEqual(['quota', 'quota']);
    expect(documentOf(store, idOf(9))?.state).toBe('known');
    documentStore.remove(here()[0] ?? '');
    expect(counted()).toEqual(here());
    expect(packs.view(id)).toMatchObject({ documents: 2 });
  });
});
