import { expect, it } from 'vitest';
import { compile } from '#main/storage/driver.ts';
import { search } from '#main/projections/search/search.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit } from './many-edits.ts';
import { stillWorld } from './world-for-cache.ts';

it('the activity is searched as SQLite compares texts, also in a transaction that is rolled back, with every new line', () => {
  const store = openTestStore(stillWorld());
  const texts = ['Æble 100%', 'æBLE 100_x', 'Ünter den Linden', 'a\\b "quoted"', 'Hôtel', '100 x', 'ﬁn', 'İstanbul', '😀 smile'];
  const say = (text: string) => appendAudit(store, { what: 'test', record: null, editId: null, facts: { note: text } });
  store.commit('said', () => texts.forEach(say));
  putEdit(store, 5, 'waiting');
  const like = compile(
    store.sql,
    `SELECT edit_id AS id, what FROM (SELECT * FROM audit ORDER BY seq DESC LIMIT 2000) WHERE what LIKE :like ESCAPE '\\' OR facts LIKE :like ESCAPE '\\'`,
  );
  const agree = (text: string) => {
    const wanted = like.all({ like: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` }) as { id: string | null; what: string }[];
    const found = search(store, text, 10_000).filter((hit) => hit.kind === 'activity');
    expect(
      found.map((hit) => ({ id: hit.editId, what: hit.title })),
      text,
    ).toEqual(wanted);
    return found.length;
  };
  const parts = texts.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase(), ...text.split(' '), text.slice(0, 2)]);
  const counts = [...parts, 'test', 'TEST', 'te_t', '%', '_', '\\', 'wait', 'é'].map(agree);
  expect(counts.some((count) => count > 0)).toBe(true);
  expect(agree('berlin')).toBe(0);
  expect(() =>
    store.commit('taken back', () => {
      say('Berlin');
      expect(agree('berlin')).toBe(1);
      throw new Error('taken back');
    }),
  ).toThrow('taken back');
  expect(agree('berlin')).toBe(0);
  store.commit('said', () => say('BERLIN'));
  expect(agree('berlin')).toBe(1);
  store.close();
});
