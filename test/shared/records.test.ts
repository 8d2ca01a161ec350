import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, JsonDecimal, parseJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { factsOf, type FieldFact } from '#shared/records/field.ts';
import { listColumns } from '#shared/records/columns/list-columns.ts';
import { recordId } from '#shared/records/record-id.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { fieldsOf, parseRecord } from '#shared/records/record.ts';
import { userComment } from '#shared/records/user-comment.ts';
import { integerFields, specificationFields } from './specification-fields.ts';

const id = '0a8b1c2d-0000-4000-8000-000000000001';

function factsAt(place: string): FieldFact[] {
  const [kind, ...steps] = place.split('.');
  return steps.reduce((facts, step) => facts.find((fact) => fact.path.join('.') === step)?.items ?? [], fieldsOf(kind as RecordKind));
}

function sampleOf(fact: FieldFact): JsonValue {
  switch (fact.type) {
    case 'uuid':
    case 'text':
    case 'enum':
    case 'country':
    case 'currency':
      return 'NEVER_SEEN_BEFORE';
    case 'date':
      return '2026-03-12';
    case 'instant':
      return '2026-03-12T14:02:11Z';
    case 'money':
    case 'integer':
      return 9007199254740993n;
    case 'number':
      return new JsonDecimal('0.1000000000000000055');
    case 'boolean':
      return true;
    case 'object':
      return fact.items === undefined ? { any: [1, 'thing'] } : recordOf(fact.items);
    case 'array':
      return fact.items === undefined ? ['text'] : [recordOf(fact.items)];
  }
}

const recordOf = (facts: FieldFact[]): JsonObject => Object.fromEntries(facts.map((fact) => [fact.path[0] ?? '', sampleOf(fact)]));

describe('every field of the specification', () => {
  it.each(Object.entries(specificationFields))('%s', (place, fields) => {
    expect(factsAt(place).map((fact) => fact.path.join('.'))).toEqual(fields.split(' '));
  });

  it('userComment', () => {
    expect(factsOf(userComment).map((fact) => fact.path.join('.'))).toEqual(
      'id companyId resourceId content createdBy createdAt updatedAt'.split(' '),
    );
  });

  it.each(integerFields)('%s: integers are exact', (place, fields) => {
    for (const field of fields.split(' ')) {
      const fact = factsAt(place).find((each) => each.path[0] === field);
      expect(['money', 'integer']).toContain(fact?.type);
    }
  });

  it('names the currency of every amount by a field that the record has', () => {
    const moneyOf = (facts: FieldFact[]): FieldFact[] =>
      facts.flatMap((fact) => [...(fact.type === 'money' ? [fact] : []), ...moneyOf(fact.items ?? [])]);
    for (const kind of recordKinds) {
      const currencies = fieldsOf(kind)
        .filter((fact) => fact.type === 'currency')
        .map((fact) => fact.path[0]);
      for (const fact of moneyOf(fieldsOf(kind))) expect(currencies).toContain(fact.currencyPath?.[0]);
    }
  });

  it('has a label for each', () => {
    const labelsOf = (facts: FieldFact[]): string[] => facts.flatMap((fact) => [fact.label, ...labelsOf(fact.items ?? [])]);
    for (const kind of recordKinds) expect(labelsOf(fieldsOf(kind)).every((label) => /^[A-Z]/.test(label))).toBe(true);
  });
});

describe('reading a record', () => {
  it.each(recordKinds)('%s: a full one has no problem and keeps int64, unknown enum values and decimals', (kind) => {
    const record = recordOf(fieldsOf(kind));
    expect(parseRecord(kind, record)).toEqual({ record, problems: [] });
  });

  it.each(recordKinds)('%s: every field may be absent or null, and unknown ones survive', (kind) => {
    expect(parseRecord(kind, {})).toEqual({ record: {}, problems: [] });
    const nulls: JsonObject = Object.fromEntries(fieldsOf(kind).map((fact) => [fact.path[0] ?? '', null]));
    expect(parseRecord(kind, nulls)).toEqual({ record: nulls, problems: [] });
    expect(parseRecord(kind, { brandNew: { deep: [1n] } }).record).toEqual({ brandNew: { deep: [1n] } });
  });

  it.each(recordKinds)('%s: a wrong type in any one field is a problem of that field only', (kind) => {
    const record = recordOf(fieldsOf(kind));
    for (const fact of fieldsOf(kind)) {
      const name = fact.path[0] ?? '';
      const wrong = ['text', 'enum', 'country', 'uuid', 'currency'].includes(fact.type) ? 5 : 'not at all';
      if (fact.type === 'object' && fact.items === undefined) continue;
      const { [name]: _gone, ...others } = record;
      const parsed = parseRecord(kind, { ...record, [name]: wrong });
      expect(parsed.problems.map(({ path, value }) => ({ path, value }))).toEqual([{ path: [name], value: wrong }]);
      expect(parsed.record).toEqual(others);
    }
  });

  it('reaches into lines: the good lines and fields stay', () => {
    const lines = [{ id, netAmount: 5n }, { id, netAmount: 'five' }, 'no line', { id, netAmount: 1.5 }];
    const parsed = parseRecord('invoiceReceivable', { id, lines });
    expect(parsed.record.lines).toEqual([{ id, netAmount: 5n }, { id }, { id }]);
    expect(parsed.problems.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['lines.1.netAmount', 'five'],
      ['lines.2', 'no line'],
      ['lines.3.netAmount', 1.5],
    ]);
  });

  it('never throws and never loses the record, whatever comes', () => {
    const names = fc.constantFrom(...recordKinds.flatMap((kind) => fieldsOf(kind).map((fact) => fact.path[0] ?? '')));
    const anything = fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(fc.constantFrom(...recordKinds), anything, (kind, value) => {
        const record = value as JsonObject;
        const parsed = parseRecord(kind, record);
        const bad = new Set(parsed.problems.map(({ path }) => String(path[0])));
        for (const name of Object.keys(record)) if (!bad.has(name)) expect(Object.keys(parsed.record)).toContain(name);
        expect(listColumns(kind, record).title).not.toBe('');
      }),
      { numRuns: 1500 },
    );
  });
});

describe('list columns', () => {
  const read = (text: string): JsonObject => {
    const answer = parseJson(text);
    if (!answer.ok || !isJsonObject(answer.value)) throw new Error('bad sample');
    return answer.value;
  };

  it('of an expense: the first description, the sum of the lines, exact', () => {
    const expense = read(
      `{"id":"${id}","originalCurrency":"EUR","status":"CREATED","performedDate":"2026-03-12","updatedAt":"2026-03-13T08:00:00Z",
        "lineItems":[{"originalAmount":9007199254740993},{"originalAmount":2,"description":"Taxi"}]}`,
    );
    expect(listColumns('expense', expense)).toEqual({
      title: 'Taxi',
      subtitle: '2 lines',
      status: 'CREATED',
      amountMinor: 9007199254740995n,
      currency: 'EUR',
      date: '2026-03-12',
      updatedAt: '2026-03-13T08:00:00Z',
      hasProblem: false,
      facts: { lines: ['2'] },
    });
    expect(listColumns('expense', { id, lineItems: [{ originalAmount: 1 }, {}] })).toMatchObject({
      title: 'Expense 0a8b1c2d',
      amountMinor: null,
    });
  });

  it('of an invoice, a card transaction and a vendor', () => {
    const invoice = {
      id,
      invoiceNumber: 'INV-7',
      description: 'March',
      state: 'SOMETHING_NEW',
      amount: 5n,
      currency: 'KWD',
      postingDate: '2026-03-01',
    };
    expect(listColumns('invoiceReceivable', invoice)).toMatchObject({
      title: 'INV-7',
      subtitle: 'March',
      status: 'SOMETHING_NEW',
      amountMinor: 5n,
      date: '2026-03-01',
    });
    const transaction = {
      id,
      merchant: { name: 'Café' },
      description: 'Lunch',
      performedAt: '2026-03-12T23:59:00-08:00',
      failureContext: { type: 'X' },
    };
    expect(listColumns('cardTransaction', transaction)).toMatchObject({
      title: 'Café',
      subtitle: 'Lunch',
      date: '2026-03-12',
      hasProblem: true,
    });
    expect(listColumns('vendor', { vendorId: id, city: 'Lisbon', country: 'PT' })).toMatchObject({
      title: 'Vendor 0a8b1c2d',
      subtitle: 'Lisbon, PT',
    });
    expect(listColumns('invoicePayable', { id }).title).toBe('Purchase invoice 0a8b1c2d');
  });

  it("knows each kind's identifier", () => {
    expect(recordId('vendor', { vendorId: id, id: 'another' })).toBe(id);
    expect(recordId('expense', { id })).toBe(id);
    expect(recordId('expense', { id: 5 })).toBeNull();
  });
});
