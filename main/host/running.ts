import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Who holds a data folder. Only its owner can read the file, which is why the key may stand in it. */
export interface RunningHost {
  kind: 'browser' | 'electron';
  pid: number;
  port: number;
  ownerKey: string;
}

const fileIn = (dataFolder: string): string => path.join(dataFolder, 'host.json');

/** Remembers who holds the folder, so that a later start can say so or open the running app. */
export function noteRunning(dataFolder: string, host: RunningHost): void {
  writeFileSync(fileIn(dataFolder), `${JSON.stringify(host)}\n`, { mode: 0o600 });
}

export function forgetRunning(dataFolder: string): void {
  rmSync(fileIn(dataFolder), { force: true });
}

/** Who noted the folder last; null when nobody did or the note cannot be read. It may be long gone. */
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

/** A fresh address of the browser host that holds this folder; null when none answers. */
export async function askRunning(dataFolder: string): Promise<string | null> {
  const noted = readRunning(dataFolder);
  if (noted?.kind !== 'browser') return null;
  try {
    const answer = await fetch(`http://127.0.0.1:${noted.port}/again`, {
      headers: { 'x-layover-owner': noted.ownerKey },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const url = await answer.text();
    return answer.ok && url.startsWith(`http://127.0.0.1:${noted.port}/launch/`) ? url : null;
  } catch {
    return null;
  }
}
