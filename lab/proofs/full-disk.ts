import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '#shared/contract.ts';
import { wireSerializers } from '#shared/json/json-wire.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { startFarService, type FarService } from '#test/e2e/desk-fixtures.ts';
import { startHost, type RunningHost } from '#test/e2e/fixtures.ts';
import { launchOf, openTab } from '#test/host/windows.ts';
import { seededRandom } from '#test/world.ts';
import type { ProofRequest, ProofResult } from './proof.ts';

type Api = ContractRouterClient<typeof contract>;

const diskMb = 48;
const editsAtOnce = 3;
/** A busy machine answers late; an app that says nothing for this long is broken, though it runs. In milliseconds. */
const answersWithinMs = 120_000;
const mostExits = 5;
/** Room that a round leaves: nothing, a line of the log, a page of the database, some commits. */
const rooms = [0, 4_096, 40_960, 409_600];

/**
 * P13, P18: the built app with its own log on a file system of 48 MB that is filled up while a user records and approves and the engine
 * replays against a service with faults. The process never ends, each edit is refused or there afterwards, none is carried out twice.
 * Mounting needs root.
 */
export async function run({ seed, size, report }: ProofRequest): Promise<ProofResult> {
  const disk = mountSmall();
  const random = seededRandom(seed);
  const far = await startFarService(['--reads']);
  const facts = { 'edits acknowledged': 0, 'edits refused by the full disk': 0, 'rounds in which the log grew': 0, exits: 0 };
  const violations: string[] = [];
  const acknowledged = new Set<string>();
  let host: RunningHost | null = null;
  try {
    const expenses = await far.ids('expenses');
    host = await startHost({ dataFolder: path.join(disk, 'data'), flags: ['--without-service'] });
    let desk = await signIn(host, far);
    const ended = (running: RunningHost, round: number) => {
      facts.exits += 1;
      violations.push(`round ${round}: the app ended with ${running.process.exitCode}: ${running.output.join('').slice(-300)}`);
      if (facts.exits >= mostExits) throw new Error(violations.join('; '));
    };
    /** Signs in anew, after a start where the app is not running; an app that ends meanwhile is an exit. */
    const anew = async (running: RunningHost, round: number) => {
      for (;;) {
        try {
          if (hasEnded(running)) await running.start(false);
          desk = await signIn(running, far);
          return;
        } catch (error) {
          if (!hasEnded(running)) throw error;
          ended(running, round);
        }
      }
    };
    for (let round = 0; round < size; round++) {
      const logged = logBytes(host);
      const early = await work(desk.api, expenses, random, `${seed}-${round}-early`);
      const free = fill(disk, rooms[round % rooms.length] ?? 0);
      await far.control('POST', '/sandbox/faults', faultOf(random));
      const late = await work(desk.api, expenses, random, `${seed}-${round}-late`);
      await delay(random() * 200);
      // A window that closes ends the pauses of what it recorded.
      if (round % 3 === 0) desk.close();
      await delay(random() * 100);
      facts['rounds in which the log grew'] += logBytes(host) > logged ? 1 : 0;
      free();
      await far.control('DELETE', '/sandbox/faults');
      await delay(random() * 300);
      for (const met of [early, late]) {
        for (const id of met.acknowledged) acknowledged.add(id);
        facts['edits acknowledged'] += met.acknowledged.length;
        facts['edits refused by the full disk'] += met.refused;
        violations.push(...met.odd.map((odd) => `round ${round}: ${odd}`));
      }
      if (hasEnded(host)) {
        ended(host, round);
        await anew(host, round);
      } else if (round % 10 === 9) {
        // A log that has its room already takes every commit of the next rounds.
        await host.end();
        await anew(host, round);
      } else if (round % 3 === 0) await anew(host, round);
      if (round % 20 === 19) report(`${round + 1} rounds, ${facts.exits} exits, ${facts['edits refused by the full disk']} edits refused`);
    }
    for (const id of acknowledged)
      if (!(await desk.api.edits.get({ id }).catch(() => null))) violations.push(`edit ${id} was acknowledged and is lost`);
    violations.push(...carriedOutTwice(await far.journal()));
    if (facts['edits refused by the full disk'] === 0) violations.push('the disk was never full: the proof is blind');
    return { ran: size, violations: violations.slice(0, 5), violationCount: violations.length, facts };
  } finally {
    await host?.end();
    await far.close();
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}

function mountSmall(): string {
  const disk = mkdtempSync(path.join(tmpdir(), 'layover-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=700`, 'tmpfs', disk], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`no small file system could be mounted (root is needed): ${stderr}`);
  return disk;
}

/** Fills the disk up to `room` bytes; the answer frees it. */
function fill(disk: string, room: number): () => void {
  const filler = path.join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - room)));
  } catch {
    // The app wrote meanwhile: full all the same.
  }
  return () => truncateSync(filler);
}

const logBytes = ({ dataFolder }: RunningHost) => statSync(path.join(dataFolder, 'logs/layover.log'), { throwIfNoEntry: false })?.size ?? 0;

const hasEnded = ({ process }: RunningHost) => process.exitCode !== null || process.signalCode !== null;

/** A fault of the service: no answer, an answer in pieces, or no valid answer. */
function faultOf(random: () => number) {
  const faults = [
    { kind: 'dropBefore' },
    { kind: 'dropAfter' },
    { kind: 'status', status: 500, when: 'before' },
    { kind: 'captivePortal' },
    { kind: 'slow', pieceBytes: 50, everyMs: 5 },
  ];
  return { path: '.', times: 2, skip: Math.floor(random() * 4), fault: faults[Math.floor(random() * faults.length)] };
}

interface Desk {
  api: Api;
  close(): void;
}

/** The app's address, as soon as it answers its owner. */
async function addressOf(host: RunningHost): Promise<string> {
  const since = performance.now();
  for (;;) {
    const url = await host.launchUrl().catch(() => null);
    if (url !== null) return url;
    if (hasEnded(host) || performance.now() - since > answersWithinMs) throw new Error('the app does not answer its owner');
    await delay(250);
  }
}

/** A window's line to the app, with the service's account signed in. */
async function signIn(host: RunningHost, far: FarService): Promise<Desk> {
  const url = await addressOf(host);
  const { origin, port } = new URL(url);
  const { socket } = await openTab({ gate: { origin }, port: Number(port) }, launchOf(url), '?window=full-disk');
  const link = new RPCLink({ websocket: socket as unknown as WebSocket, customJsonSerializers: wireSerializers });
  const api: Api = createORPCClient(link);
  await api.accounts.connectApiKey({ baseUrl: far.address, apiKey: far.apiKey, ca: far.ca });
  return { api, close: () => socket.terminate() };
}

interface Met {
  acknowledged: string[];
  refused: number;
  /** Answers that are neither. */
  odd: string[];
}

async function work(api: Api, expenses: readonly string[], random: () => number, mark: string): Promise<Met> {
  const met: Met = { acknowledged: [], refused: 0, odd: [] };
  for (let n = 0; n < editsAtOnce; n++) {
    const recordId = expenses[Math.floor(random() * expenses.length)] ?? '';
    const performedDate = `2026-01-${String(1 + Math.floor(random() * 27)).padStart(2, '0')}`;
    const edit =
      random() < 0.5
        ? { kind: 'updateExpense', body: { performedDate } }
        : { kind: 'createUserComment', body: { content: `${mark}-${n}` } };
    try {
      met.acknowledged.push((await api.edits.record({ ...edit, recordKind: 'expense', recordId })).id);
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'STORAGE_FAILED') met.refused += 1;
      else met.odd.push(String(error));
    }
  }
  await api.sync.now().catch((error: unknown) => void met.odd.push(String(error)));
  return met;
}
