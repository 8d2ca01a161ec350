import Papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { editSheet } from '#main/app/views/edit-sheet.ts';
import { listTable } from '#main/app/views/list-table.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { activityRows, exportFile, jsonFile, outboxRows, reportRows, type ExportedRows } from '#main/library/exports/exports.ts';
import { tableFile, type MadeFile } from '#main/library/exports/table.ts';
import { exportLines } from '#main/library/statements/export-lines.ts';
import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { speak } from '#shared/messages/speak.ts';
import { openTestStore } from '#test/cache.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { seededRecords } from '#test/component/fake-records.ts';
import { speakPseudo, Told } from '#test/pseudo-language.ts';

// Files that leave for people speak their language: headings, names of sheets and files, and what Layover says in cells.

let store: Store;
let told: Told;
beforeEach(() => {
  store = openTestStore(stillWorld());
  told = new Told();
  for (const { kind, id, service } of seededRecords(5)) {
    told.note(service);
    putRecord(store, { ref: { kind, id }, value: service, provenance: 'import', asOf: 1, complete: true });
  }
  speakPseudo();
});
afterEach(() => {
  store.close();
  speak('en', 'en-GB');
});

/** Words for programs: the same in every language. */
const forMachines = ['Id', 'id', 'csv', 'xlsx'];
const outside = (texts: readonly string[]) => {
  for (const text of forMachines) told.note(text);
  return texts.flatMap((text) => {
    const words = told.wordsOutside(text);
    return words === '' ? [] : [`${words} in "${text}"`];
  });
};

async function rowsOf({ file }: Pick<MadeFile, 'file'>): Promise<[heads: string[], ...rows: string[][]]> {
  const { data } = Papa.parse<string[]>((await file.text()).replace(/^\uFEFF/, ''), { skipEmptyLines: true });
  const [heads = [], ...rows] = data;
  return [heads, ...rows];
}

const whole = (kind: (typeof recordKinds)[number]) => ({ filter: { kind }, sort: 'date', descending: true, ids: null });

it.each(recordKinds)('the list of each %s, and the sheet to edit it', async (kind) => {
  const list = listTable(store, { ...whole(kind), columns: null });
  expect(outside([list.name, list.sheet])).toEqual([]);
  for (const file of [await tableFile(list, 'csv', 'en-GB'), await editSheet(store, whole(kind), 'csv', 'en-GB')]) {
    // The last column of a sheet to edit holds its values as they left, signed.
    const lines = (await rowsOf(file)).map((line, _at, [heads]) => line.slice(0, heads?.at(-1)?.startsWith('layover') ? -1 : undefined));
    expect(lines.length).toBeGreaterThan(1);
    expect(outside([file.name, ...lines.flat()])).toEqual([]);
  }
});

it('the outbox, the history and a report: headings and sentences in the user’s language; JSON as programs read it', async () => {
  const [expense] = seededRecords(5).filter(({ kind }) => kind === 'expense');
  const edit = { kind: 'updateExpense', recordKind: 'expense', recordId: expense!.id, body: { performedDate: '2026-03-09' } } as const;
  const recorded = recordEdit(store, edit, {});
  if (!recorded.ok) throw new Error('not recorded');
  store.commit('report', () => {
    store.sql.prepare(`INSERT INTO report (id, started_at, ended_at, seq) VALUES ('r-1', 1795000000000, 1795000060000, 1)`).run();
    store.sql
      .prepare(`INSERT INTO report_line (report_id, position, edit_id, verdict, at) VALUES ('r-1', 0, ?, 'applied', 1795000000000)`)
      .run(recorded.id);
  });
  const exported = [outboxRows(store), activityRows(store), reportRows(store, 'r-1')].flatMap((rows: ExportedRows | null) => rows ?? []);
  expect(exported).toHaveLength(3);
  for (const rows of exported) {
    const [heads, ...lines] = await rowsOf(await exportFile(store, rows, 'csv', 'en-GB'));
    expect(heads).toHaveLength(rows.columns.length);
    expect(outside([rows.sheet, ...heads])).toEqual([]);
    const at = rows.columns.indexOf('inWords');
    expect(outside(lines.map((line) => line[at] ?? ''))).toEqual([]);
    expect(Object.keys((JSON.parse(jsonFile(rows).text) as object[])[0] ?? {})).toEqual(rows.columns);
  }
});

it('bank lines', async () => {
  const file = await exportLines(store, { query: '', locale: 'en-GB' }, 'csv');
  const [heads] = await rowsOf(file);
  expect(outside(heads)).toEqual([]);
});
