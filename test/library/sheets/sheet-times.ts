import { draftSheet } from '#main/app/commands/sheet-commands.ts';
import { compareSheet } from '#main/app/views/compare-sheet.ts';
import { undo } from '#main/edits/undo/undo.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { Store } from '#main/storage/store.ts';
import { opened, saved } from './play-spreadsheet.ts';
import { whiteOf } from './round-trip.ts';
import { fill, out, type kinds } from './sheet-world.ts';

/** Milliseconds of each step with `count` rows of which each is changed, the best of three after a first one. */
export async function sheetTimes(store: Store, kind: (typeof kinds)[number], count: number, reading: Reading) {
  fill(store, kind, count);
  const best = { out: Infinity, comparison: Infinity, draft: Infinity, undone: Infinity };
  const timed = async <T>(step: keyof typeof best, act: () => T | Promise<T>): Promise<T> => {
    const from = performance.now();
    const made = await act();
    best[step] = Math.round(Math.min(best[step], performance.now() - from));
    return made;
  };
  await out(store, kind);
  for (let round = 0; round < 3; round++) await timed('out', () => out(store, kind));
  const sheets = await opened(await out(store, kind));
  const { rows, white } = whiteOf(sheets, kind);
  const own = white.find(({ field }) => !field.adds && ['text', 'paragraph', 'currency'].includes(field.input)) ?? white.at(-1);
  for (const [n, row] of rows.entries())
    row[own?.at ?? 0] = own?.field.input === 'currency' ? (['CHF', 'NOK'][n % 2] ?? '') : `changed ${n}`;
  const bytes = new Uint8Array(await (await saved(sheets)).arrayBuffer());
  await reading.read('sheet', bytes, { onlyMarked: false });
  for (let round = 0; round < 3; round++) {
    const { answer, plan } = await timed('comparison', async () => {
      const read = await reading.read('sheet', bytes, { onlyMarked: false });
      if (!read.ok) throw new Error(read.why);
      return compareSheet(store, read.portions, 'en');
    });
    if (!answer.ok || !plan || answer.changes.length !== count) throw new Error('not every row is changed');
    const taken = answer.changes.map(({ at }) => ({ at, as: 'sheet' as const }));
    const drafted = await timed('draft', () => draftSheet(store, plan, taken));
    if (!drafted.ok || drafted.ids.length !== count) throw new Error('not every row is drafted');
    await timed('undone', () => void undo(store, drafted.ids, {}));
  }
  return best;
}
