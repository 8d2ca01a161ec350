import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seededRandom } from '#test/world.ts';
import { refusedByTypes } from './mutation-compiled.ts';
import { coverageOf } from './mutation-coverage.ts';
import { isJudged, judgeAll } from './mutation-judging.ts';
import { KnownMutants } from './mutation-known.ts';
import { isExplained, namesNothing } from './mutation-explained.ts';
import { makeSandbox, outFolder, rooms, type Mutant } from './mutation-sandbox.ts';
import type { RunProof } from './proof.ts';

const syncFiles = ['answer/', 'check/', 'line/', 'step.ts', 'claim-counter.ts'].map((name) => `main/sync/${name}`);
const editFiles = 'doubt hold ledger may-be-there settle approve fingerprint'.split(' ');
/** Rooms that decide about money and ownership: all of their mutants are tried. */
const whole = [
  'main/outbox/',
  ...syncFiles,
  ...editFiles.map((name) => `main/edits/${name}.ts`),
  ...['main/api/probe.ts', 'main/api/judge.ts', 'main/accounts/identity.ts'],
];
const decides = ({ file }: Mutant) => whole.some((name) => file.startsWith(name));
const lowest = 90;

const listed = (name: string) => process.env[name]?.split(',');
/** `MUTATION_ROOMS=main/sync,main/edits` tries these alone. */
const chosen = listed('MUTATION_ROOMS') ?? rooms;
/** `MUTATION_FILES=main/outbox/claim.ts` tries all mutants of these files and no others: with `--no-report`, since it is not the room's result. */
const chosenFiles = listed('MUTATION_FILES');
/** All mutants of these rooms, however small the sample of the others. */
const wholeRooms = listed('MUTATION_WHOLE') ?? [];

/** The newest result of a room; the report covers all rooms, also those not tried this time. */
interface RoomResult {
  message: string;
  violations: string[];
  rows: string[][];
  ran: number;
  refused: number;
  once: number;
}
const resultOf = (room: string) => path.join(outFolder, `result-${path.basename(room)}.json`);

/**
 * Small bugs made by a machine (StrykerJS), one at a time: each must make a test red. All of what decides, and of the rest of each room
 * `size`, drawn alike. What the compiler refuses is no mutant. Rows are what none noticed and nobody explained.
 */
export const run: RunProof = async ({ seed, size, commit, report }) => {
  const sandbox = path.join(outFolder, 'sandbox');
  const all = await makeSandbox(sandbox);
  writeFileSync(path.join(outFolder, 'mutants.json'), JSON.stringify(all));
  const known = new KnownMutants();
  for (const room of chosen) {
    report(room);
    const of = all.filter(({ file }) => file.startsWith(`${room}/`));
    const drawn = toTry(of, room, seed, size);
    const valid = compiled(drawn, known, report);
    const coverage = await coverageOf(sandbox, [room], report);
    const meets = new Set([...coverage.tests.values()].flatMap(({ hits }) => [...hits.keys()]));
    const tried = valid.filter(({ id }) => meets.has(id) || !coverage.atLoad.has(id));
    report(
      `   ${tried.length} mutants, ${tried.filter((one) => known.isKilled(one)).length} known to be noticed, ${coverage.tests.size} tests`,
    );
    await judgeAll(sandbox, coverage, tried, known, report);
    known.save();
    const share = (of: readonly Mutant[]) => (100 * of.filter((one) => known.isKilled(one)).length) / of.length;
    const open = tried.filter((one) => !known.isKilled(one) && !isExplained(one));
    // Mutants that no test reaches come first: a test is missing there.
    const isReached = ({ id }: Mutant) => meets.has(id);
    const survived = open.filter((one) => isJudged(one, coverage, known)).toSorted((a, b) => Number(isReached(a)) - Number(isReached(b)));
    const noticed = tried.filter((one) => known.isKilled(one)).length;
    const deciding = tried.filter(decides);
    const message = [
      `${noticed} of ${tried.length} noticed (${share(tried).toFixed(1)} %; of what decides ${share(deciding).toFixed(1)} % of ${deciding.length})`,
      `${tried.length - noticed - open.length} explained, ${survived.length} left, ${survived.filter((one) => !isReached(one)).length} of them met by no test`,
      `${open.length - survived.length} not judged by all their tests`,
      `${of.length} were made, of ${commit ?? 'no clone'}`,
    ].join('; ');
    report(`${room}: ${message}`);
    const result: RoomResult = {
      message,
      violations: share(tried) < lowest ? [`${room}: ${share(tried).toFixed(1)} % of ${tried.length} noticed`] : [],
      rows: survived.map(rowOf),
      ...{ ran: tried.length, refused: drawn.length - valid.length, once: valid.length - tried.length },
    };
    writeFileSync(resultOf(room), JSON.stringify(result));
    const left = [...survived, ...open.filter((one) => !survived.includes(one))].map((one) =>
      [...rowOf(one), !isReached(one) ? 'not reached' : survived.includes(one) ? '' : 'not judged', `\n    ${one.line}`].join(' | '),
    );
    writeFileSync(path.join(outFolder, `left-${path.basename(room)}.txt`), left.join('\n'));
  }
  return together(namesNothing(all).map((text) => `explains nothing: ${text}`));
};

function together(explainNothing: string[]): Awaited<ReturnType<RunProof>> {
  const known = rooms.filter((room) => existsSync(resultOf(room)));
  const results = known.map((room) => ({ room, ...(JSON.parse(readFileSync(resultOf(room), 'utf8')) as RoomResult) }));
  const sum = (of: 'ran' | 'refused' | 'once') => results.reduce((total, result) => total + result[of], 0);
  const violations = [...explainNothing, ...results.flatMap((result) => result.violations)];
  const facts = {
    ...Object.fromEntries(results.map(({ room, message }) => [room, message])),
    'refused by the compiler': String(sum('refused')),
    'made once while a file is loaded, and not tried': String(sum('once')),
  };
  const table = { columns: ['place', 'mutant', 'was', 'instead'], rows: results.flatMap(({ rows }) => rows) };
  return { ran: sum('ran'), violations, violationCount: violations.length, facts, table };
}

/** Without those that the compiler refuses; it is asked about those that it was not asked about before. */
function compiled(mutants: readonly Mutant[], known: KnownMutants, report: (line: string) => void): Mutant[] {
  const unasked = mutants.filter((one) => known.isRefused(one) === null);
  const refused = refusedByTypes(unasked, report);
  for (const one of unasked) known.noteTypes(one, refused.has(one.id));
  known.save();
  return mutants.filter((one) => known.isRefused(one) === false);
}

function rowOf({ file, start, what, was, instead }: Mutant): string[] {
  const short = (text: string) => `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 70)}\``;
  return [`${file}:${start.line + 1}:${start.column + 1}`, what, short(was), short(instead)];
}

function toTry(of: readonly Mutant[], room: string, seed: number, size: number): readonly Mutant[] {
  if (chosenFiles) return of.filter(({ file }) => chosenFiles.includes(file));
  return wholeRooms.includes(room) ? of : drawnFrom(of, seed, size);
}

function drawnFrom(room: readonly Mutant[], seed: number, size: number): Mutant[] {
  const random = seededRandom(seed);
  const sample = room
    .filter((mutant) => !decides(mutant))
    .map((mutant) => ({ mutant, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, size);
  return [...room.filter(decides), ...sample.map(({ mutant }) => mutant)];
}
