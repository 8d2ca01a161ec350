// The time of a save over the window's connection, and of a single write to this disk.
import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { launchOf, openTab } from '#test/host/windows.ts';
import { percentiles, uuidOf } from './workload.mjs';

/** Times of `times` saves over a line of its own, one after the other at a quick person's pace, with the window open beside; milliseconds. */
export async function saving(launchUrl, times = 200) {
  const { origin, port } = new URL(launchUrl);
  const { socket } = await openTab({ gate: { origin }, port: Number(port) }, launchOf(launchUrl));
  const api = createORPCClient(new RPCLink({ websocket: socket }));
  const list = [];
  for (let n = 0; n < times; n++) {
    const body = { performedDate: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}` };
    const started = performance.now();
    await api.edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId: uuidOf((n * 331 + 7) % 9_000), body });
    list.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  socket.close();
  return percentiles(list);
}

/** Milliseconds of one 4 KB write with fdatasync in this folder: the least that any durable save can take. */
export function diskSync(folder, times = 200) {
  const file = path.join(folder, 'sync-probe');
  const descriptor = openSync(file, 'w');
  const page = new Uint8Array(4096);
  const list = Array.from({ length: times }, (_, n) => {
    const started = performance.now();
    writeSync(descriptor, page, 0, page.length, n * page.length);
    fdatasyncSync(descriptor);
    return performance.now() - started;
  });
  closeSync(descriptor);
  unlinkSync(file);
  return percentiles(list);
}
