import { expect, it } from 'vitest';
import { attemptsOf, lastAttemptOf } from '#main/outbox/attempts.ts';
import { pauseBeforeLeaving } from '#main/outbox/pause.ts';
import { movableEdits, nextDue, successorOf } from '#main/outbox/queue.ts';
import { blockerOf, editById, editsByIds, openEditsOf, openEditsOfMany } from '#main/outbox/outbox.ts';
import { namesOf } from '#main/names/book.ts';
import { countOf, facets, sumsOf, totals } from '#main/projections/lists/list-counts.ts';
import { listRecords, placeOf, rowOfRecord, titlesOf } from '#main/projections/lists/lists.ts';
import { knownTextOf, recordOf } from '#main/records/records.ts';
import { paymentsOf } from '#main/outbox/reading/edit-lists.ts';
import { listReports } from '#main/audit/reports.ts';
import { auditOf, auditOfEdit } from '#main/audit/audit.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit } from './many-edits.ts';
import { idOf, putExpenses } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

/** The plan of each statement that a day's work prepares, by its text. */
function plansOfADay(): Map<string, string[]> {
  const store = openTestStore(stillWorld());
  const { sql } = store;
  const texts = new Set<string>();
  const prepare = sql.prepare.bind(sql);
  sql.prepare = (text: string) => {
    texts.add(text);
    return prepare(text);
  };
  putExpenses(store, 30);
  const [waiting, closed] = [putEdit(store, 1, 'waiting'), putEdit(store, 2, 'applied')];
  putEdit(store, 3, 'draft');
  const ref = { kind: 'expense', id: idOf(1) } as const;
  recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId: idOf(5), body: { performedDate: '2026-03-12' } }, {});
  const row = editById(store, waiting);
  if (!row) throw new Error('the edit is there');
  for (const sort of ['absolute', 'creates'] as const) movableEdits(store, 0, 10, sort);
  for (const ask of [blockerOf, successorOf]) ask(store, row);
  for (const ask of [openEditsOf, recordOf, knownTextOf, rowOfRecord]) ask(store, ref);
  for (const ask of [attemptsOf, lastAttemptOf, auditOfEdit]) ask(store, closed);
  nextDue(store, 0);
  pauseBeforeLeaving(store, [waiting], 5_000);
  editsByIds(store, [waiting]);
  openEditsOfMany(store, 'expense', [idOf(1)]);
  auditOf(store, ref, null, 10);
  listReports(store, 5);
  paymentsOf(store, idOf(1));
  titlesOf(store, [ref]);
  sumsOf(store, 'expense', [ref.id]);
  namesOf(store, [{ kind: 'costCenter', id: idOf(1) }]);
  facets(store, 'expense');
  for (const filter of [{}, { query: 'status:created' }, { query: 'currency:EUR' }, { query: 'taxi' }, { query: 'has:edit' }]) {
    const input = listInput.parse({ filter: { kind: 'expense', ...filter }, limit: 2 });
    listRecords(store, { ...input, after: listRecords(store, input).next });
    placeOf(store, input.filter, 'date', true, ref.id);
    totals(store, input.filter);
    countOf(store, input.filter);
  }
  const plans = [...texts]
    .filter((text) => /^\s*(select|with|update|insert|delete)/i.test(text))
    .map((text): [string, string[]] => {
      const nothing = Array.from(text.matchAll(/\?/g), () => null);
      const steps = prepare(`EXPLAIN QUERY PLAN ${text}`).all(...nothing) as { detail: string }[];
      return [text, steps.map(({ detail }) => detail)];
    });
  store.close();
  return new Map(plans);
}

const plans = plansOfADay();

const textsWith = (...parts: string[]) => [...plans.keys()].filter((text) => parts.every((part) => text.includes(part)));

it('the planner sees no bound value, which would make it prepare the statement again', () => {
  expect(plans.size).toBeGreaterThan(40);
  expect([...plans.keys()].filter((text) => /([=<>]|\blimit|\boffset) ?\?/i.test(text))).toEqual([]);
});

it('no statement of a day reads a whole table', () => {
  const grows = /^SCAN (outbox|earlier|record|record_body|audit|attempts|of|sent|report_line)\b(?!.*(INDEX|VIRTUAL))/;
  // A walk in the order of the key that ends with its first rows reads no more than those.
  const ends = (text: string, steps: string[]) => / limit \+\?$/.test(text) && !steps.some((step) => step.includes('TEMP B-TREE'));
  const whole = [...plans].filter(([text, steps]) => steps.some((step) => grows.test(step)) && !ends(text, steps));
  expect(whole).toEqual([]);
});

it('ids are looked up one by one, however many records of the kind exist', () => {
  const byIds = [...plans].filter(([text]) => text.includes('FROM json_each(?) ') && text.includes('JOIN'));
  expect(byIds.length).toBeGreaterThan(2);
  expect(byIds.filter(([, steps]) => steps.some((step) => step.endsWith('(kind=?)')))).toEqual([]);
});

// SQLite's automatic indexes enforce uniqueness.
it('every index of edits, requests and the audit log is used by a statement of a day', () => {
  const store = openTestStore(stillWorld());
  const tables = ['outbox', 'attempts', 'audit', 'report', 'report_line', 'batches', 'engine_facts'];
  const indexes = store.sql
    .prepare<[string], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite%' AND tbl_name IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(tables));
  store.close();
  const steps = [...plans.values()].flat();
  expect(indexes.filter((name) => !steps.some((step) => step.split(' ').includes(name)))).toEqual([]);
});

it.each([
  ['the open edits of a record', ['"outbox"."record_kind" = +?', 'order by "outbox"."place"'], 'USING INDEX outbox_open '],
  ['what may be sent', ['FROM "outbox" INDEXED BY outbox_open_state'], 'USING INDEX outbox_open_state '],
  ['whether an edit is the first of its record', ['AS earlier'], 'USING INDEX outbox_open '],
  [
    'edits that wait for a second thought',
    ['update "outbox" set "wait_boot" = +?', 'json_each'],
    'USING INDEX sqlite_autoindex_outbox_1 (id=?)',
  ],
  ['the trail of a record', ['from "audit"', '"audit"."record_kind" = +?'], 'USING INDEX audit_by_record '],
  ['the lines of an edit', ['from "audit"', '"audit"."edit_id" = +?'], 'USING INDEX audit_by_edit '],
  ['a list by date', ['INDEXED BY record_by_date', 'LIMIT'], 'USING INDEX record_by_date '],
])('%s are found by an index', (_name, parts, index) => {
  const texts = textsWith(...parts);
  expect(texts).not.toEqual([]);
  for (const text of texts)
    expect({ text, plan: plans.get(text)?.join('\n') }).toEqual({ text, plan: expect.stringContaining(index) as string });
});
