import { expect } from 'vitest';
import type { Store } from '#main/storage/store.ts';
import { sheetTags } from '#main/app/views/sheet-tags.ts';
import { sheetFields, type SheetField } from '#shared/sheets/sheet-fields.ts';
import { Draws, opened, played, saved, typedOver, type PlayedSheet, type Program, type Value } from './play-spreadsheet.ts';
import type { kinds } from './sheet-world.ts';
import { fill, comparison, out } from './sheet-world.ts';

type Kind = (typeof kinds)[number];

/** The sheet of records, and where its white columns stand. */
export function whiteOf(sheets: PlayedSheet[], kind: Kind, store?: Store) {
  const [main] = sheets;
  const [heads = []] = main?.data ?? [];
  const white = sheetFields(kind, store && sheetTags(store, kind)).map((field) => ({ field, at: heads.indexOf(field.head) }));
  expect(white.every(({ at }) => at > 0)).toBe(true);
  return { rows: main?.data.slice(1) ?? [], idAt: heads.indexOf('Id'), white };
}

/** Out and in, untouched: nothing is drafted, asked or reformatted. */
export async function untouched(store: Store, kind: Kind, count: number): Promise<void> {
  fill(store, kind, count);
  const file = await out(store, kind);
  for (const each of [file, await saved(await opened(file))]) {
    const { exportedAt, changes, problems, unchangedRows, unknownRows, reformatted } = await comparison(store, each);
    expect({ changes, problems, unchangedRows, unknownRows, reformatted: reformatted.count }).toEqual({
      ...{ changes: [], problems: [], unchangedRows: count, unknownRows: 0, reformatted: 0 },
    });
    expect(exportedAt).not.toBeNull();
  }
}

/** A real edit of a cell: a tag more or less where it lists some. */
export function typedInto({ tag, input }: SheetField, left: Value, draws: Draws): Value {
  if (!tag) return typedOver(left, input, draws);
  const before = typeof left === 'string' && left !== '' ? left.split('; ') : [];
  const others = tag.values.map(([, text]) => text).filter((text) => !before.includes(text));
  const other = others[draws.below(others.length)] ?? 'Another';
  const kinds = [
    [...before, other],
    [...before, `Own tag ${draws.below(100)}`],
    [other, ...before.slice(1)],
  ];
  return (kinds[draws.below(kinds.length)] ?? []).join('; ');
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
  const { rows, idAt, white } = whiteOf(sheets, kind, store);
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
    row[one.at] = typedInto(one.field, left[rows.indexOf(row)]?.[one.at] ?? null, draws);
    wanted.add(key);
  }
  const { changes, problems, reformatted, exportedAt } = await comparison(store, await saved(sheets));
  expect(exportedAt).not.toBeNull();
  expect(problems).toEqual([]);
  const got = changes.map(({ id, field }) => `${id} ${field}`);
  expect({ false: got.filter((one) => !wanted.has(one)), missed: [...wanted].filter((one) => !got.includes(one)) }).toEqual({
    false: [],
    missed: [],
  });
  return { found: got.length, reformatted: reformatted.count };
}
