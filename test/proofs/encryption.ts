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

interface Room {
  folder: string;
  /** A used account in each form, and what it says. */
  used: Record<Form, string>;
  whole: string;
  tally: Map<string, number>;
}

/**
 * P1, P12, P13 for the files' form: an account with edits, documents and backups is encrypted and made plain again; every other case is killed
 * (at a step or at any moment, some twice), the others meet a disk that refuses one kind of call. Each time the next starts, with the keychain
 * locked and then open, find one whole account: edits, attempts, chain and documents equal, and nothing readable where it is sealed.
 */
export async function run({ seed, size, report }: ProofRequest): Promise<ProofResult> {
  const random = seededRandom(seed);
  const room = await openRoom();
  const violations: string[] = [];
  try {
    for (let n = 0; n < size; n++) {
      const to = forms[n % 2] ?? 'sealed';
      const folder = snapshot(room.used[to === 'sealed' ? 'plain' : 'sealed'], path.join(room.folder, `case-${n}`));
      const where = n % 4 < 2 ? await killed(room, folder, to, random) : await starved(room, folder, to, random, n);
      const problem = await problemOf(room, folder);
      if (problem ?? where.problem) violations.push(`${to}, ${where.says}: ${problem ?? where.problem}`);
      rmSync(folder, { recursive: true, force: true });
      if (n % 50 === 49) report(`${n + 1} changes cut off, ${violations.length} violations`);
    }
  } finally {
    rmSync(room.folder, { recursive: true, force: true });
  }
  const count = (name: string) => room.tally.get(name) ?? 0;
  for (const name of ['killed at work', 'refused by the disk', 'found sealed', 'found plain'])
    if (count(name) < size / 20) violations.push(`hardly any case was ${name}: the proof is blind`);
  return {
    ran: size,
    violations: violations.slice(0, 5),
    violationCount: violations.length,
    facts: { 'edits an account': edits, ...Object.fromEntries([...room.tally].sort()) },
  };
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
  return { folder, used: { sealed, plain }, whole, tally: new Map() };
}

const keychainOf = (folder: string): string => path.join(folder, 'keychain.json');
const tallied = ({ tally }: Room, name: string) => void tally.set(name, (tally.get(name) ?? 0) + 1);

/** Killed at one of its steps, or some milliseconds after it began; every fifth one once more while the next start goes on. */
async function killed(room: Room, folder: string, to: Form, random: () => number) {
  const point = random() < 0.6 ? 1 + Math.floor(random() * 26) : 0;
  const afterMs = Math.floor(random() * 220);
  const ended = await ran(folder, to, point, point === 0 ? afterMs : null);
  if (ended === 'SIGKILL') tallied(room, 'killed at work');
  const twice = ended === 'SIGKILL' && random() < 0.2;
  if (twice && (await ran(folder, to, 1 + Math.floor(random() * 8), null)) === 'SIGKILL') tallied(room, 'killed twice');
  return { says: point === 0 ? `killed after ${afterMs} ms` : `killed at step ${point}`, problem: null };
}

function ran(folder: string, to: Form, point: number, afterMs: number | null): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [changer, folder, keychainOf(path.dirname(folder)), to, String(point)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.once('data', () => afterMs !== null && setTimeout(() => child.kill('SIGKILL'), afterMs));
    child.on('error', reject);
    child.on('close', (_status, signal) => resolve(signal));
  });
}

/** One kind of call fails on the database, its copy, the notes and the documents' folder. */
async function starved(room: Room, folder: string, to: Form, random: () => number, n: number) {
  const fault = faults[(n >> 2) % faults.length] ?? faults[0];
  const injection: Injection = { ...fault, nth: 1 + Math.floor(random() * fault.calls), lasting: random() < 0.5 };
  const own = folderOf(folder);
  const names = ['account.db', 'account.db-wal', 'account.db.resealing', 'account.db.resealing-key', 'changing.json'];
  const files = [...names, 'changing.json.unfinished', 'keys.json.unfinished', 'keys.copy.json.unfinished'].map((name) =>
    path.join(own, name),
  );
  const { lines, ended } = await underFaults(injection, files, [changer, folder, keychainOf(room.folder), to]);
  const said = lines.find((line) => /^(?:ERR|CHANGED storage|CHANGED differs)/.test(line));
  if (said !== undefined) tallied(room, 'refused by the disk');
  const bug = lines.find((line) => line.startsWith('ERR bug') || line.startsWith('PROBLEM Repair'));
  const says = `${injection.call} ${injection.error} from the ${injection.nth}th${injection.lasting ? ' on' : ''}`;
  return { says, problem: ended ?? bug ?? null };
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
