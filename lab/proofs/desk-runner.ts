import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { verifyAudit } from '#main/audit/audit.ts';
import { openStore } from '#main/storage/open/open.ts';
import { formOf, type Seal } from '#main/storage/sealing/seal.ts';
import { startService, type RunningService } from '#service/start-service.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { testAccount } from '#test/cache.ts';
import { realWorld } from '#test/world.ts';
import { deskRecords, type DeskRecords } from './desk-edits.ts';

/** A sandbox over HTTPS and a folder in which desk processes work, one after the other or at once. */
export interface DeskRoom {
  service: RunningService;
  folder: string;
  /** Edits that a desk said were saved. */
  acknowledged: Set<string>;
  start(seed: number, edits: number, way?: DeskWay): DeskChild;
  /** Acknowledged edits that are gone, creating edits carried out twice, a broken trail. */
  judge(): string[];
  close(): Promise<void>;
}

/** The process of a desk, and the file for its network calls (strace). */
export interface DeskWay {
  env: Record<string, string>;
  trace?: string;
}

export interface DeskChild {
  process: ChildProcess;
  lines: string[];
  /** Resolves with the first line that begins so, or null when the process ended without, or took too long. */
  said(start: string, withinMs?: number): Promise<string | null>;
  ended: Promise<void>;
  kill(): void;
}

/** Starts the sandbox and writes down what the desks need; their database is encrypted where `seal` is given. */
export async function openDeskRoom(name: string, seal: Seal | null = null): Promise<DeskRoom> {
  const service = await startService({});
  const room = deskRoomAt(service, service.baseUrl, name, deskRecords(service.store, service.companyId), seal);
  return { ...room, close: () => service.close().then(room.close) };
}

/** A folder in which desk processes work on a sandbox that runs already, at an address of their own; closing it leaves the sandbox. */
export function deskRoomAt(service: RunningService, url: string, name: string, records: DeskRecords, seal: Seal | null = null): DeskRoom {
  const folder = mkdtempSync(path.join(tmpdir(), `layover-${name}-`));
  const caFile = path.join(folder, 'ca.pem');
  writeFileSync(caFile, service.caPem);
  writeFileSync(path.join(folder, 'records.json'), JSON.stringify(records));
  const acknowledged = new Set<string>();
  const script = path.join(import.meta.dirname, 'desk-process.ts');
  return {
    service,
    folder,
    acknowledged,
    start: (seed, edits, way) => {
      const args = [script, folder, url, caFile, service.apiKey, String(seed), String(edits), seal ? 'sealed' : 'plain'];
      return startChild(args, acknowledged, way);
    },
    judge: () => [...lostEdits(folder, acknowledged, seal), ...carriedOutTwice(service.store.journal())],
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function startChild(args: string[], acknowledged: Set<string>, way?: DeskWay): DeskChild {
  const traced = way?.trace ? ['strace', '-f', '-D', '-e', 'trace=network', '-o', way.trace] : [];
  const [program = '', ...words] = [...traced, process.execPath, ...args];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...way?.env } });
  const lines: string[] = [];
  const waiting: { start: string; resolve: (line: string | null) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (line.startsWith('ACK ')) acknowledged.add(line.slice(4));
    for (const one of waiting.filter(({ start }) => line.startsWith(start))) one.resolve(line);
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  void ended.then(() => waiting.forEach(({ resolve }) => resolve(null)));
  return {
    process: child,
    lines,
    ended,
    said: (start, withinMs = 120_000) => {
      const known = lines.find((line) => line.startsWith(start));
      if (known !== undefined) return Promise.resolve(known);
      return child.exitCode !== null || child.signalCode !== null
        ? Promise.resolve(null)
        : new Promise((resolve) => {
            waiting.push({ start, resolve });
            setTimeout(resolve, withinMs, null).unref();
          });
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function lostEdits(folder: string, acknowledged: ReadonlySet<string>, seal: Seal | null): string[] {
  const file = path.join(folder, 'desk.sqlite');
  if (formOf(file).kind !== (seal ? 'sealed' : 'plain')) return [`the database is ${formOf(file).kind}`];
  const answer = openStore({ file, world: realWorld(), account: testAccount, expected: true, seal });
  if (answer.kind !== 'open') return [`the database does not open: ${answer.kind}`];
  const { store } = answer;
  const known = new Set(
    store.sql
      .prepare<unknown[], { id: string }>('SELECT id FROM outbox')
      .all()
      .map(({ id }) => id),
  );
  const audit = verifyAudit(store);
  const falsely = store.sql.prepare<unknown[], { id: string }>(`SELECT id FROM outbox WHERE state = 'applied' AND attempts = 0`).all();
  store.close();
  return [
    ...[...acknowledged].filter((id) => !known.has(id)).map((id) => `lost: ${id}`),
    ...(audit.whole ? [] : [`the audit log is broken at ${String(audit.brokenAt)}`]),
    ...falsely.map(({ id }) => `applied without a request: ${id}`),
  ];
}
