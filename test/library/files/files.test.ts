import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { readSource } from '#main/library/tables/read-source.ts';
import { textOfCell } from '#main/library/tables/grid.ts';
import { judgeFiles } from './judge-files.ts';
import { madeFile } from './made-files.ts';

test('120 made files: no wrong value is taken in silence, and at least 95 % of the sound ones come in unasked', async () => {
  const { wrong, unasked, sound, asked } = await judgeFiles(1, 120);
  expect(wrong).toEqual([]);
  expect(unasked / sound, asked.join('\n')).toBeGreaterThanOrEqual(0.95);
});

test('a workbook holds what another reader finds in it', async () => {
  for (let seed = 1; seed < 60; seed++) {
    const { name, content } = await madeFile(seed);
    if (name !== 'file.xlsx') continue;
    const source = await readSource(content, name);
    const [other] = await readXlsx(Buffer.from(content), { parseNumber: (text) => text as unknown as number, trim: false });
    if (!('grid' in source) || !other) throw new Error('it is a workbook');
    for (const { row, cells } of source.grid.rows) {
      const texts = (other.data[row - 1] ?? []).map((cell) =>
        cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''),
      );
      const number = (text: string) => (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? String(Number(text)) : text);
      expect(cells.map((cell) => number(textOfCell(cell)))).toEqual(texts.slice(0, cells.length).map(number));
    }
  }
});
