import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Rectangle } from 'electron';
import { z } from '#shared/zod.ts';

export const smallestWindow = { width: 720, height: 480 };
const firstWindow = { width: 1280, height: 832, maximized: false };
const number = z.number().int().min(-100_000).max(100_000);
const stateFile = z.object({ x: number, y: number, width: number, height: number, maximized: z.boolean() });
/** The window's position and size in screen points. Without `x` and `y` the system chooses. */
export type WindowState = Omit<z.infer<typeof stateFile>, 'x' | 'y'> & { x?: number; y?: number };
const fileIn = (dataFolder: string): string => path.join(dataFolder, 'window.json');

/** The window's last place, moved onto a display that is there; the first place when it was never kept or cannot be read. */
export function readWindowState(dataFolder: string, displays: Rectangle[]): WindowState {
  try {
    const kept = stateFile.parse(JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')));
    const size = { width: Math.max(kept.width, smallestWindow.width), height: Math.max(kept.height, smallestWindow.height) };
    const visible = displays.some((display) => overlaps(display, { ...kept, ...size }));
    return { ...size, maximized: kept.maximized, ...(visible ? { x: kept.x, y: kept.y } : {}) };
  } catch {
    return firstWindow;
  }
}

/** Keeps the window's place; a failure only means that the next start uses the last one kept. */
export function keepWindowState(dataFolder: string, area: Rectangle, maximized: boolean): void {
  try {
    writeFileSync(fileIn(dataFolder), `${JSON.stringify({ ...area, maximized })}\n`, { mode: 0o600 });
  } catch {
    // the window's place is a convenience: a full disk must not stop the app from closing
  }
}

/** True when enough of the window's title bar is on the display to be grabbed. */
function overlaps(display: Rectangle, window: Rectangle): boolean {
  const margin = 80;
  const across = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  return across >= margin && window.y >= display.y && window.y <= display.y + display.height - margin;
}
