import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { seededRandom } from '#test/world.ts';
import { refusedByTypes } from './mutation-compiled.ts';
import { coverageOf } from './mutation-coverage.ts';
import { judgeAll } from './mutation-judging.ts';
import { KnownMutants } from './mutation-known.ts';
import { isExplained, namesNothing } from './mutation-explained.ts';
import { makeSandbox, outFolder, rooms, type Mutant } from './mutation-sandbox.ts';
import type { RunProof } from './proof.ts';

const syncFiles = 'verdict refused-repeat check step line line-hears next-sendable recover claim-counter intent turn'.split(' ');
const editFiles = 'doubt hold ledger may-be-there settle approve fingerprint'.split(' ');
/** What decides about money, and about whose it is: all of its mutants are tried. */
const whole = [
  'main/cache/outbox/',
  ...syncFiles.map((name) => `main/sync/${name}.ts`),
  ...editFiles.map((name) => `main/edits/${name}.ts`),
  ...['main/api/probe.ts', 'main/api/judge.ts', 'main/accounts/identity.ts'],
];
const decides = ({ file }: Mutant) => whole.some((name) => file.startsWith(name));
const lowest = 90;

/** `MUTATION_ROOMS=main/sync,main/edits` tries these alone; what earlier runs found of the others counts. */
const chosen = process.env['MUTATION_ROOMS']?.split(',') ?? rooms;

/**
 * Small bugs made by a machine (StrykerJS), one at a time: each must make a test red. All of what decides, and of the rest of each room
 * `size`, drawn alike. What the compiler refuses is no mutant. Rows are what none noticed and nobody explained.
 */
export const run: RunProof = async ({ seed, size, report }) => {
  const sandbox = path.join(outFolder, 'sandbox');
  const all = await makeSandbox(sandbox);
  const drawn = drawnFrom(all, seed, size).filter(({ file }) => chosen.some((room) => file.startsWith(`${room}/`)));
  const known = new KnownMutants();
  const unasked = drawn.filter((one) => known.isRefused(one) === null);
  const refused = refusedByTypes(unasked, report);
  for (const one of unasked) known.noteTypes(one, refused.has(one.id));
  known.save();
  const valid = drawn.filter((one) => known.isRefused(one) === false);
  report(`${valid.length} mutants, ${valid.filter((one) => known.isKilled(one)).length} of them known to be noticed`);
  const coverage = await coverageOf(sandbox, chosen, report);
  report(`${coverage.tests.size} tests judge`);
  const meets = new Set([...coverage.tests.values()].flatMap(({ hits }) => [...hits.keys()]));
  const once = new Set(valid.filter(({ id }) => !meets.has(id) && coverage.atLoad.has(id)));
  const violations = namesNothing(all).map((text) => `explains nothing: ${text}`);
  const shares: (string | number)[][] = [];
  const left: Mutant[] = [];
  for (const room of chosen) {
    const tried = valid.filter((one) => one.file.startsWith(`${room}/`) && !once.has(one));
    if (tried.length === 0) continue;
    report(room);
    await judgeAll(sandbox, coverage, tried, known, report);
    const unnoticed = tried.filter((one) => !known.isKilled(one));
    const open = unnoticed.filter((one) => !isExplained(one));
    left.push(...open);
    const share = (100 * (tried.length - unnoticed.length)) / tried.length;
    const of = all.filter(({ file }) => file.startsWith(`${room}/`)).length;
    shares.push([room, of, tried.length, tried.length - unnoticed.length, share.toFixed(1), unnoticed.length - open.length, open.length]);
    report(`${room}: ${share.toFixed(1)} % of ${tried.length} noticed, ${open.length} neither noticed nor explained`);
    if (share < lowest) violations.push(`${room}: ${share.toFixed(1)} % of ${tried.length} noticed`);
    const text = open.map((one) => [...rowOf(one), meets.has(one.id) ? '' : 'not reached', `\n    ${one.line}`].join(' | '));
    writeFileSync(path.join(outFolder, `left-${path.basename(room)}.txt`), text.join('\n'));
  }
  const facts = {
    ...Object.fromEntries(shares.map(([room, of, ...rest]) => [String(room), sentence(of, ...rest)])),
    'refused by the compiler': drawn.length - valid.length,
    'made once while a file is loaded, and not tried': once.size,
  };
  const table = { columns: ['place', 'mutant', 'was', 'instead'], rows: left.map(rowOf) };
  return { ran: valid.length - once.size, violations, violationCount: violations.length, facts, table };
};

function sentence(...[of, tried, noticed, share, explained, left]: (string | number | undefined)[]): string {
  return `${noticed} of ${tried} noticed (${share} %), ${explained} explained, ${left} left; of ${of} mutants`;
}

function rowOf({ file, start, what, was, instead }: Mutant): string[] {
  const short = (text: string) => `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 70)}\``;
  return [`${file}:${start.line + 1}:${start.column + 1}`, what, short(was), short(instead)];
}

function drawnFrom(all: readonly Mutant[], seed: number, size: number): Mutant[] {
  const random = seededRandom(seed);
  const sample = rooms.flatMap((room) =>
    all
      .filter((mutant) => !decides(mutant) && mutant.file.startsWith(`${room}/`))
      .map((mutant) => ({ mutant, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, size)
      .map(({ mutant }) => mutant),
  );
  return [...all.filter(decides), ...sample];
}
