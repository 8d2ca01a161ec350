import { expect, test } from 'vitest';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { catchUpProjections, forgetProjections, projections } from '#main/projections/projections.ts';
import { putRecord, putStub } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { seededRandom } from '#test/world.ts';
import { putEdit } from './many-edits.ts';
import { expense, idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

// Records and edits are facts; lists, counts and words are made from them. After any history they are what they would be if they were rebuilt.

const histories = Number(process.env['LAYOVER_HISTORIES'] ?? 60);
const states = ['draft', 'waiting', 'held', 'applied', 'discarded', 'rejected'] as const;

/** Does one random thing, in a commit of its own or in one that is rolled back. */
function step(store: Store, random: () => number, n: number): void {
  const one = Math.floor(random() * 6);
  const ref = { kind: 'expense', id: idOf(one) } as const;
  const draw = random();
  const status = ['CREATED', 'CANCELLED', 'IN_DRAFT'][Math.floor(random() * 3)] ?? 'CREATED';
  const hear = (complete: boolean) => {
    const value = { ...expense(Math.floor(random() * 40)), id: ref.id, status, ...(complete ? {} : { lineItems: null }) };
    putRecord(store, {
      ref,
      value,
      text: JSON.stringify(value),
      provenance: random() < 0.5 ? 'read' : 'import',
      asOf: n,
      complete,
      setBack: random() < 0.7,
    });
  };
  if (draw < 0.45) hear(random() < 0.7);
  else if (draw < 0.6) putStub(store, ref, n);
  else if (draw < 0.75) forgetRecord(store, ref);
  else if (draw < 0.85) putEdit(store, n, states[Math.floor(random() * states.length)] ?? 'draft');
  else if (draw < 0.93) undone(store, () => hear(true));
  else catchUpProjections(store);
}

function undone(store: Store, work: () => void): void {
  const fail = () =>
    store.commit('fails', () => {
      work();
      throw new Error('deliberate');
    });
  expect(fail).toThrow('deliberate');
}

function caughtUp(store: Store): void {
  while (!catchUpProjections(store));
}

/** Everything that projections say; of words, which word is in which row. */
function said(store: Store): Record<string, unknown> {
  const all = (text: string) => store.sql.prepare(text).raw().all();
  const wordsIn = (table: string) => all(`SELECT term, doc FROM temp.${table}_said ORDER BY term, doc`);
  for (const table of ['record_words', 'edit_words'])
    store.sql.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_said USING fts5vocab('main', '${table}', 'instance')`);
  return {
    rows: all('SELECT row, title, subtitle, status, amount_minor, currency, date, updated_at, has_problem, facts FROM record ORDER BY row'),
    record_fact: all('SELECT * FROM record_fact ORDER BY 1, 2, 3'),
    record_count: all('SELECT * FROM record_count WHERE count <> 0 ORDER BY 1, 2, 3, 4'),
    record_words: wordsIn('record_words'),
    record_words_due: all('SELECT * FROM record_words_due'),
    edit_words: wordsIn('edit_words'),
  };
}

/** Plays a history; returns its projections, and the same projections rebuilt. */
function playBoth(seed: number, harm = ''): { projected: unknown; rebuilt: unknown } {
  const store = openTestStore(stillWorld(seed));
  if (harm !== '') store.sql.exec(harm);
  const random = seededRandom(seed);
  for (let n = 0; n < 4 + Math.floor(random() * 24); n++) step(store, random, n);
  caughtUp(store);
  const projected = said(store);
  for (const name of store.sql.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'harm_%'`).pluck().all() as string[])
    store.sql.exec(`DROP TRIGGER ${name}`);
  forgetProjections(store);
  caughtUp(store);
  const rebuilt = said(store);
  store.close();
  return { projected, rebuilt };
}

test('projections equal a rebuild, after any history', () => {
  for (let seed = 1; seed <= histories; seed++) {
    const { projected, rebuilt } = playBoth(seed);
    expect({ seed, ...(projected as object) }).toEqual({ seed, ...(rebuilt as object) });
  }
});

test('each table of a projection is compared', () => {
  const compared = Object.keys(playBoth(1).projected as object);
  expect(projections.flatMap(({ tables }) => tables).filter((table) => !compared.includes(table))).toEqual([]);
});

test.each([
  ['a column keeps an old value', `CREATE TRIGGER harm_fact BEFORE DELETE ON record_fact BEGIN SELECT RAISE(IGNORE); END`],
  [
    'a list row keeps its status',
    `CREATE TRIGGER harm_row AFTER UPDATE OF status ON record BEGIN UPDATE record SET status = OLD.status WHERE row = NEW.row AND status <> OLD.status; END`,
  ],
  ['a day counter misses a change', `DROP TRIGGER record_counted_again`],
  ['the word index is not told of a record', `CREATE TRIGGER harm_due BEFORE INSERT ON record_words_due BEGIN SELECT RAISE(IGNORE); END`],
])('a mutant is found: %s', (_name, harm) => {
  const differs = ({ projected, rebuilt }: ReturnType<typeof playBoth>) =>
    JSON.stringify(projected, plain) !== JSON.stringify(rebuilt, plain);
  expect(Array.from({ length: 40 }, (_, n) => n + 1).some((seed) => differs(playBoth(seed, harm)))).toBe(true);
});

const plain = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
