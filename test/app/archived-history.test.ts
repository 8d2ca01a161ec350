import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportView, searchActivity, titled } from '#main/app/views/history.ts';
import { recordView } from '#main/app/views/record-view.ts';
import { everEditById, everyLineOf } from '#main/cache/archive/ever.ts';
import { moveToArchive } from '#main/cache/archive/move-portion.ts';
import { editById } from '#main/cache/outbox/outbox.ts';
import { putStub } from '#main/cache/records/records.ts';
import { reportOf } from '#main/cache/trail/reports.ts';
import { beginReport, endReport, noteVerdict } from '#main/cache/trail/write-report.ts';
import { evidenceOf } from '#main/edits/evidence.ts';
import { editRowOf } from '#main/edits/view.ts';
import { exportActivity, exportReport } from '#main/library/exports/exports.ts';
import { agedStore, everything, type Aged } from '#test/cache/archive/aged-store.ts';
import { putEdit } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';

// What History, a record's page, a report and the exports show is the same before an edit is archived and after.

let aged: Aged;
let reportId: string;
beforeEach(() => {
  aged = agedStore(8);
  const { store, world } = aged;
  putStub(store, { kind: 'expense', id: idOf(4) }, 1);
  store.commit('report', () => {
    reportId = beginReport(store);
    for (const n of [0, 4]) {
      const row = editById(store, idOf(n, 'ed'));
      if (row) noteVerdict(store, reportId, row, 'applied', null);
    }
    endReport(store, reportId);
  });
  putEdit(store, 20, 'applied');
  world.turnWallClock(60 * 24 * 3_600_000);
});
afterEach(() => {
  aged.store.close();
  rmSync(aged.folder, { recursive: true, force: true });
});

function shown() {
  const { store } = aged;
  const id = idOf(4, 'ed');
  const row = everEditById(store, id);
  const report = reportOf(store, reportId);
  return {
    edit: row && editRowOf(store, row),
    evidence: evidenceOf(store, id),
    record: recordView(store, { kind: 'expense', id: idOf(4) })?.history,
    history: titled(store, everyLineOf(store, null, null, 500)),
    pages: [titled(store, everyLineOf(store, null, 12, 5)), titled(store, everyLineOf(store, null, 7, 5))],
    found: searchActivity(store, idOf(4), null, 100),
    foundInPages: searchActivity(store, 'recorded', 9, 2),
    report: report && reportView(store, report),
    files: [exportActivity(store, 'json').text, exportActivity(store, 'csv').text, exportReport(store, reportId, 'json')?.text],
  };
}

test('an archived edit is shown, found and exported as it was', () => {
  const before = shown();
  expect(before.edit).toMatchObject({ id: idOf(4, 'ed'), state: 'applied' });
  expect(before.evidence?.attempts).toHaveLength(1);
  expect(before.found.lines.length).toBeGreaterThan(2);
  expect(before.report?.lines).toHaveLength(2);
  while (moveToArchive(aged.store, everything(aged.store), 5).kind === 'moved');
  expect(editById(aged.store, idOf(4, 'ed'))).toBeNull();
  expect(shown()).toEqual(before);
});

test('a search goes on where it ended, to the first line of all', () => {
  const { store } = aged;
  while (moveToArchive(store, everything(store), 5).kind === 'moved');
  const all: number[] = [];
  for (let before: number | null = null; ;) {
    const { lines, next } = searchActivity(store, 'recorded', before, 2);
    all.push(...lines.map(({ seq }) => seq));
    if (next === null) break;
    before = next;
  }
  const recorded = everyLineOf(store, null, null, 500).filter(({ what }) => what === 'recorded');
  expect(all).toEqual(recorded.map(({ seq }) => seq));
});
