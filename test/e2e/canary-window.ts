import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { show } from './person.ts';

/** One message between window and host. */
export interface Frame {
  way: 'to the host' | 'to the window';
  text: Buffer;
}

/** Everything that goes over the line between this page and its host, from now on. */
export function recordFrames(page: Page): Frame[] {
  const frames: Frame[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push({ way: 'to the host', text: Buffer.from(payload) }));
    socket.on('framereceived', ({ payload }) => frames.push({ way: 'to the window', text: Buffer.from(payload) }));
  });
  return frames;
}

/** Every text that the window's heap still holds on to. */
export async function heapOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk));
  // The second sweep collects garbage that the first one released.
  for (const _sweep of [1, 2]) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const { strings } = JSON.parse(pieces.join('')) as { strings: string[] };
  return Buffer.from(strings.join('\n'));
}

/** A file that a user was given. */
export interface SavedFile {
  name: string;
  content: Buffer;
}

/** Waits for what a click gives the user. */
async function saved(page: Page, click: () => Promise<void>): Promise<SavedFile> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** Everything that the app lets a user carry out of it. */
export async function saveEverything(page: Page): Promise<SavedFile[]> {
  const files: SavedFile[] = [];
  const save = async (address: string, button: string | RegExp, exact = true) => {
    await show(page, address);
    const click = () => page.getByRole('button', { name: button, exact }).first().click();
    files.push(await saved(page, click));
  };
  await show(page, '#/outbox');
  await page.getByRole('button', { name: 'More' }).first().click();
  files.push(await saved(page, () => page.getByRole('menuitem', { name: 'Export the outbox to CSV' }).click()));
  for (const format of [/CSV/, /JSON/]) {
    await show(page, '#/history');
    await page.getByRole('button', { name: 'Export' }).click();
    files.push(await saved(page, () => page.getByRole('menuitem', { name: format }).click()));
  }
  await save('#/history', 'CSV');
  await save('#/settings/diagnostics', 'Save diagnostics');
  return files;
}
