import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runTests } from './mutation-process.ts';
import { hashOf, outFolder, readHashes, stored } from './mutation-sandbox.ts';

/**
 * The tests that judge a room: its own, those of rooms above it, and a few schedules of the simulator. vitest.mutation.config.ts leaves out tests
 * that start processes or take long.
 */
const judges: Record<string, string[]> = {
  'main/sync': ['sync/', 'edits/', 'wire/', 'laws/once-red'],
  'main/edits': ['edits/', 'sync/', 'app/', 'laws/once-red'],
  'main/accounts': ['accounts/', 'integration/', 'security/'],
  'main/api': ['api/', 'wire/', 'sync/', 'accounts/'],
  ...Object.fromEntries(stored.map((room) => [room, ['cache/', 'edits/', 'sync/', 'app/', 'library/', 'laws/once-red']])),
};
const longestTestMs = 2_500;

export interface Covered {
  ms: number;
  /** Hits of each mutant in an undisturbed run. */
  hits: Map<string, number>;
}

export interface Coverage {
  tests: Map<string, Covered>;
  /** Met while files are loaded: made once, and no longer there to be changed. */
  atLoad: Set<string>;
}

interface Kept {
  /** The hash of all that is tested: the numbers of the mutants are of it. */
  sources: string;
  atLoad: string[];
  /** By test file: its hash, and what its tests meet. */
  files: Record<string, { hash: string; tests: [test: string, ms: number, hits: [id: string, met: number][]][] }>;
}

const file = path.join(outFolder, 'coverage.json');

/** Which mutants each test of these rooms' judges meets. What cannot be run twice in one process judges nothing. */
export async function coverageOf(sandbox: string, rooms: readonly string[], report: (line: string) => void): Promise<Coverage> {
  const hashes = readHashes();
  const sources = hashOf(JSON.stringify(Object.entries(hashes).filter(([name]) => /^(main|shared|service)\//.test(name))));
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null;
  const kept: Kept = before?.sources === sources ? before : { sources, atLoad: [], files: {} };
  const places = [...new Set(rooms.flatMap((room) => judges[room] ?? []))];
  const judging = Object.keys(hashes).filter(
    (name) => name.endsWith('.test.ts') && places.some((place) => name.startsWith(`test/${place}`)),
  );
  for (const place of places) {
    const unknown = judging.filter((name) => name.startsWith(`test/${place}`) && kept.files[name]?.hash !== hashes[name]);
    if (unknown.length === 0) continue;
    for (const name of unknown) kept.files[name] = { hash: hashes[name] ?? '', tests: [] };
    const atLoad = new Set(kept.atLoad);
    await runTests(sandbox, {}, unknown, (line) => {
      if (line.kind === 'static') for (const id of line.hits) atLoad.add(id);
      if (line.kind !== 'covered' || !line.repeats || line.ms > longestTestMs) return;
      kept.files[line.test.slice(0, line.test.indexOf(' > '))]?.tests.push([line.test, line.ms, line.hits]);
    });
    kept.atLoad = [...atLoad];
    writeFileSync(file, JSON.stringify(kept));
    report(`   test/${place}: ${unknown.length} files looked at`);
  }
  const tests = judging.flatMap((name) => kept.files[name]?.tests ?? []);
  return { tests: new Map(tests.map(([test, ms, hits]) => [test, { ms, hits: new Map(hits) }])), atLoad: new Set(kept.atLoad) };
}
