import { importFacts } from '#test/library/import-facts.ts';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { nodeReader } from '#main/host/browser/node-reader.ts';
import { utilityReader } from '#main/host/electron/reader.ts';
import { readInProcesses } from '#main/host/reading/reading-processes.ts';
import { jobKinds, type JobLimits, type JobName } from '#main/library/reading/job-kinds.ts';
import type { StartReader } from '#main/host/reading/reader-process.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import { wordsOfNotRead } from '#shared/messages/refusal-words.ts';
import { eventually, startDesk } from '#test/integration/desk.ts';
import { utilityProcess } from '#test/fakes/electron.ts';
import { forkLikeElectron } from '#test/fakes/utility-process.ts';
import { readerProgram, startReader } from '#test/reading.ts';

// P29: a file, or a pasted text, that takes for ever or eats memory ends its own job, with words about the file, and nothing else.

const root = path.resolve(import.meta.dirname, '../..');
const id = '00000000-0000-4000-8000-00000000c001';
const startBad: StartReader = (memoryMb) => nodeReader(fileURLToPath(new URL('./bad-reader-child.ts', import.meta.url)), memoryMb, false);
const never: StartReader = () => {
  throw new Error('nothing is started');
};
const small = (name: JobName): JobLimits => ({ ...jobKinds[name].limits, ms: 1_500, memoryMb: 24 });
let reading: Reading;
afterEach(() => reading.close());

describe('a reader that a file took over', () => {
  test.each([
    ['hang', 'takesTooLong'],
    ['eat', 'needsTooMuchMemory'],
    ['gulp', 'needsTooMuchMemory'],
    ['be killed', 'needsTooMuchMemory'],
    ['die', 'failed'],
    ['throw', 'failed'],
    ['lie', 'failed'],
    ['say too much', 'failed'],
    ['babble', 'failed'],
  ] as const)('“%s” ends its own job, and the next one is read by another', async (deed, why) => {
    reading = readInProcesses(startBad, (name) => ({
      ...small(name),
      ms: why === 'takesTooLong' ? 1_500 : 60_000,
    }));
    const [bad, next] = [reading.read('ids', deed, null), reading.read('ids', id, null)];
    expect(await bad).toEqual({ ok: false, why });
    // A slow machine may end the next one too: then it is asked again, as a user would.
    const good = await eventually(
      async () => (await next).ok || reading.read('ids', id, null),
      (answer) => answer === true || answer.ok,
    );
    expect(good).not.toMatchObject({ ok: false });
  });

  test('ends the job when it cannot be started once, and reads the next one', async () => {
    let starts = 0;
    reading = readInProcesses((memoryMb, native) => {
      starts += 1;
      if (starts === 1) throw new Error('no memory');
      return startReader(memoryMb, native);
    });
    expect(await reading.read('ids', id, null)).toEqual({ ok: false, why: 'failed' });
    expect(await reading.read('ids', id, null)).toMatchObject({ ok: true });
  });

  test('jobs that wait for it fail when the app ends', async () => {
    reading = readInProcesses(startBad);
    const [hanging, waiting] = [reading.read('ids', 'hang', null), reading.read('ids', id, null)];
    await Promise.resolve();
    reading.close();
    expect(await Promise.all([hanging, waiting])).toEqual([
      { ok: false, why: 'failed' },
      { ok: false, why: 'failed' },
    ]);
  });
});

describe('the real reader', () => {
  const csv = `id,name\n${`${id},${'x'.repeat(30)}\n`.repeat(100_000)}`;
  const job = { ...importFacts, name: 'a.csv', kind: 'expense' as const };
  const look = { ...job, looks: true };

  test('ends a file that needs more memory than it may have; the next one is read', async () => {
    reading = readInProcesses(startReader, (name) => ({ ...jobKinds[name].limits, memoryMb: 24 }));
    expect(await reading.read('importFile', csv, look)).toEqual({ ok: false, why: 'needsTooMuchMemory' });
    expect(await reading.read('importFile', csv.slice(0, 1_000), look)).toMatchObject({ ok: true });
  });

  test('ends a file that needs more time than it may have', async () => {
    reading = readInProcesses(startReader, (name) => ({ ...jobKinds[name].limits, ms: 1 }));
    expect(await reading.read('importFile', csv, look)).toEqual({ ok: false, why: 'takesTooLong' });
  });

  test('gives a long list in portions, none of which is long', async () => {
    reading = readInProcesses(startReader);
    const many = Array.from({ length: 25_000 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const answer = await reading.read('ids', many.join('\n'), null);
    expect(answer.ok && answer.portions.map(({ ids }) => ids.length)).toEqual([10_000, 10_000, 5_000]);
    const records = await reading.read('importFile', `[${many.map((one) => `{"id":"${one}","status":"CREATED"}`).join(',')}]`, job);
    if (!records.ok) throw new Error(records.why);
    const lengths = records.portions.map((portion) => (portion.part === 'records' ? portion.records.length : 0));
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(25_000);
    expect(Math.max(...lengths)).toBe(200);
  });

  test('a file larger than its kind may be is refused before a process is started', async () => {
    reading = readInProcesses(never, (name) => ({ ...jobKinds[name].limits, most: 10 }));
    expect(await reading.read('ids', 'x'.repeat(11), null)).toEqual({ ok: false, why: 'tooLarge' });
    expect(await reading.read('pdfFacts', new Uint8Array(11), null)).toEqual({ ok: false, why: 'tooLarge' });
    expect(await reading.read('importFile', csv, job)).toEqual({ ok: false, why: 'tooLarge' });
  });
});

test('Electron’s utility process reads as Node’s child does, and is ended as hard', async () => {
  const bad = fileURLToPath(new URL('./bad-reader-child.ts', import.meta.url));
  vi.spyOn(utilityProcess, 'fork').mockImplementation(forkLikeElectron);
  reading = readInProcesses((memoryMb) => utilityReader(readerProgram, memoryMb));
  expect(await reading.read('ids', id, null)).toMatchObject({ ok: true, portions: [{ ids: [id] }] });
  reading.close();
  reading = readInProcesses((memoryMb) => utilityReader(bad, memoryMb), small);
  expect(await reading.read('ids', 'hang', null)).toEqual({ ok: false, why: 'takesTooLong' });
  const [, , options] = vi.mocked(utilityProcess.fork).mock.lastCall ?? [];
  expect(options).toMatchObject({ execArgv: ['--max-old-space-size=24'], env: {}, stdio: 'ignore' });
});

test('the reader of the browser host knows no environment, writes no file and starts no program', async () => {
  const child = nodeReader(fileURLToPath(new URL('./reader-rights-child.ts', import.meta.url)), 64, false);
  const said = new Promise((resolve) => child.onMessage(resolve));
  child.send({ kind: 'whole' });
  expect(await said).toEqual({ environment: [], write: 'ERR_ACCESS_DENIED', start: 'ERR_ACCESS_DENIED' });
  child.kill();
});

test('the window gets a message about the file, and meanwhile the app works on', async () => {
  reading = readInProcesses(startBad, small);
  const desk = await startDesk({ empty: true, reading });
  let over = false;
  const pasted = desk.api.library.parseIds({ text: 'hang' }).finally(() => (over = true));
  const refused = expect(pasted).rejects.toMatchObject({ code: 'NOT_READ', data: { why: 'takesTooLong' } });
  // Every answer of the app that comes before the job's end was given by a main loop that goes on.
  for (let asked = 0; asked < 20; asked++) await desk.api.app.status();
  expect(over).toBe(false);
  await refused;
  expect(wordsOfNotRead('takesTooLong')).toMatch(/too long/);
  await desk.close();
});

test('no program but the reader’s holds what reads a stranger’s file', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, from] of readFileSync(path.join(root, file), 'utf8').matchAll(/^(?:import|export)(?! type)[^;]*? from '([^']+)';/gms)) {
      if (from?.startsWith('#')) visit(from.slice(1));
      else if (from?.startsWith('./')) visit(path.join(path.dirname(file), from));
    }
  };
  visit('main/host/browser/browser-host.ts');
  visit('main/host/electron/electron.ts');
  expect(seen.size).toBeGreaterThan(200);
  const readers = ['imports/ids.ts', 'imports/reading', 'names/name-table.ts', 'documents/pdf-check.ts'].map(
    (name) => `main/library/${name}`,
  );
  expect(readers.filter((reader) => !existsSync(path.join(root, reader)))).toEqual([]);
  expect([...seen].filter((file) => readers.some((reader) => file.startsWith(reader)))).toEqual([]);
});
