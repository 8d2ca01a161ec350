import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { columnsVersion, columnTables } from '#shared/columns/columns.ts';
import { listColumns } from '#shared/records/list-columns.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { seededRecords } from '#test/component/fake-records.ts';

it('lists are made anew when a column reads other values: raise `readings` in columns.ts, then write this digest anew', () => {
  const read = seededRecords(120).map(({ kind, id, service }) => [kind, id, listColumns(kind, service)]);
  const text = JSON.stringify(read, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const digest = createHash('sha256').update(columnsVersion).update(text).digest('hex').slice(0, 16);
  expect(digest).toBe('de570d0ea0e8b3f0');
});

it('a column is named once in its list, fills a part of the row once, and one column takes what is left', () => {
  for (const kind of recordKinds) {
    const { columns } = columnTables[kind];
    const names = columns.map(({ name }) => name);
    const slots = columns.flatMap(({ slot }) => slot ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(slots).size).toBe(slots.length);
    expect(columns.filter(({ width }) => width === 0).map(({ slot }) => slot)).toEqual(columns.length > 0 ? ['title'] : []);
    for (const name of names) expect(name).toMatch(/^[a-z]+$/);
  }
});

it('an expense says what its lines say, each once, and nothing where it says nothing', () => {
  const line = { accountId: 'AB', costCenterId: null, originalAmount: 5 };
  const { facts, amountMinor } = listColumns('expense', { id: 'x', userId: 'U', lineItems: [line, line, { accountId: 'cd' }] });
  expect(facts).toEqual({ account: ['ab', 'cd'], lines: ['3'], person: ['u'] });
  expect(amountMinor).toBeNull();
});
