import { afterEach, expect, test } from 'vitest';
import { partsOf } from '#main/app/views/list-table.ts';
import { t } from '#shared/messages/t.ts';
import { importFields } from '#main/library/imports/import-columns.ts';
import { ownMapping } from '#main/library/imports/own-columns.ts';
import { fieldsNamed } from '#main/library/tables/heading-words.ts';
import type { Table } from '#main/library/tables/table.ts';
import { columnTables } from '#shared/columns/columns.ts';
import { speak } from '#shared/messages/speak.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { fieldsOf } from '#shared/records/record.ts';
import { languageNames, languages, type Language } from '#shared/values/language.ts';

afterEach(() => speak('en', 'en-GB'));

/** The fields that a list exported in one language fills where another is spoken. */
function filledBy(kind: RecordKind, exported: Language, spoken: Language): string[] {
  speak(exported, languages[exported].tag);
  const heads = [...columnTables[kind].columns.flatMap(partsOf).map(({ column }) => column.head), t('exports.unconfirmed'), 'Id'];
  speak(spoken, languages[spoken].tag);
  const columns = heads.map((name, at) => ({ name, at }));
  return Object.values(ownMapping(kind, { columns, rows: [] } as unknown as Table, importFields(kind)) ?? {}).sort();
}

const kinds = recordKinds.filter((kind) => columnTables[kind].columns.length > 0);

test.each(languageNames)('a list that was exported in %s fills the same fields wherever it is read', (exported) => {
  for (const kind of kinds) {
    const english = filledBy(kind, 'en', 'en');
    expect(english.length).toBeGreaterThan(2);
    for (const spoken of languageNames) expect(filledBy(kind, exported, spoken)).toEqual(english);
  }
});

test.each(languageNames)('a heading that is a field’s label in %s names that field', (language) => {
  for (const kind of kinds) {
    speak(language, languages[language].tag);
    const labels = fieldsOf(kind).map(({ label, path }) => [label, path.join('.')] as const);
    speak('en', 'en-GB');
    for (const [label, field] of labels) expect(fieldsNamed(kind, label)).toContain(field);
  }
});
