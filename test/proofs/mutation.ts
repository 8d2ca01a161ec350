import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { seededRandom } from '#test/world.ts';
import { refusedByTypes } from './mutation-compiled.ts';
import { coverageOf, judgeAll } from './mutation-judging.ts';
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

/**
 * Small bugs made by a machine (StrykerJS), one at a time: each must make a test red. All of what decides, and of the rest of each room
 * `size`, drawn alike. What the compiler refuses is no mutant. Rows are what none noticed.
 */
export const run: RunProof = async ({ seed, size, report }) => {
  const sandbox = path.join(outFolder, 'sandbox');
  const tried = drawn(await makeSandbox(sandbox), seed, size);
  report(`${tried.length} mutants are tried`);
  const coverage = await coverageOf(sandbox, new Set(tried.map(({ id }) => id)));
  report(`${coverage.tests.size} tests judge`);
  const fates = await judgeAll(sandbox, coverage, report);
  const once = tried.filter(({ id }) => !fates.has(id) && coverage.atLoad.has(id));
  const unnoticed = tried.filter((one) => fates.get(one.id) !== 'killed' && !once.includes(one));
  writeFileSync(path.join(outFolder, 'unnoticed.json'), JSON.stringify(unnoticed));
  const refused = refusedByTypes(unnoticed, report);
  const judged = tried.filter((one) => !once.includes(one) && !refused.has(one.id));
  const alive = unnoticed.filter(({ id }) => !refused.has(id));
  const { facts, violations } = shares(judged, new Set(alive), report);
  facts['refused by the compiler'] = String(refused.size);
  facts['made once while a file is loaded, and not tried'] = String(once.length);
  const rows = alive.map(({ id, file, start, what, instead }) => [
    `${file}:${start.line + 1}:${start.column + 1}`,
    what,
    `\`${instead.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 70)}\``,
    fates.has(id) ? 'not noticed' : 'not reached',
  ]);
  const table = { columns: ['place', 'mutant', 'instead', ''], rows };
  return { ran: tried.length, violations, violationCount: violations.length, facts, table };
};

function drawn(all: readonly Mutant[], seed: number, size: number): Mutant[] {
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

/** The share that was noticed: of what decides, and of each room's other files with the 95 % interval of its sample. */
function shares(judged: readonly Mutant[], alive: ReadonlySet<Mutant>, report: (line: string) => void) {
  const facts: Record<string, string> = {};
  const violations: string[] = [];
  const groups: [string, Mutant[]][] = [
    ['what decides', judged.filter(decides)],
    ...rooms.map((room): [string, Mutant[]] => [
      `${room}, the rest`,
      judged.filter((one) => !decides(one) && one.file.startsWith(`${room}/`)),
    ]),
  ];
  for (const [name, of] of groups) {
    if (of.length === 0) continue;
    const share = of.filter((one) => !alive.has(one)).length / of.length;
    const about = name === 'what decides' ? '' : ` ± ${(196 * Math.sqrt((share * (1 - share)) / of.length)).toFixed(1)}`;
    facts[name] = `${(100 * share).toFixed(1)} %${about} of ${of.length} noticed`;
    report(`${name}: ${facts[name]}`);
    if (100 * share < lowest) violations.push(`${name}: ${facts[name]}`);
  }
  return { facts, violations };
}
