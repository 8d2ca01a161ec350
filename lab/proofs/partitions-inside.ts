// The inside of the partitions proof: runs in a network namespace of its own. node lab/proofs/partitions-inside.ts SEED SIZE
import { setTimeout as delay } from 'node:timers/promises';
import { startService, type RunningService } from '#service/start-service.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { seededRandom } from '#test/world.ts';
import { deskRecords } from './desk-edits.ts';
import { deskRoomAt, type DeskChild, type DeskRoom } from './desk-runner.ts';
import { overwritten, unfinished } from './partition-judges.ts';
import { Lines, shapes, type Shape } from './partition-shapes.ts';
import type { ProofResult } from './proof.ts';

const [seed, size] = process.argv.slice(2).map(Number) as [number, number];
const deskCount = 4;
/** Longer than this namespace's kernel holds on to bytes that nobody takes (three doublings from 200 ms), and the engine's own wait with it. */
const way = { PROOF_QUARANTINE_MS: '8000' };
const longestRestMs = 420_000;

interface Desk {
  room: DeskRoom;
  child: DeskChild;
}

const random = seededRandom(seed);
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const service = await startService({});
const lines = new Lines(deskCount, Number(new URL(service.baseUrl).port));
const desks = await openDesks(service);
const seen = new Map<string, number>();
const count = (what: string, n = 1) => void seen.set(what, (seen.get(what) ?? 0) + n);
const heal = (desk: number) => count('packets stopped', lines.heal(desk));

for (let round = 0; round < size; round++) {
  await breakLine(round);
  if (round % 20 === 19) console.log(`${round + 1} partitions, ${acknowledged()} edits acknowledged, ${applied()} carried out`);
}
for (let n = 0; n < deskCount; n++) heal(n);
console.log('healed');
const violations = [...(await rest()), ...judge()];
const unused = size >= 100 ? ['killed', ...Object.keys(shapes)].filter((shape) => !seen.has(shape)) : [];
if (!seen.get('packets stopped')) violations.push('the kernel stopped no packet');
violations.push(...unused.map((shape) => `never tried: ${shape}`));
const facts = {
  desks: deskCount,
  'edits acknowledged': acknowledged(),
  'requests carried out': applied(),
  ...Object.fromEntries(desks.flatMap(({ room }) => unfinished(room.folder)).reduce(addUp, new Map<string, number>())),
  ...Object.fromEntries([...seen].sort()),
};
const result: ProofResult = { ran: size, violations: violations.slice(0, 10), violationCount: violations.length, facts };
for (const { child, room } of desks) {
  child.kill();
  await child.ended;
  await room.close();
}
await service.close();
console.log(`RESULT ${JSON.stringify(result)}`);

async function openDesks(of: RunningService): Promise<Desk[]> {
  const all = deskRecords(of.store, of.companyId);
  const records = { ...all, expenses: all.expenses.slice(0, 12), invoices: all.invoices.slice(0, 6) };
  const made: Desk[] = [];
  for (let n = 0; n < deskCount; n++) {
    const url = of.baseUrl.replace(new URL(of.baseUrl).host, `${new URL(of.baseUrl).hostname}:${lines.portOf(n)}`);
    const room = deskRoomAt(of, url, `partition-${n}`, records);
    const child = room.start(seed + n, 100_000, { env: { ...way, PROOF_PACK: '1' } });
    if ((await child.said('PACKED')) === null) throw new Error('a desk could not fetch its records over a whole line');
    made.push({ room, child });
  }
  return made;
}

/** One partition of one or all desks, with a kill in one of four. */
async function breakLine(round: number): Promise<void> {
  const shape = pick(Object.keys(shapes) as Shape[]);
  const hit = random() < 0.2 ? desks.map((_, n) => n) : [Math.floor(random() * deskCount)];
  for (const n of hit) lines.break(n, shape);
  count(shape);
  await delay(100 + random() * random() * 6_000);
  if (random() < 0.25) await killOne(round, pick(hit));
  for (const n of hit) if (random() < 0.9) heal(n);
  await delay(random() * 1_500);
}

async function killOne(round: number, n: number): Promise<void> {
  const desk = desks[n] as Desk;
  desk.child.kill();
  await desk.child.ended;
  count('killed');
  desk.child = desk.room.start(seed + 1_000 * (round + 1) + n, 100_000, { env: way });
}

/** Everybody stops editing (a kill, the last) and comes to rest over whole lines. */
async function rest(): Promise<string[]> {
  const wrong: string[] = [];
  for (const desk of desks) {
    desk.child.kill();
    await desk.child.ended;
    desk.child = desk.room.start(seed, 0, { env: way });
  }
  const quiet = await Promise.all(desks.map(({ child }) => child.said('QUIET', longestRestMs)));
  for (const [n, line] of quiet.entries()) if (line === null) wrong.push(`desk ${n} did not come to rest after the healing`);
  for (const { child } of desks) {
    child.kill();
    await child.ended;
  }
  return wrong;
}

function judge(): string[] {
  const journal = service.store.journal();
  const kept = desks.flatMap(({ room }, n) => room.judge().map((line) => `desk ${n}: ${line}`));
  const over = overwritten(
    desks.map(({ room }) => room.folder),
    journal,
  );
  if (acknowledged() < size) kept.push(`only ${acknowledged()} edits were made in ${size} partitions`);
  return [...new Set([...kept, ...carriedOutTwice(journal), ...over])];
}

function acknowledged(): number {
  return desks.reduce((sum, { room }) => sum + room.acknowledged.size, 0);
}

function applied(): number {
  return service.store.journal().filter((entry) => entry.applied).length;
}

function addUp(sums: Map<string, number>, [state, n]: [string, number]): Map<string, number> {
  return sums.set(`at the end: ${state}`, (sums.get(`at the end: ${state}`) ?? 0) + n);
}
