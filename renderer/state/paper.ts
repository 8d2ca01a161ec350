import { tick } from 'svelte';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Names } from '#renderer/state/data/names.svelte.ts';

/** Waits until what is to be on paper is drawn, with everything in it by its name. */
export async function drawn(names: Names): Promise<void> {
  await tick();
  await names.settled();
  await tick();
}

/** Saves the page as a PDF: as a file when the host makes one, otherwise by the system's print dialog. */
export async function saveAsPdf(app: AppState, name: string): Promise<void> {
  const file = await app.api.app.pdf({ name }).catch(() => null);
  if (file) await app.saving.offer(file);
  else window.print();
}
