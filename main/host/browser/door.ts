import { existsSync } from 'node:fs';
import path from 'node:path';
import { earlyLines } from './early-lines.ts';
import type { OpenLine } from './line.ts';
import { serveBrowser, type BrowserServer } from './server.ts';
import { show } from './show.ts';
import { prepareDataFolder } from '#main/host/data-folder.ts';
import { readFlags, wantsHelp, type HostFlags } from '#main/host/flags.ts';
import { isAlive, noteRunning, readRunning } from '#main/host/running.ts';
import { refuseUncheckedCertificates } from '#main/host/unchecked-certificates.ts';

/** Sources of a request to end this process. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The milliseconds for which the core waits until a browser has its page: while the core loads, nobody is answered. */
const PAGE_FIRST_MS = 40;

/** The window's page, its files and its address. */
export interface Door {
  server: BrowserServer;
  /** True when the end was requested before the core was ready. */
  endAsked: boolean;
  /** Lets the core answer from here on; it gets the number of open windows. */
  answer(by: OpenLine, onWindows: (open: number) => void): void;
}

export async function openDoor(files: string, port: number): Promise<Door> {
  const lines = earlyLines();
  let told: ((open: number) => void) | null = null;
  const server = await serveBrowser({ open: lines.open, files, port, onWindows: (open) => told?.(open) });
  return {
    server,
    endAsked: false,
    answer: (by, onWindows) => {
      told = onWindows;
      lines.answer(by);
      onWindows(server.windows());
    },
  };
}

/**
 * The door, opened and shown before the core is read: a browser that is there has its page, and reads it beside the core. Only where nothing
 * speaks against a start: null leaves it, and every word about what is wrong, to the core.
 */
export async function openEarly(args: string[], files: string, pageFirstMs = PAGE_FIRST_MS): Promise<Door | null> {
  const flags = mayOpen(args);
  if (!flags) return null;
  const door = await openDoor(files, flags.port).catch(() => null);
  if (!door) return null;
  for (const event of [...endSignals, 'disconnect']) process.once(event, () => (door.endAsked = true));
  note(flags, door);
  void show(door.server.gate.launchUrl(), flags);
  await Promise.race([door.server.answered, new Promise((resolve) => setTimeout(resolve, pageFirstMs).unref())]);
  return door;
}

/** Lets a later start find this door. */
export function note({ dataFolder }: HostFlags, { server }: Door): void {
  noteRunning(dataFolder, { kind: 'browser', pid: process.pid, port: server.port, ownerKey: server.gate.ownerKey });
}

/** A folder that was in use before, is ours, and is held by nobody. */
function mayOpen(args: string[]): HostFlags | null {
  try {
    if (wantsHelp(args)) return null;
    const flags = readFlags(args);
    const holder = readRunning(flags.dataFolder);
    if (!existsSync(path.join(flags.dataFolder, 'registry.db')) || (holder !== null && isAlive(holder.pid))) return null;
    refuseUncheckedCertificates(process.env);
    prepareDataFolder(flags.dataFolder);
    return flags;
  } catch {
    return null;
  }
}
