import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvLines, dialectOf } from '#main/library/exports/table.ts';

// P25: whatever separator a spreadsheet reads an export by, no cell of it is a formula.

const formula = /^[\s"'\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;
const plainNumber = /^-?\d+(\.\d+)?$/;
const payloads = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\uFF1D1',
  ' =1',
  '"=1',
  '=HYPERLINK("http://x.test")',
  '\0=1',
  '\u2060=1',
  '\u202E=1',
  '\u00AD@x',
  '\u001B+1',
];
const wraps = ['%', 'a;%', 'a\t%', 'a\n%', 'a\r\n%', 'a|%', ';%', '\t%', '";"%', 'a;;%', 'a; %', "a;'%", 'a";%', 'x;"%;y', 'a\r%'];
const texts = wraps.flatMap((wrap) => payloads.map((payload) => wrap.replace('%', () => payload)));

/** The cells as a reader sees them that has never heard of our quotes: split at every separator and line end. */
function cellsWithoutQuotes(csv: string, separator: string): string[] {
  return csv
    .replace('\uFEFF', '')
    .split(/\r\n|\n|\r/)
    .flatMap((line) => line.split(separator));
}

test.each([';', '\t', '|'])('read by %j', (separator) => {
  const csv = csvLines(
    texts.map((text) => [text, text]),
    dialectOf('en'),
  );
  const quoted = Papa.parse<string[]>(csv, { delimiter: separator }).data.flat();
  const cells = [...quoted, ...cellsWithoutQuotes(csv, separator)];
  expect(texts.length).toBeGreaterThan(100);
  // An apostrophe first is what makes a spreadsheet show instead of run; quotes and blanks before it do not count.
  expect(cells.filter((cell) => formula.test(cell) && !/^[\s"\p{Cc}\p{Cf}]*'/u.test(cell) && !plainNumber.test(cell))).toEqual([]);
});

test('read by its own separator, every text is what it was but for the apostrophes', () => {
  const rows = Papa.parse<string[]>(
    csvLines(
      texts.map((text) => [text]),
      dialectOf('en'),
    ),
    { delimiter: ',', skipEmptyLines: true },
  ).data;
  expect(rows.map(([cell = '']) => cell.replaceAll("'", ''))).toEqual(texts.map((text) => text.replaceAll("'", '')));
  expect(csvLines([['Paid 5, -3 of it back; thanks']], dialectOf('en'))).toContain('Paid 5, -3 of it back; thanks');
});
