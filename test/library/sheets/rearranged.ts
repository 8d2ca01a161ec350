import { expect } from 'vitest';
import type { Store } from '#main/storage/store.ts';
import { Draws, opened, saved, type PlayedSheet, type Value } from './play-spreadsheet.ts';
import { comparison, out } from './sheet-world.ts';

const white = ['City', 'Address', 'Postal code', 'Description'];

/** Opens the vendors' sheet once, for `rearranged`. */
export const vendorSheets = async (store: Store): Promise<PlayedSheet[]> => opened(await out(store, 'vendor'));

function shuffled<T>(list: readonly T[], draws: Draws): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at--) {
    const other = draws.below(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

/**
 * One workbook that people sorted, filtered, halved and copied, with columns moved, renamed, deleted and copied, or two copies in one: every change
 * that is found is of the record for which it was typed, and every one that was typed in a column that is still there is found.
 */
export async function rearranged(store: Store, left: readonly PlayedSheet[], seed: number): Promise<void> {
  const draws = new Draws(seed);
  const [main, ...hidden] = left;
  const [heads = [], ...rows] = main?.data ?? [];
  const idAt = heads.indexOf('Id');
  const typed = new Map<string, string>();
  const gone = new Set<string>();

  const copy = (name: string): PlayedSheet => {
    const mine = rows.map((row) => [...row]);
    for (const row of mine.filter(() => draws.below(4) === 0)) {
      const head = white[draws.below(white.length)] ?? '';
      const key = `${String(row[idAt])} ${head}`;
      if (typed.has(key)) continue;
      const value = `${String(row[idAt])} says ${draws.below(1_000)}`;
      row[heads.indexOf(head)] = value;
      typed.set(key, value);
    }
    const kept =
      draws.below(2) === 0
        ? mine
        : mine.filter((row) => [...typed.keys()].some((key) => key.startsWith(String(row[idAt]))) || draws.below(2) === 0);
    const more = draws.below(2) === 0 ? kept.slice(0, 3).map((row) => [...row]) : [];
    let order = heads.map((_, at) => at);
    if (draws.below(2) === 0) order = shuffled(order, draws);
    const named = [...heads];
    const change = draws.below(4);
    const head = white[draws.below(white.length)] ?? '';
    if (change === 0) named[heads.indexOf(head)] = `${head} (old)`;
    if (change === 1) order = order.filter((at) => at !== heads.indexOf(head));
    if (change < 2) gone.add(head);
    if (change === 2) order.push(heads.indexOf(head));
    const turn = (row: readonly Value[]) => order.map((at) => row[at] ?? null);
    const title: Value[][] = draws.below(2) === 0 ? [['For the colleagues'], []] : [];
    return { sheet: name, data: [...title, turn(named), ...shuffled([...kept, ...more], draws).map(turn), [], [null, 'a note']] };
  };

  const sheets = draws.below(4) === 0 ? [copy('Mine'), copy('Theirs')] : [copy('Mine')];
  const { changes, problems, exportedAt } = await comparison(store, await saved([...sheets, ...hidden]));
  expect([problems, exportedAt === null]).toEqual([[], false]);
  for (const { id, field, sheet, state } of changes) expect([state, sheet]).toEqual(['changed', typed.get(`${id} ${field}`)]);
  const found = new Set(changes.map(({ id, field }) => `${id} ${field}`));
  const missed = [...typed.keys()].filter((key) => !found.has(key) && ![...gone].some((head) => key.endsWith(` ${head}`)));
  expect(missed).toEqual([]);
}
