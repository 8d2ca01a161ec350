import { describe, expect, it } from 'vitest';
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
    expect(parseIds(`expense\tcompany\n${a}\t${c}\n${b}\t${c}`).ids).toEqual([a, b.toLowerCase()]);
    expect(parseIds(`${a},${b},${c}`).ids).toHaveLength(3);
  });

  it('may be any text with ids in it', () => {
    expect(parseIds(`Please look at https://x.test/expenses/${a}?tab=1 and {${c}}.`).ids).toEqual([a, c]);
  });

  it('says which lines it could not use, and why', () => {
    const { ids, problems } = parseIds(`${a}\nhello\n${c.slice(0, 30)}\n${c}`);
    expect(ids).toEqual([a, c]);
    expect(problems).toEqual([
      { line: 2, message: 'There is no identifier in this line.' },
      { line: 3, message: 'This looks like an identifier, but it is not complete.' },
    ]);
  });

  it('takes a hundred thousand ids, and no text for one', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `b6c0f5a0-1111-4222-8333-${String(n).padStart(12, '0')}`);
    expect(parseIds(many.join('\n')).ids).toHaveLength(100_000);
    expect(parseIds('').ids).toEqual([]);
  });
});
