import { expect } from 'vitest';
import type { Store } from '#main/storage/store.ts';
import { sheetFields } from '#shared/sheets/sheet-fields.ts';
import { Draws, opened, played, saved, typedOver, type PlayedSheet, type Program } from './play-spreadsheet.ts';
import type { kinds } from './sheet-world.ts';
import { fill, look, out } from './sheet-world.ts';

type Kind = (typeof kinds)[number];

/** The sheet of records, and where its white columns stand. */
export function whiteOf(sheets: PlayedSheet[], kind: Kind) {
  const [main] = sheets;
  const [heads = []] = main?.data ?? [];
  const white = sheetFields(kind).map((field) => ({ field, at: heads.indexOf(field.head) }));
  expect(white.every(({ at }) => at > 0)).toBe(true);
  return { rows: main?.data.slice(1) ?? [], idAt: heads.indexOf('Id'), white };
}

/** Out and in, untouched: nothing is drafted, asked or reformatted. */
export async function untouched(store: Store, kind: Kind, count: number): Promise<void> {
  fill(store, kind, count);
  const file = await out(store, kind);
  for (const each of [file, await saved(await opened(file))]) {
    const { exportedAt, changes, problems, unchangedRows, unknownRows, reformatted } = await look(store, each);
    expect({ changes, problems, unchangedRows, unknownRows, reformatted: reformatted.count }).toEqual({
      ...{ changes: [], problems: [], unchangedRows: count, unknownRows: 0, reformatted: 0 },
    });
    expect(exportedAt).not.toBeNull();
  }
}

/** Plays a program over every white cell and types `edits` real values: exactly these are found. */
export async function mangled(
  store: Store,
  kind: Kind,
  program: Program,
  edits: number,
  seed: number,
): Promise<{ found: number; reformatted: number }> {
  const draws = new Draws(seed);
  const sheets = await opened(await out(store, kind));
  const { rows, idAt, white } = whiteOf(sheets, kind);
  const fields = white.filter(({ field }) => !field.adds && field.input !== 'uuid');
  const left = rows.map((row) => [...row]);
  // Days move together: a sheet has one calendar.
  for (const row of rows)
    for (const { at } of fields)
      if (program === 'Excel 1904' ? row[at] instanceof Date || draws.below(2) : draws.below(2))
        row[at] = played(row[at] ?? null, program, draws);
  const wanted = new Set<string>();
  while (fields.length > 0 && wanted.size < edits) {
    const row = rows[draws.below(rows.length)];
    const one = fields[draws.below(fields.length)];
    if (!row || !one || one.field.input === 'enum') continue;
    const key = `${String(row[idAt])} ${one.field.head}`;
    if (wanted.has(key)) continue;
    row[one.at] = typedOver(left[rows.indexOf(row)]?.[one.at] ?? null, one.field.input, draws);
    wanted.add(key);
  }
  const { changes, problems, reformatted, exportedAt } = await look(store, await saved(sheets));
  expect(exportedAt).not.toBeNull();
  expect(problems).toEqual([]);
  const got = changes.map(({ id, field }) => `${id} ${field}`);
  expect({ false: got.filter((one) => !wanted.has(one)), missed: [...wanted].filter((one) => !got.includes(one)) }).toEqual({
    false: [],
    missed: [],
  });
  return { found: got.length, reformatted: reformatted.count };
}
