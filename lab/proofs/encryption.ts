import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  change,
  folderOf,
  keptKeychain,
  makeAccount,
  nextStart,
  readableIn,
  snapshot,
  wholeOf,
} from '#test/account-life/changed-account.ts';
import { realWorld, seededRandom } from '#test/world.ts';
import type { ProofRequest, ProofResult } from './proof.ts';
import { underFaults, type Injection } from './under-faults.ts';

const edits = 200;
const changer = path.join(import.meta.dirname, 'form-changer.ts');
const forms = ['sealed', 'plain'] as const;
type Form = (typeof forms)[number];
const faults = [
  { call: 'pwrite64', error: 'ENOSPC', calls: 120 },
  { call: 'pwrite64', error: 'EIO', calls: 120 },
  { call: 'write', error: 'ENOSPC', calls: 20 },
  { call: 'fsync', error: 'EIO', calls: 20 },
  { call: 'openat', error: 'EMFILE', calls: 20 },
  { call: 'openat', error: 'EACCES', calls: 20 },
  { call: 'pread64', error: 'EIO', calls: 200 },
  { call: 'rename', error: 'EIO', calls: 6 },
  { call: 'unlink', error: 'EROFS', calls: 10 },
] as const;

/** Most cases wait for a process of their own. */
const atOnce = 2;

interface Room {
  folder: string;
  /** A used account in each form, what it says, and how many steps the change away from it has. */
  used: Record<Form, string>;
  whole: string;
  steps: Record<Form, number>;
  tally: Map<string, number>;
  /** Steps at which a change was killed: `sealed 3`. */
  killedAt: Set<string>;
}

interface Case {
  to: Form;
  /** Killed at a step, or (0) so many milliseconds after it began; then perhaps once more at a step of the next start. */
  kill: { point: number; afterMs: number; again: number } | null;
  fault: Injection;
}

/**
 * P1, P12, P13 for the files' form: an account with edits, documents and backups is encrypted and made plain again; every other case is killed
 * (each step in turn, or at any moment, some twice), the others meet a disk that refuses one kind of call. Each time the next starts, with the
 * keychain locked and then open, find one whole account: edits, attempts, chain and documents equal, and nothing readable where it is sealed.
 */
export async function run({ seed, size, report }: ProofRequest): Promise<ProofResult> {
  const random = seededRandom(seed);
  const room = await openRoom();
  const violations: string[] = [];
  const cases = Array.from({ length: size }, (_, n) => caseOf(n, random, room));
  let done = 0;
  const work = async (): Promise<void> => {
    for (let n = done++; n < size; n = done++) {
      const problem = await problemIn(room, cases[n] as Case, n);
      if (problem !== null) violations.push(problem);
      if (n % 50 === 49) report(`${n + 1} changes cut off, ${violations.length} violations`);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    rmSync(room.folder, { recursive: true, force: true });
  }
  const count = (name: string) => room.tally.get(name) ?? 0;
  for (const name of ['killed at work', 'refused by the disk', 'found sealed', 'found plain'])
    if (count(name) < size / 20) violations.push(`hardly any case was ${name}: the proof is blind`);
  const steps = room.steps.sealed + room.steps.plain;
  if (size >= 4 * steps && room.killedAt.size < steps)
    violations.push(`killed at ${room.killedAt.size} of ${steps} steps: the proof is blind`);
  return {
    ran: size,
    violations: violations.slice(0, 5),
    violationCount: violations.length,
    facts: {
      'edits an account': edits,
      'steps killed at': `${room.killedAt.size} of ${steps}`,
      ...Object.fromEntries([...room.tally].sort()),
    },
  };
}

/** Two thirds of the kills take the steps in turn, so that a run of enough cases meets each. */
function caseOf(n: number, random: () => number, { steps }: Room): Case {
  const to = forms[n % 2] ?? 'sealed';
  const turn = (n >> 2) % 3;
  const point = turn === 2 ? 0 : 1 + (((n >> 2) - Math.floor((n >> 2) / 3)) % steps[to]);
  const kill = { point, afterMs: Math.floor(random() * 220), again: random() < 0.2 ? 1 + Math.floor(random() * 8) : 0 };
  const fault = faults[(n >> 2) % faults.length] ?? faults[0];
  const injection: Injection = { ...fault, nth: 1 + Math.floor(random() * fault.calls), lasting: random() < 0.5 };
  return { to, kill: n % 4 < 2 ? kill : null, fault: injection };
}

async function problemIn(room: Room, each: Case, n: number): Promise<string | null> {
  const { to, kill } = each;
  const folder = snapshot(room.used[to === 'sealed' ? 'plain' : 'sealed'], path.join(room.folder, `case-${n}`));
  const where = kill ? await killed(room, folder, to, kill) : await starved(room, folder, to, each.fault);
  const problem = (await problemOf(room, folder)) ?? where.problem;
  rmSync(folder, { recursive: true, force: true });
  return problem === null ? null : `${to}, ${where.message}: ${problem}`;
}

async function openRoom(): Promise<Room> {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-encryption-'));
  const plain = path.join(folder, 'plain');
  await makeAccount(plain, realWorld(), edits);
  const whole = await wholeOf(plain, realWorld());
  const sealed = snapshot(plain, path.join(folder, 'sealed'));
  const { keys, secrets } = keptKeychain(keychainOf(folder));
  change(sealed, realWorld(), 'sealed', keys);
  await nextStart(sealed, realWorld(), secrets, whole);
  const used = { sealed, plain };
  const steps = { sealed: 0, plain: 0 };
  for (const to of forms) {
    const tried = snapshot(used[to === 'sealed' ? 'plain' : 'sealed'], path.join(folder, `steps-${to}`));
    steps[to] = (await ran(tried, to, 0, null)).passed;
  }
  return { folder, used, whole, steps, tally: new Map(), killedAt: new Set() };
}

const keychainOf = (folder: string): string => path.join(folder, 'keychain.json');
const tallied = ({ tally }: Room, name: string) => void tally.set(name, (tally.get(name) ?? 0) + 1);

async function killed(room: Room, folder: string, to: Form, { point, afterMs, again }: NonNullable<Case['kill']>) {
  const dead = (await ran(folder, to, point, point === 0 ? afterMs : null)).signal === 'SIGKILL';
  if (dead) tallied(room, 'killed at work');
  if (dead && point > 0) room.killedAt.add(`${to} ${point}`);
  if (dead && again > 0 && (await ran(folder, to, again, null)).signal === 'SIGKILL') tallied(room, 'killed twice');
  return { message: point === 0 ? `killed after ${afterMs} ms` : `killed at step ${point}`, problem: null };
}

interface Ran {
  signal: NodeJS.Signals | null;
  /** Steps that it passed; 0 where it was killed. */
  passed: number;
}

function ran(folder: string, to: Form, point: number, afterMs: number | null): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [changer, folder, keychainOf(path.dirname(folder)), to, String(point)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdout.once('data', () => afterMs !== null && setTimeout(() => child.kill('SIGKILL'), afterMs));
    child.on('error', reject);
    child.on('close', (_status, signal) => resolve({ signal, passed: Number(/PASSED (\d+)/.exec(said)?.[1] ?? 0) }));
  });
}

/** One kind of call fails on the database, its copy, the notes and the documents' folder. */
async function starved(room: Room, folder: string, to: Form, injection: Injection) {
  const own = folderOf(folder);
  const names = ['account.db', 'account.db-wal', 'account.db.resealing', 'account.db.resealing-key', 'changing.json'];
  const files = [...names, 'changing.json.unfinished', 'keys.json.unfinished', 'keys.copy.json.unfinished'].map((name) =>
    path.join(own, name),
  );
  const { lines, ended } = await underFaults(injection, files, [changer, folder, keychainOf(room.folder), to]);
  const said = lines.find((line) => /^(?:ERR|CHANGED storage|CHANGED differs)/.test(line));
  if (said !== undefined) tallied(room, 'refused by the disk');
  const bug = lines.find((line) => line.startsWith('ERR bug') || line.startsWith('PROBLEM Repair'));
  const message = `${injection.call} ${injection.error} from the ${injection.nth}th${injection.lasting ? ' on' : ''}`;
  return { message, problem: ended ?? bug ?? null };
}

async function problemOf(room: Room, folder: string): Promise<string | null> {
  const { secrets } = keptKeychain(keychainOf(room.folder));
  const own = folderOf(folder);
  const names = () => readdirSync(own, { recursive: true }).sort().join();
  secrets.locked = true;
  const before = names();
  const locked = await nextStart(folder, realWorld(), secrets, room.whole);
  if (locked.problem !== null) return `keychain locked: ${locked.problem}`;
  if (locked.form === 'noKey' && names() !== before) return 'keychain locked: something was touched';
  secrets.locked = false;
  const found = await nextStart(folder, realWorld(), secrets, room.whole);
  if (found.problem !== null) return found.problem;
  tallied(room, `found ${found.form}`);
  if (found.form === 'sealed' && readableIn(folder).length > 0) return `readable: ${readableIn(folder).join(', ')}`;
  const left = readdirSync(own).filter((name) => /resealing|changing|damaged-[2-9]/.test(name));
  return left.length > 0 ? `left behind: ${left.join(', ')}` : null;
}
