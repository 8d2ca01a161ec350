import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { languagesIn, readLanguage } from '#scripts/messages/make.mjs';
import { languageNames } from '#shared/values/language.ts';
import { textsOutside } from './texts-outside.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'main', 'renderer', 'shared', 'service'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|svelte)$/.test(file));
const english = readLanguage('en');

/** Rooms, and files, whose texts are in the catalogue. A room is added with the commit that converts it. */
const done = [
  'main/accounts/oauth/sign-in-page.ts',
  'main/app/notices.ts',
  'main/app/views/edit-sheet.ts',
  'main/app/views/list-table.ts',
  'main/app/views/sheet-rows.ts',
  'main/app/views/sheet-tags.ts',
  'main/host/browser/browser-host.ts',
  'main/host/browser/browser-words.ts',
  'main/host/electron/desktop-integration/opened-file.ts',
  'main/host/electron/desktop-integration/touch-id.ts',
  'main/host/electron/lifecycle/quit-words.ts',
  'main/host/electron/lifecycle/run-shell.ts',
  'main/host/electron/lifecycle/switches.ts',
  'main/host/electron/menu',
  'main/host/electron/shell.ts',
  'main/host/electron/updates/update-rules.ts',
  'main/host/electron/window/lockdown.ts',
  'main/host/electron/window/window.ts',
  'main/host/explain-start.ts',
  'main/library/exports/edit-in-words.ts',
  'main/library/exports/exports.ts',
  'main/library/imports/own-columns.ts',
  'main/library/names/export-names.ts',
  'main/library/statements/export-lines.ts',
  'main/library/tables/table.ts',
  'renderer',
  'service/oauth/oauth-routes.ts',
  'service/oauth/pages.ts',
  'shared/bank-number.ts',
  'shared/columns',
  'shared/contract',
  'shared/edits',
  'shared/messages',
  'shared/odd-characters.ts',
  'shared/query',
  'shared/records/card-transaction.ts',
  'shared/records/custom-property.ts',
  'shared/records/error-context.ts',
  'shared/records/expense.ts',
  'shared/records/field.ts',
  'shared/records/invoice-receivable-line.ts',
  'shared/records/invoice-receivable.ts',
  'shared/records/property-texts.ts',
  'shared/records/record.ts',
  'shared/records/user-comment.ts',
  'shared/records/vendor.ts',
  'shared/references',
  'shared/service/owner.ts',
  'shared/sheets',
  'shared/values/dates.ts',
  'shared/values/encoding.ts',
  'shared/values/language.ts',
  'shared/values/money.ts',
  'shared/values/readable.ts',
];

/** Parts of markup, of style sheets and of HTTP headers. */
const technical = [/^" \w+="$/, /^:root\s*\{/, /^text\/\w+; charset/, /-src '|form-action '|base-uri '/];
/** These look like texts and are none: names of keys, the product, selectors, terms of the query language, what is noted of an answer, scripts, styles, places in the palette. */
const noTexts = [
  /^(Layover|Enter|Esc|Escape|Tab|Home|End|key|Ctrl|Shift|Alt|Files|Arrow|late|figures problem)$/,
  ...technical,
  /^Electron$|^, Chromium$|Back-Office Finance Service/,
  /\dpx |^px\b/,
  /\[[\w-]+(=\w+)?\]/,
  /^main :?[.\w]/,
  /^(put aside|not for an invoice)$/,
  /^\w+[:>]/,
  /^(English|Deutsch|Français|Svenska|Português)$/,
  /^(Cyrillic|Greek|Armenian|Hebrew|Arabic|Cherokee|Han|Hangul|Hiragana|Katakana|Latin)$/,
  /^the answer |^Endpoints \d$|^Id$/,
  /^(list|recent|hit)( 0)?$/,
  // the column of ids in a file, and what a column of texts is asked with
  /^(id|a text)$/,
  /^min\(/,
  /^-\w+$/,
  /^(EUR|ISO 8859-15|Mac Roman|Shift JIS)$/,
  /^(input, |"\] )button$/,
  /^tbody tr$/,
];

test('every room’s texts are in the catalogue', () => {
  const isDone = (file: string) => done.some((place) => file === place || file.startsWith(`${place}/`));
  const outside = files.filter(isDone).flatMap((file) =>
    textsOutside(path.join(root, file))
      .filter((text) => !noTexts.some((pattern) => pattern.test(text)))
      .map((text) => `${file}: ${text}`),
  );
  expect(outside).toEqual([]);
  expect(done.filter((place) => !files.some((file) => file === place || file.startsWith(`${place}/`)))).toEqual([]);
});

test('the detector of texts finds them in markup, attributes and code', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'texts-')), 'One.svelte');
  const code = "<script lang=\"ts\">const words = ['first text', 'aName', t('list.empty')];</script>";
  writeFileSync(file, `${code}<p class="big red" title="Second">{words}</p><b>third</b>`);
  expect(textsOutside(file)).toEqual(['Second', 'third', 'first text']);
  rmSync(path.dirname(file), { recursive: true });
});

test('the languages of the catalogue are those of the settings', () => {
  expect(languagesIn()).toEqual(expect.arrayContaining(languageNames));
  expect(languagesIn()).toHaveLength(languageNames.length);
});

test.each(languageNames.filter((name) => name !== 'en'))('%s has every message of English, and no other', (language) => {
  const own = readLanguage(language);
  expect([...english.keys()].filter((id) => !own.has(id))).toEqual([]);
  expect([...own.keys()].filter((id) => !english.has(id))).toEqual([]);
});

test('every message is used', () => {
  const names = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const [, literal = ''] of source.matchAll(/['"`]([a-z][\w-]*\.(?:[\w.-]|\$\{[^}]*\})+)['"`]/g)) {
      if (literal.includes('$')) patterns.push(new RegExp(`^${literal.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}$`));
      else names.add(literal);
    }
  }
  expect([...english.keys()].filter((id) => !names.has(id) && !patterns.some((pattern) => pattern.test(id)))).toEqual([]);
});
