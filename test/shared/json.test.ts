import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNumber, JsonDecimal, jsonEqual, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { fullTest } from '#test/full-test.ts';

const key = fc.string({ maxLength: 8 }).filter((text) => text !== '__proto__');
const decimal = fc
  .tuple(fc.bigInt(), fc.integer({ min: 1, max: 30 }), fc.integer({ min: -400, max: 400 }))
  .map(([digits, fraction, power]) => exactNumber(`${digits}.${'1'.repeat(fraction)}e${power}`));
const json = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    decimal,
    fc.array(tie('value'), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
}));

function parsed(text: string): JsonValue {
  const answer = parseJson(text);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.value;
}

const problemOf = (text: string, limits = {}) => {
  const answer = parseJson(text, limits);
  return answer.ok ? 'taken' : answer.problem.kind;
};

describe('reading', () => {
  it('gives back every value exactly, whatever its numbers', () => {
    fc.assert(
      fc.property(json.value, (value) => {
        expect(jsonEqual(parsed(stringifyJson(value)), value)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  fullTest('reads what JSON.parse reads where that loses nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        if (text.includes('__proto__')) return;
        expect(jsonEqual(parsed(text), JSON.parse(text) as JsonValue)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps int64 exact, as a number only where a number is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (amount) => {
        const value = parsed(String(amount));
        expect(BigInt(value as number | bigint)).toBe(amount);
        expect(typeof value).toBe(Number.isSafeInteger(Number(amount)) ? 'number' : 'bigint');
      }),
      { numRuns: 3000, examples: [[2n ** 53n + 1n], [2n ** 53n - 1n], [-(2n ** 53n) - 1n], [2n ** 63n - 1n]] },
    );
  });

  it.each([
    ['0.1', 0.1],
    ['1.50', 1.5],
    ['1e3', 1000],
    ['1.0', 1],
    ['9007199254740993.0', 9007199254740993n],
    ['12e19', 120000000000000000000n],
    ['-0', -0],
    ['0.1000000000000000055', new JsonDecimal('0.1000000000000000055')],
    ['1e400', new JsonDecimal('1e400')],
    ['1e-400', new JsonDecimal('1e-400')],
    ['1e1000000000', new JsonDecimal('1e1000000000')],
  ])('reads the number %s without losing a digit', (text, value) => {
    expect(parsed(text)).toStrictEqual(value);
    expect(parsed(`{"a":[${text}]}`)).toStrictEqual({ a: [value] });
  });

  it('prints a decimal as it came', () => {
    expect(stringifyJson(parsed('[1e400,0.10000000000000000001]'))).toBe('[1e400,0.10000000000000000001]');
    expect(() => new JsonDecimal('0x10')).toThrow();
  });

  it('does not take digits inside texts for numbers', () => {
    const text = '{"note":"9007199254740993 \\" 1e999 : {[","a":1}';
    expect(parsed(text)).toStrictEqual({ note: '9007199254740993 " 1e999 : {[', a: 1 });
  });
});

describe('refusing', () => {
  it.each(['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '[{"b":{"a":1,"c":2,"a":1}}]', '{"a":9007199254740993,"a":1}', '{"":1,"":1}'])(
    'refuses duplicate keys: %s',
    (text) => {
      expect(problemOf(text)).toBe('duplicateKeys');
    },
  );

  it('takes depth 64 and refuses 65, without running out of stack at a million', () => {
    expect(problemOf('['.repeat(64) + ']'.repeat(64))).toBe('taken');
    expect(problemOf('['.repeat(65) + ']'.repeat(65))).toBe('tooDeep');
    expect(problemOf('{"a":'.repeat(65) + '1' + '}'.repeat(65))).toBe('tooDeep');
    expect(problemOf('['.repeat(1_000_000))).toBe('tooDeep');
    expect(problemOf(JSON.stringify('['.repeat(100)))).toBe('taken');
  });

  it('refuses a text that is too long', () => {
    expect(problemOf('[1,2]', { maxLength: 5 })).toBe('taken');
    expect(problemOf('[1,2] ', { maxLength: 5 })).toBe('tooLong');
  });

  it('drops __proto__, so that no copy gets another prototype', () => {
    const value = parsed('{"__proto__":{"admin":true},"a":{"\\u005f_proto__":[9007199254740993]},"b":1}') as JsonObject;
    expect(Object.keys(value)).toEqual(['a', 'b']);
    expect(Object.keys(value['a'] as JsonObject)).toEqual([]);
    expect((Object.assign({}, value) as { admin?: boolean }).admin).toBeUndefined();
  });

  it('never throws, and takes exactly what JSON.parse takes', () => {
    const character = fc.constantFrom(...'{}[]",:\\ \n0123456789.eE+-truefalsnu"u\u2028é');
    const noise = fc.array(character, { maxLength: 30 }).map((characters) => characters.join(''));
    const damaged = fc
      .tuple(json.value, fc.nat(), noise)
      .map(([value, at, added]) => stringifyJson(value).slice(0, at % 40) + added + stringifyJson(value).slice((at % 40) + (at % 3)));
    fc.assert(
      fc.property(fc.oneof(noise, damaged, fc.string()), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const problem = problemOf(text);
        if (valid) expect(['taken', 'duplicateKeys', 'tooDeep']).toContain(problem);
        else expect(['malformed', 'tooDeep']).toContain(problem);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('printing', () => {
  it('keeps the order of keys, drops undefined and refuses non-JSON', () => {
    expect(stringifyJson({ b: 1n, a: undefined, c: [2n ** 63n - 1n] })).toBe('{"b":1,"c":[9223372036854775807]}');
    expect(() => stringifyJson({ a: NaN })).toThrow();
  });
});

describe('comparing', () => {
  it('sees the value, not its type', () => {
    expect(jsonEqual(5, 5n)).toBe(true);
    expect(jsonEqual({ a: 5, b: [1n] }, { b: [1], a: 5n })).toBe(true);
    expect(jsonEqual({ a: undefined }, {})).toBe(true);
    expect(jsonEqual(new JsonDecimal('1e400'), new JsonDecimal('10e399'))).toBe(true);
    expect(jsonEqual(9007199254740992, 9007199254740993n)).toBe(false);
    expect(jsonEqual(5, '5')).toBe(false);
    expect(jsonEqual(5.5, 5n)).toBe(false);
    expect(jsonEqual([], {})).toBe(false);
    expect(jsonEqual({ a: null }, {})).toBe(false);
    expect(jsonEqual([1, 2], [2, 1])).toBe(false);
  });
});
