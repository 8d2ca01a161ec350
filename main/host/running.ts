import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchFragment } from '#shared/line-proof.ts';
import { newSecret, prove, sameSecret } from '#main/host/browser/line-secrets.ts';

/** The process that uses a data folder. Only its owner can read the file, so it may contain the key. */
export interface RunningHost {
  kind: 'browser' | 'electron';
  pid: number;
  port: number;
  ownerKey: string;
}

const fileIn = (dataFolder: string): string => path.join(dataFolder, 'host.json');

/** Remembers who holds the folder, so that a later start can say so or open the running app. */
export function noteRunning(dataFolder: string, host: RunningHost): void {
  forgetRunning(dataFolder);
  writeFileSync(fileIn(dataFolder), `${JSON.stringify(host)}\n`, { mode: 0o600, flag: 'wx' });
}

export function forgetRunning(dataFolder: string): void {
  rmSync(fileIn(dataFolder), { force: true });
}

/** The last process that noted the folder; null without a readable note. It may have ended. */
export function readRunning(dataFolder: string): RunningHost | null {
  try {
    const noted = JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')) as Partial<RunningHost>;
    const { kind, pid, port, ownerKey } = noted;
    if ((kind !== 'browser' && kind !== 'electron') || typeof pid !== 'number' || typeof port !== 'number') return null;
    return typeof ownerKey === 'string' ? { kind, pid, port, ownerKey } : null;
  } catch {
    return null;
  }
}

const ANSWER_MS = 2_000;

/** True when a process with that id runs. It may be another process by now: the proof decides, this only saves the question. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A fresh address of the browser host that holds this folder; null when none answers, or what answers on its port cannot prove that it
 * is that host: after a crash anybody may listen there. The owner's key is never sent.
 */
export async function askRunning(dataFolder: string): Promise<string | null> {
  const noted = readRunning(dataFolder);
  if (noted?.kind !== 'browser' || !isAlive(noted.pid)) return null;
  const asking = newSecret();
  const opening = await ask(noted.port, asking);
  const [answering = '', proof = ''] = (opening ?? '').split('.');
  if (!sameSecret(proof, prove(noted.ownerKey, 'host', asking, answering))) return null;
  const taken = await ask(noted.port, `${asking}.${answering}.${prove(noted.ownerKey, 'owner', asking, answering)}`);
  if (taken === null) return null;
  return `http://127.0.0.1:${noted.port}/${launchFragment}${prove(noted.ownerKey, 'launch', asking, answering)}`;
}

async function ask(port: number, word: string): Promise<string | null> {
  try {
    const headers = { 'x-layover-owner': word };
    const answer = await fetch(`http://127.0.0.1:${port}/again`, { headers, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await answer.text();
    return answer.ok ? text : null;
  } catch {
    return null;
  }
}
