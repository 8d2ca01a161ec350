import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { columnsVersion, columnTables } from '#shared/columns/columns.ts';
import { listColumns } from '#shared/records/columns/list-columns.ts';
import type { ShownRow } from '#shared/columns/column.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { seededRecords } from '#test/component/fake-records.ts';

it('lists are rebuilt when a column reads other values: raise `readings` in columns.ts, then write this digest again', () => {
  const read = seededRecords(120).map(({ kind, id, service }) => [kind, id, listColumns(kind, service)]);
  const text = JSON.stringify(read, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const digest = createHash('sha256').update(columnsVersion).update(text).digest('hex').slice(0, 16);
  expect(digest).toBe('97862b1b59373341');
});

it('a column is named once in its list, fills a part of the row once, and one column takes what is left', () => {
  for (const kind of recordKinds) {
    const { columns } = columnTables[kind];
    const names = columns.map(({ name }) => name);
    const slots = columns.flatMap(({ slot }) => slot ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(slots).size).toBe(slots.length);
    expect(columns.filter(({ width }) => width === 0).map(({ slot, party }) => slot ?? party)).toEqual(
      columns.length === 0 ? [] : [kind === 'invoiceReceivable' ? true : 'title'],
    );
    for (const name of names) expect(name).toMatch(/^[a-z]+$/);
  }
});

it('an expense says what its lines say, each once, and nothing where it says nothing', () => {
  const line = { accountId: 'AB', costCenterId: null, originalAmount: 5 };
  const { facts, amountMinor } = listColumns('expense', { id: 'x', userId: 'U', lineItems: [line, line, { accountId: 'cd' }] });
  expect(facts).toEqual({ account: ['ab', 'cd'], lines: ['3'], person: ['u'] });
  expect(amountMinor).toBeNull();
});

it('overdue, open and spent are shown as far as they are known; no query asks for values that the cache cannot know', () => {
  const shown = (kind: RecordKind, name: string, row: Partial<ShownRow>, today = '2026-03-12') =>
    columnTables[kind].columns
      .find((column) => column.name === name)
      ?.shows?.({ status: null, amountMinor: null, currency: 'EUR', facts: {}, ...row }, today);
  const due = { due: ['2026-02-28'] };
  expect(shown('invoiceReceivable', 'overdueby', { status: 'OPEN', facts: due })).toEqual({ message: '12 days', late: true });
  expect(shown('invoiceReceivable', 'overdueby', { status: 'OPEN', facts: due }, '2026-03-01')).toEqual({ message: '1 day', late: true });
  for (const [status, facts, today] of [
    ['OPEN', due, '2026-02-28'],
    ['PAID', due, '2026-03-12'],
    ['OPEN', {}, '2026-03-12'],
  ] as const)
    expect(shown('invoiceReceivable', 'overdueby', { status, facts }, today)).toBeNull();

  const open = (status: string, paidHereMinor?: bigint) =>
    shown('invoiceReceivable', 'open', { status, amountMinor: 100n, ...(paidHereMinor === undefined ? {} : { paidHereMinor }) });
  expect(open('OPEN')).toEqual({ minor: 100n, currency: 'EUR', atMost: false });
  expect(open('OPEN', 30n)).toMatchObject({ minor: 70n, atMost: false });
  expect(open('PARTIALLY_PAID', 30n)).toMatchObject({ minor: 70n, atMost: true });
  expect(open('OPEN', 130n)).toMatchObject({ minor: 0n });
  expect(open('PAID')).toMatchObject({ minor: 0n });
  expect(open('DRAFT')).toBeNull();

  const { facts } = listColumns('vendor', { vendorId: 'v', lastMtdSpendInGroupCurrency: 2n ** 60n, groupCurrency: 'KWD', currency: 'EUR' });
  expect(shown('vendor', 'spend', { facts })).toEqual({ minor: 2n ** 60n, currency: 'KWD', atMost: false });
  expect(shown('vendor', 'spend', {})).toBeNull();

  const problems = (query: string, kind: RecordKind) => parseQuery(query, kind, { locale: 'en', today: '2026-03-12' }).problems.length;
  expect([problems('overdueby>3', 'invoiceReceivable'), problems('open>3', 'invoiceReceivable'), problems('spend>3', 'vendor')]).toEqual([
    0, 1, 1,
  ]);
});
