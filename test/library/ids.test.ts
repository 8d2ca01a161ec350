import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseIds } from '#main/library/imports/ids.ts';

const a = 'b6c0f5a0-1111-4222-8333-00000000000a';
const b = 'B6C0F5A0-1111-4222-8333-00000000000B';
const c = 'b6c0f5a0-1111-4222-8333-00000000000c';

describe('a list of ids', () => {
  it('may be one a line, with blanks, in any case, with duplicates', () => {
    expect(parseIds(`\uFEFF${a}\r\n\r\n  ${b} \n${a}\n`)).toEqual({ ids: [a, b.toLowerCase()], duplicates: 1, problems: [] });
  });

  it('may be a table: the column named id counts, the others do not', () => {
    const table = `companyId;id;note\n${c};${a};first\n${c};"${b}";"a; b"\n`;
    expect(parseIds(table)).toEqual({ ids: [a, b.toLowerCase()], duplicates: 0, problems: [] });
    expect(parseIds(`expense id\tcompany\n${a}\t${c}\n${b}\t${c}`).ids).toEqual([a, b.toLowerCase()]);
    // No heading names an id: leaving some out would be a guess.
    expect(parseIds(`expense\tcompany\n${a}\t${c}\n${b}\t${c}`).ids).toEqual([a, c, b.toLowerCase()]);
    expect(parseIds(`${a},${b},${c}`).ids).toHaveLength(3);
  });

  it('may be any text with ids in it', () => {
    expect(parseIds(`Please look at https://x.test/expenses/${a}?tab=1 and {${c}}.`).ids).toEqual([a, c]);
  });

  it('says which lines it could not use, and why', () => {
    const { ids, problems } = parseIds(`${a}\nhello\n${c.slice(0, 30)}\n${c}`);
    expect(ids).toEqual([a, c]);
    expect(problems).toEqual([
      { line: 2, what: 'noId' },
      { line: 3, what: 'partialId' },
    ]);
  });

  it('takes a hundred thousand ids, and no text for one', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `b6c0f5a0-1111-4222-8333-${String(n).padStart(12, '0')}`);
    expect(parseIds(many.join('\n')).ids).toHaveLength(100_000);
    expect(parseIds('').ids).toEqual([]);
  });
});

describe('any text', () => {
  const made = (n: number) => `${n.toString(16).padStart(8, 'c')}-1a2b-4c3d-8e4f-${n.toString(16).padStart(12, '5')}`;

  test('a mail: sentences, brackets, a table, quoted and wrapped lines, upper case, other hyphens, other numbers', () => {
    const ids = Array.from({ length: 20 }, (_, n) => made(n));
    const wrappedAt = (n: number, at: number, by: string) => `${made(n).slice(0, at)}${by}${made(n).slice(at)}`;
    const mail = [
      `Dear colleague, (${ids[0]}) and [${ids[1]}], <${ids[2]}>, "${ids[3]}": order 2026-1234-5678, phone +49 30 1234-5678.`,
      `trace-${ids[4]} https://x.test/e/${ids[5]}/lines?id=${ids[6]}#top urn:uuid:${ids[7]}.`,
      `> quoted ${wrappedAt(8, 9, '\n> ')} and ${wrappedAt(9, 13, '\n')}`,
      `soft ${wrappedAt(10, 20, '=\r\n')} ends here`,
      (ids[11] ?? '').toUpperCase(),
      (ids[12] ?? '').replaceAll('-', '\u2011'),
      `id;name;company\n${ids[13]};Hotel;x\n${ids[14]};Taxi;x`,
      ids.slice(15).join(', '),
    ].join('\n');
    expect(parseIds(mail).ids.toSorted()).toEqual(ids.toSorted());
  });

  test('finds exactly the ids in 1,000 random texts', () => {
    const words = fc.constantFrom(
      'hotel',
      'and',
      '12.50',
      '2026-03-12',
      'DE89370400440532013000',
      '12345678-1234',
      '(see below)',
      'ff',
      '\n',
      '; ',
    );
    const around = fc.constantFrom(['', ''], ['(', ')'], ['<', '>'], ['"', '",'], ['https://x.test/', '?a=1'], ['no. ', '.']);
    const id = fc.uuid().chain((uuid) =>
      fc.record({
        uuid: fc.constant(uuid),
        text: fc
          .tuple(around, fc.boolean(), fc.option(fc.tuple(fc.integer({ min: 1, max: 35 }), fc.constantFrom('\n', '\r\n> ', '=\n'))))
          .map(([[before = '', after = ''], upper, wrapped]) => {
            const cased = upper ? uuid.toUpperCase() : uuid;
            return before + (wrapped ? cased.slice(0, wrapped[0]) + wrapped[1] + cased.slice(wrapped[0]) : cased) + after;
          }),
      }),
    );
    const text = fc.array(fc.oneof(words, id), { maxLength: 30 });
    fc.assert(
      fc.property(text, (pieces) => {
        const there = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.uuid]));
        const written = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join(' ');
        expect(parseIds(written).ids).toEqual([...new Set(there)]);
      }),
      { numRuns: 1_000 },
    );
  });
});
