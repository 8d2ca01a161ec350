import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNumber, jsonEqual, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { sendInOneGo, wireSerializers } from '#shared/json/json-wire.ts';

const serializer = new StandardRPCJsonSerializer({ customJsonSerializers: wireSerializers });

/** The effect of one message between window and main process on a value, on both transports. */
function crossed(value: unknown): unknown {
  const [json, meta] = serializer.serialize(value);
  const message = JSON.parse(JSON.stringify({ json, meta })) as { json: unknown; meta: typeof meta };
  return serializer.deserialize(message.json, message.meta);
}

describe('over the contract', () => {
  it('every lossless JSON value arrives exactly, as what it was', () => {
    const number = fc
      .tuple(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), fc.integer({ min: -30, max: 30 }))
      .map(([digits, power]) => exactNumber(`${digits}e${power}`));
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        number,
        fc.string(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.string({ maxLength: 5 }).filter((key) => key !== '__proto__'),
          tie('value'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    }));
    fc.assert(
      fc.property(value, (sent) => {
        const came = crossed(sent) as JsonValue;
        expect(jsonEqual(came, sent)).toBe(true);
        expect(stringifyJson(came)).toBe(stringifyJson(sent));
      }),
      { numRuns: 2000 },
    );
  });

  it('a text that is no number is refused while the message is read', () => {
    const [, meta] = serializer.serialize({ quantity: exactNumber('1e400') } satisfies JsonObject);
    expect(() => serializer.deserialize({ quantity: '1; drop' }, meta)).toThrow();
  });

  it('rows in one go arrive as they would value by value', () => {
    const row = fc.record(
      {
        ...{ id: fc.string(), amountMinor: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n })), asOf: fc.integer() },
        ...{
          pending: fc.array(fc.string()),
          facts: fc.dictionary(fc.constantFrom('a', 'b'), fc.array(fc.string()), { noNullPrototype: true }),
        },
        paidHereMinor: fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n }),
      },
      { requiredKeys: ['id', 'amountMinor', 'asOf', 'pending', 'facts'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const marked = sendInOneGo(structuredClone(rows), ['amountMinor', 'paidHereMinor']);
        expect(crossed({ rows: marked, next: null })).toStrictEqual({ rows, next: null });
        expect(marked).toStrictEqual(rows);
      }),
    );
  });

  it('texts in one go are as they were, digits too', () => {
    expect(crossed(sendInOneGo(['1', 'two', ''], []))).toStrictEqual(['1', 'two', '']);
  });

  it('rows in one go are not looked at value by value', () => {
    const rows = sendInOneGo([{ id: 'a', amountMinor: 2n ** 60n }], ['amountMinor']);
    expect(serializer.serialize({ rows })[1]).toStrictEqual([[21, 'rows']]);
  });

  it.each([
    ['no whole number', [['amountMinor'], [{ amountMinor: '1; drop' }]]],
    ['a number that only stops who reads it', [['amountMinor'], [{ amountMinor: '9'.repeat(41) }]]],
    ['no rows', [['amountMinor'], 'rows']],
    ['nothing of the sort', { amountMinor: '1' }],
  ])('rows are refused while the message is read: %s', (_why, rows) => {
    expect(() => serializer.deserialize({ rows }, [[21, 'rows']])).toThrow();
  });
});
