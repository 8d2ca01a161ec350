import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { speak } from '#shared/messages/speak.ts';
import { t, takeMessages, taggedParts, type Made } from '#shared/messages/t.ts';
import { formatCount, inSentence, languageOf, listOf, listWithAnd, localeOf, writeIn } from '#shared/values/language.ts';
import { codeOf, paramsOf, parseMessage } from '#scripts/messages/compile.mjs';
import { pseudoOf } from '#scripts/messages/pseudo.mjs';
import { readCatalogue } from '#scripts/messages/make.mjs';
import { tempFolder } from '#test/temp-folder.ts';

// Messages of a test's own are gone after it.
afterEach(() => speak('en', 'en-GB'));

/** Compiles one message, as the build does, and says it. */
function said(
  text: string,
  values?: Record<string, unknown>,
  codeIn: (elements: ReturnType<typeof parseMessage>) => string = codeOf,
): string {
  const code = codeIn(parseMessage(text));
  const made = runInThisContext(`({ n, p, s, g }) => ({ 'test.x': ${code} })`) as Made;
  takeMessages([made]);
  return (t as (id: string, values?: unknown) => string)('test.x', values);
}

describe('a compiled message', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['Nothing to do.', {}, 'Nothing to do.'],
    ['{name} is “here”', { name: 'A\n"b"' }, 'A\n"b" is “here”'],
    ['{count, plural, one {# edit is} other {# edits are}} safe', { count: 1 }, '1 edit is safe'],
    ['{count, plural, one {# edit is} other {# edits are}} safe', { count: 1_234 }, '1,234 edits are safe'],
    ['{count, plural, =0 {nothing} one {#} other {#}}', { count: 0 }, 'nothing'],
    ['{count, plural, one {{who} waits} other {{who} and # more}}', { count: 3, who: 'Ana' }, 'Ana and 3 more'],
    ['{kind, select, a {{n, number} A} other {B}}', { kind: 'a', n: 5_000 }, '5,000 A'],
    ['{on, select, true {on} other {off}}', { on: true }, 'on'],
    ['it’s <b>{count, number}</b> %', { count: 2 }, 'it’s \u0001b\u00022\u0003 %'],
  ])('%s', (text, values, expected) => {
    expect(said(text, values)).toBe(expected);
  });

  test('its tags are pieces, with the text before, between and after them', () => {
    said('<a>1</a> of <b>{x}</b>.', { x: '2' });
    expect(taggedParts('test.x' as never, { x: '2' } as never)).toEqual([
      { tag: 'a', text: '1' },
      { tag: null, text: ' of ' },
      { tag: 'b', text: '2' },
      { tag: null, text: '.' },
    ]);
  });

  test.each([
    '{count, plural, one {#}}',
    '{a',
    '{at, date, short}',
    '{n, number, percent}',
    '{n, selectordinal, other {#}}',
    '{n, plural, offset:1 other {#}}',
    '<a><b>x</b></a>',
  ])('refuses %s', (text) => {
    expect(() => parseMessage(text)).toThrow();
  });

  test('knows the types of its parameters, and refuses a number that is written as a text', () => {
    const { params, tags } = paramsOf(
      parseMessage('{a} {b, number} {c, plural, other {{d}}} {e, select, x {} other {}} {f, select, true {} other {}} <g>h</g>'),
    );
    expect(Object.fromEntries(params)).toEqual({ a: 'string', b: 'number', c: 'number', d: 'string', e: 'string', f: 'boolean' });
    expect([...tags]).toEqual(['g']);
    expect(() => paramsOf(parseMessage('{a} {a, plural, other {}}'))).toThrow('{a, number}');
  });
});

test('the pseudo-language puts a message in brackets, 40 % longer, and leaves values alone', () => {
  const text = said('Sign in to {name} again', { name: 'Sign in' }, pseudoOf);
  expect(text).toMatch(/^⟦Šïğ?.*Sign in .*⟧$/u);
  expect(text.length).toBeGreaterThan(1.4 * 'Sign in to Sign in again'.length - 4);
  expect(said('Nothing', {}, pseudoOf)).toMatch(/^⟦.*⟧$/);
});

describe('the catalogue', () => {
  const folderOf = (files: Record<string, object>) => {
    const folder = tempFolder();
    for (const [file, entries] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), JSON.stringify(entries));
    }
    return folder;
  };
  const english = { x: { text: '{a} {n, plural, one {#} other {#}}', description: 'd' } };

  test.each<[string, Record<string, object>]>([
    ['en/room.json: y', { 'en/room.json': { y: { text: '{a', description: 'd' } } }],
    ['no description', { 'en/room.json': { y: { text: 'a' } } }],
    ['a claim is one of', { 'en/room.json': { y: { text: 'a', description: 'd', claim: 'x' } } }],
    ['a key has', { 'en/room.json': { 'a b': { text: 'a', description: 'd' } } }],
    ['instead of', { 'en/room.json': english, 'de/room.json': { x: '{a}' } }],
    ['instead of', { 'en/room.json': english, 'de/room.json': { x: '{a} {n}' } }],
  ])('refuses “%s”', (fault, files) => {
    expect(() => readCatalogue(folderOf(files))).toThrow(fault);
  });

  test('takes what is right', () => {
    const read = readCatalogue(folderOf({ 'en/room.json': english, 'de/room.json': { x: '{n, plural, one {#} other {#}} {a}' } }));
    expect([...read.keys()]).toEqual(['en', 'de']);
  });
});

/** CLDR 48, cardinal rules for whole numbers, written out. */
const cldr: Record<string, (n: number) => string> = {
  en: (n) => (n === 1 ? 'one' : 'other'),
  de: (n) => (n === 1 ? 'one' : 'other'),
  sv: (n) => (n === 1 ? 'one' : 'other'),
  fr: (n) => (n < 2 ? 'one' : n % 1_000_000 === 0 ? 'many' : 'other'),
  pt: (n) => (n === 1 ? 'one' : n !== 0 && n % 1_000_000 === 0 ? 'many' : 'other'),
  pl: (n) => (n === 1 ? 'one' : n % 10 > 1 && n % 10 < 5 && ![12, 13, 14].includes(n % 100) ? 'few' : 'many'),
  ar: (n) => ['zero', 'one', 'two'][n] ?? (n % 100 > 2 && n % 100 < 11 ? 'few' : n % 100 > 10 ? 'many' : 'other'),
  ja: () => 'other',
};

test.each(Object.keys(cldr))('plural categories of %s are those of CLDR over 0 to 1,000,000', (language) => {
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `${form} {${form}}`).join(' ');
  said(`{n, plural, ${forms}}`, { n: 0 });
  writeIn(language, 'en');
  // Every remainder of a hundred behind every thousand, everything below 20,000, and the million.
  const numbers = [
    ...Array.from({ length: 20_000 }, (_, n) => n),
    ...Array.from({ length: 1_000 }, (_, thousand) => Array.from({ length: 100 }, (_, rest) => thousand * 1_000 + rest)).flat(),
    999_999,
    1_000_000,
  ];
  const category = t as (id: string, values: { n: number }) => string;
  expect(numbers.filter((n) => category('test.x', { n }) !== cldr[language]?.(n))).toEqual([]);
});

test('lists, counts, the language and the locale follow what was chosen, else the system', () => {
  expect([listOf(['a', 'b', 'c']), listWithAnd(['a', 'b', 'c']), formatCount(12_345)]).toEqual(['a, b, c', 'a, b and c', '12,345']);
  speak('de', 'de-DE');
  expect([listOf(['a', 'b', 'c']), listWithAnd(['a', 'b', 'c']), formatCount(12_345)]).toEqual(['a, b und c', 'a, b und c', '12.345']);
  expect(languageOf('', ['ja-JP', 'sv-FI', 'de'])).toBe('sv');
  expect(languageOf('fr', ['de'])).toBe('fr');
  expect(languageOf('', ['ja'])).toBe('en');
  expect(localeOf({ locale: 'ja-JP', language: 'de' }, ['en-US'])).toBe('ja-JP');
  expect(localeOf({ locale: '', language: 'de' }, ['en-US', 'de-AT'])).toBe('de-AT');
  expect(localeOf({ locale: '', language: 'de' }, ['en-US'])).toBe('de-DE');
  expect(localeOf({ locale: '', language: '' }, ['ja-JP'])).toBe('ja-JP');
});

test('a label within a sentence begins small, but for a noun in German and a second capital', () => {
  expect(['Invoice date', 'IBAN', ''].map(inSentence)).toEqual(['invoice date', 'IBAN', '']);
  speak('de', 'de-DE');
  expect(inSentence('Betrag')).toBe('Betrag');
});

test('a missing message shows its id', () => {
  takeMessages([]);
  expect(t('values.date.none')).toBe('values.date.none');
});

test('keys and parameters are checked by types', () => {
  // @ts-expect-error -- no such message
  t('values.date.nothing');
  // @ts-expect-error -- it has no parameter
  t('values.date.none', { count: 1 });
  expect(t('values.date.none')).toBe('There is no such date.');
});
