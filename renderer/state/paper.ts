import { tick } from 'svelte';
import type { Desk } from '#renderer/state/connection/desk.svelte.ts';
import type { Names } from '#renderer/state/data/names.svelte.ts';

/** Waits until what is to stand on paper is drawn, with everything in it by its name. */
export async function drawn(names: Names): Promise<void> {
  await tick();
  await names.settled();
  await tick();
}

/** What stands on the page as a PDF: a file where the host makes one, the system's own dialog, which can save it, anywhere else. */
export async function saveAsPdf(desk: Desk, name: string): Promise<void> {
  const file = await desk.api.app.pdf({ name }).catch(() => null);
  if (file) await desk.saving.offer(file);
  else window.print();
}
