import { expect, test } from 'vitest';
import { isolated, marked, oddness } from '#shared/odd-characters.ts';

test.each([
  'Łódź Zażółć gęślą jaźń',
  'Nguyễn Thị Minh Khai',
  'Αθήνα Α.Ε.',
  'ООО Ромашка',
  'شركة الساحل للطباعة (2)',
  'می\u200Cخواهم',
  'क्\u200Dष',
  'שלום Zoë',
  '東京ガス株式会社',
  'Müller & Söhne GmbH – “Haus” …',
  'Tom’s café ❤\uFE0F 👩\u200D💻 100 %',
  'Line\n\tand line',
])('%j is a usual text', (text) => {
  expect([marked(text), oddness(text)]).toEqual([text, null]);
});

test.each([
  ['Ac\u200Bme', 'Ac[U+200B]me', 'contains an invisible space (U+200B) after “Ac”'],
  ['\u202Eemca', '[U+202E]emca', 'contains a mark that turns the direction (U+202E) at its beginning'],
  ['Acme\u200D', 'Acme[U+200D]', 'contains an invisible joiner (U+200D) after “Acme”'],
  ['Acme\u{E0041}', 'Acme[U+E0041]', 'contains an invisible character (U+E0041) after “Acme”'],
  ['Acme\u0000', 'Acme[U+0000]', 'contains an invisible character (U+0000) after “Acme”'],
  [
    '\u0412\u0430nk of England',
    '\u0412\u0430nk of England',
    'mixes alphabets: it contains the Cyrillic letter “\u0412” (U+0412) at its beginning',
  ],
  ['\u0412\u0430nk', '\u0412\u0430nk', 'mixes alphabets: it contains the Cyrillic letter “\u0412” (U+0412) at its beginning'],
  ['Acm\u0435', 'Acm\u0435', 'mixes alphabets: it contains the Cyrillic letter “е” (U+0435) after “Acm”'],
  ['Ａcme', 'Ａcme', 'contains “Ａ”, which looks like “A” (U+FF21) at its beginning'],
  ['A\u0338cme', 'A\u0338cme', 'contains an accent of its own (U+0338) after “A”'],
])('%j is shown as %j and said: it %s', (text, shown, said) => {
  expect([marked(text), oddness(text)]).toEqual([shown, said]);
});

test('right-to-left text is isolated in a line, and nothing else', () => {
  expect([isolated('אבג'), isolated('Acme'), isolated('\u202EAcme')]).toEqual(['\u2068אבג\u2069', 'Acme', '[U+202E]Acme']);
});
