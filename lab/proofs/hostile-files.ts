import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readInProcesses } from '#main/host/reading/reading-processes.ts';
import { documentFiles } from '#main/library/documents/document-files.ts';
import { createDocumentStore } from '#main/library/documents/document-store.ts';
import { importRecords, inspectImport } from '#main/library/imports/imports.ts';
import { importNames, inspectNames } from '#main/library/names/import-names.ts';
import { openTestStore } from '#test/cache.ts';
import { startReader } from '#test/reading.ts';
import { hostileTexts } from '#test/security/hostile-texts.ts';
import { parsers } from '#test/security/parsers.ts';
import { realWorld, uuidFrom } from '#test/world.ts';
import { threadMs } from './thread-time.ts';

/** A block of the main process, in milliseconds of its own processor time. */
export interface Stop {
  ms: number;
  what: string;
}

/** Parsers of the main process: short texts, with limits checked first. */
const short = parsers.filter(({ name }) =>
  ['a link', 'the name of a download', 'an address', 'a token', 'Content-Disposition', 'Retry-After'].includes(name),
);

const sizes = [1_000, 100_000, 1_000_000, 5_000_000];
const lines = (count: number, line: (nth: number) => string): string => Array.from({ length: count }, (_, nth) => line(nth)).join('\n');
const pdfOf = (body: string): Uint8Array => new TextEncoder().encode(`%PDF-1.7\n1 0 obj\n${body}\nendobj\nstartxref\n1\n%%EOF`);

/** Large files of what they claim to be: work for whoever takes them in. */
function honest(random: () => number): Record<string, () => string> {
  return {
    ids: () => lines(50_000, () => uuidFrom(random)),
    'names.csv': () => `kind,id,name,code\n${lines(50_000, (nth) => `Product,${uuidFrom(random)},Name ${nth},C${nth}`)}`,
    'expenses.csv': () => `id,merchant\n${lines(20_000, (nth) => `${uuidFrom(random)},Shop ${nth}`)}`,
    'expenses.ndjson': () => lines(20_000, (nth) => `{"id":"${uuidFrom(random)}","note":"${nth}"}`),
    'wide.csv': () => `${'column,'.repeat(990)}id\n${lines(500, (nth) => `${'x'.repeat(nth)},`)}`,
    'long.csv': () => `id,${'x'.repeat(5_000_000)}\n1,2`,
  };
}

/**
 * Gives `count` hostile files, and each of some large honest ones, to everything that takes files, with the real
 * reader in its process. Answers every turn's time that was the longest of its file.
 */
export async function stopsOfFiles(count: number, random: () => number, report: (line: string) => void): Promise<Stop[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-stops-'));
  const store = openTestStore(realWorld());
  const reading = readInProcesses(startReader);
  const documents = createDocumentStore({
    store,
    reading,
    files: documentFiles(folder, () => store.world.sleep(0)),
    quotaBytes: () => Infinity,
  });
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const keepBytes = (bytes: Uint8Array) => documents.keep({ recordId: uuidFrom(random), name: 'x.pdf', variant: 'ORIGINAL', bytes });
  const keep = (body: string) => keepBytes(pdfOf(body));
  const importer = { store, reading };
  const acts: Record<string, (text: string, name: string) => Promise<unknown>> = {
    ids: (text) => reading.read('ids', text, null),
    look: (text, name) => inspectImport(importer, { name, content: text, kind: 'expense' }),
    import: (text, name) => importRecords(importer, { name, content: text, kind: 'expense' }),
    'look at names': (text, name) => inspectNames(reading, { name, content: text, kind: 'product' }),
    'import names': (text, name) => importNames(importer, { name, content: text, kind: 'product' }, { take: 'theirs' }),
    document: keep,
  };
  const stops: Stop[] = [];
  const run = async (what: string, act: () => Promise<unknown>) => stops.push({ ms: await longestTurn(act), what });
  for (let ran = 0; ran < count; ran++) {
    const [text, size, name] = [pick(hostileTexts), pick(sizes), pick(['a.csv', 'a.json', 'a.ndjson'])];
    const [label, act] = pick(Object.entries(acts));
    const made = text.make(size);
    await run(`${label} ${name}, ${size} characters of ${text.name}`, () => act(made, name));
    for (const { name: way, most, read } of short) {
      const given = text.make(most);
      stops.push({ ms: stopOf(() => read(given)), what: `${way}, ${most} characters of ${text.name}` });
    }
    if (ran % 20 === 19) report(`${ran + 1} files, longest stop ${Math.max(...stops.map(({ ms }) => ms)).toFixed(1)} ms`);
  }
  for (const [name, make] of Object.entries(honest(random))) {
    const made = make();
    for (const [label, act] of Object.entries(acts)) await run(`${label}, ${made.length} characters of ${name}`, () => act(made, name));
  }
  for (const megabytes of [20, 49]) {
    const bytes = pdfOf('x'.repeat(megabytes * 1_000_000));
    await run(`a document of ${megabytes} MB arrives`, () => keepBytes(bytes));
    for (const [form, keys] of Object.entries({ plain: null, sealed: { key: randomBytes(32), names: randomBytes(32) } })) {
      const files = documentFiles(path.join(folder, form), () => store.world.sleep(0), keys);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await run(`${form}, ${megabytes} MB are written`, () => files.put(sha256, bytes));
      await run(`${form}, ${megabytes} MB are read`, () => files.get(sha256));
    }
  }
  reading.close();
  store.close();
  rmSync(folder, { recursive: true });
  return stops;
}

/** Processor time of this thread: what other programs do beside must not count, nor what the collector does beside while this goes on. */
export function stopOf(act: () => void): number {
  const before = threadMs();
  act();
  return threadMs() - before;
}

/** The longest turn of the event loop while something goes on: nothing else is heard meanwhile. */
async function longestTurn(act: () => Promise<unknown>): Promise<number> {
  let [longest, goesOn, before] = [0, true, threadMs()];
  const look = () => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (goesOn) setImmediate(look);
  };
  setImmediate(look);
  await act();
  await new Promise(setImmediate);
  goesOn = false;
  return longest;
}

/** True when both observers see a deliberate block, ten milliseconds longer than `mostMs`, by another clock. */
export async function stopIsNoticed(mostMs: number): Promise<boolean> {
  const stop = () => {
    const before = process.cpuUsage();
    for (let used = 0; used < (mostMs + 10) * 1_000; used = Object.values(process.cpuUsage(before)).reduce((sum, some) => sum + some, 0));
  };
  const turn = await longestTurn(async () => {
    await new Promise(setImmediate);
    stop();
  });
  return turn > mostMs && stopOf(stop) > mostMs;
}
