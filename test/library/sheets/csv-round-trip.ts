import { expect } from 'vitest';
import { sheetTags } from '#main/app/views/sheet-tags.ts';
import type { Store } from '#main/storage/store.ts';
import { sheetFields } from '#shared/sheets/sheet-fields.ts';
import { openedCsv, shown, textForms, writtenCsv, type TextForm } from './play-csv.ts';
import { Draws, type Program } from './play-spreadsheet.ts';
import { typedInto } from './round-trip.ts';
import { fill, comparison, out, type kinds } from './sheet-world.ts';

type Kind = (typeof kinds)[number];

const localeOf = (program: Program): string => ({ 'Excel DE': 'de', 'Excel SE': 'sv' })[program as string] ?? 'en';

/** The CSV to edit of a list, as a person has it open, and where its white columns stand. */
export async function openCsv(store: Store, kind: Kind, locale: string) {
  const file = await out(store, kind, 'csv', locale);
  const rows = await openedCsv(file, locale === 'en' ? ',' : ';');
  const [heads = []] = rows;
  const white = sheetFields(kind, sheetTags(store, kind)).map((field) => ({ field, at: heads.indexOf(field.head) }));
  expect(white.every(({ at }) => at > 0)).toBe(true);
  return { file, rows, white, idAt: heads.indexOf('Id') };
}

/** A CSV to edit out and in, as it left and as each program saves it without a change: nothing is drafted and nothing asked. */
export async function untouchedCsv(store: Store, kind: Kind, count: number, program: Program): Promise<void> {
  fill(store, kind, count);
  const { file, rows } = await openCsv(store, kind, localeOf(program));
  const saved = writtenCsv(
    rows.map((row) => row.map((cell) => shown(cell, program))),
    program,
    'CSV UTF-8',
  );
  for (const each of [file, saved]) {
    const { exportedAt, changes, problems, unchangedRows, unknownRows } = await comparison(store, each);
    expect({ changes, problems, unchangedRows, unknownRows }).toEqual({ changes: [], problems: [], unchangedRows: count, unknownRows: 0 });
    expect(exportedAt).not.toBeNull();
  }
}

const forms = Object.keys(textForms) as TextForm[];
const excelForms: readonly TextForm[] = ['CSV UTF-8', 'CSV', 'CSV (Macintosh)', 'Unicode Text'];

/** Plays a program that opens a CSV and saves it in each of its forms with `edits` real values: exactly these are found. */
export async function mangledCsv(store: Store, kind: Kind, program: Program, edits: number, seed: number): Promise<number> {
  let found = 0;
  for (const [at, form] of (program.startsWith('Excel') ? excelForms : [forms[4] ?? 'CSV UTF-8']).entries()) {
    const draws = new Draws(seed + at);
    const { rows, white, idAt } = await openCsv(store, kind, localeOf(program));
    const left = rows.map((row) => [...row]);
    const below = rows.slice(1).map((row) => row.map((cell) => shown(cell, program)));
    const fields = white.filter(({ field }) => !field.adds && field.input !== 'uuid' && field.input !== 'enum');
    const wanted = new Set<string>();
    for (let tries = 0; fields.length > 0 && wanted.size < edits && tries < edits * 50; tries++) {
      const place = draws.below(below.length);
      const one = fields[draws.below(fields.length)];
      const row = below[place];
      const before = left[place + 1]?.[one?.at ?? 0] ?? '';
      if (!one || !row) continue;
      const day = one.field.input === 'date' && before !== '' ? new Date(`${before}T00:00:00Z`) : before.replace(/^'/, '');
      const value = typedInto(one.field, day, draws);
      const typed = value instanceof Date ? shown(value.toISOString().slice(0, 10), program) : String(value ?? '');
      // A program changes what is typed, too: what it takes for something else is no edit of a person.
      if (!(value instanceof Date) && shown(typed, program) !== typed) continue;
      // Greek in capitals and in small letters is the same row of question marks.
      if (Buffer.from(textForms[form](typed)).equals(textForms[form](shown(before, program)))) continue;
      row[one.at] = typed;
      wanted.add(`${row[idAt]} ${one.field.head}`);
    }
    const { changes, problems, exportedAt } = await comparison(store, writtenCsv([rows[0] ?? [], ...below], program, form));
    expect(exportedAt, form).not.toBeNull();
    const lost = problems.filter(({ why }) => why === 'lostLetters').length;
    const got = changes.map(({ id, field }) => `${id} ${field}`);
    expect({ false: got.filter((key) => !wanted.has(key)), problems: problems.length - lost }, form).toEqual({ false: [], problems: 0 });
    // A code page that lacks letters loses them in an edited text: that is refused by name, and nothing else is missed.
    expect(got.length + lost, form).toBe(wanted.size);
    if (form !== 'CSV' && form !== 'CSV (Macintosh)') expect(lost, form).toBe(0);
    found += wanted.size;
  }
  return found;
}
