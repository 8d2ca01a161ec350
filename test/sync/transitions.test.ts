import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '#main/storage/open/migrations.ts';
import { editById, insertEdit } from '#main/outbox/outbox.ts';
import { moveEdit } from '#main/outbox/move.ts';
import { transitions } from '#main/outbox/transitions.ts';
import { editStates, type EditState } from '#shared/edit.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
/** A state that an edit may be recorded in. `held` is for edits that a restore or a salvage brings back. */
const firstStates: EditState[] = ['draft', 'waiting', 'held'];
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

test('the database and docs/laws.md say what the table of transitions says', () => {
  const trigger = migrations
    .flatMap(({ statements }) => statements)
    .findLast((statement) => statement.includes('TRIGGER outbox_transition'));
  const written = [...oneLine(trigger ?? '').matchAll(/WHEN '(\w+)' THEN NEW\.state IN \('([^)]*)'\)/g)];
  const rules = Object.fromEntries(written.map(([, from, to = '']) => [from, to.split("', '")]));
  expect(rules).toEqual(Object.fromEntries(Object.entries(transitions).filter(([, to]) => to.length > 0)));
  const page = readFileSync(path.join(root, 'docs/laws.md'), 'utf8');
  for (const from of editStates) {
    if (transitions[from].length === 0) continue;
    expect(page).toContain(`| \`${from}\` | ${transitions[from].map((to) => `\`${to}\``).join(' ')} |`);
  }
  expect(page).toContain(`| (none) | ${firstStates.map((to) => `\`${to}\``).join(' ')} |`);
});

/** Every way from a first state to each state, by the table. */
function wayTo(target: EditState): EditState[] {
  const ways: EditState[][] = firstStates.filter((state) => state !== 'held').map((state) => [state]);
  for (const way of ways) {
    const last = way.at(-1) ?? 'draft';
    if (last === target) return way;
    for (const next of transitions[last]) if (!way.includes(next)) ways.push([...way, next]);
  }
  throw new Error(`no way to ${target}`);
}

const expenseId = '00000000-0000-4000-8000-000000000001';

function storeWithEdit(way: readonly EditState[]) {
  const store = openTestStore(fakeWorld());
  const [first = 'draft'] = way;
  const edit = { kind: 'updateExpense', repeat: 'absoluteReadable', priority: 'write', review: 'automatic', touchesBank: false } as const;
  const more = {
    record: { kind: 'expense', id: expenseId },
    body: { performedDate: '2026-01-02' },
    base: null,
    supersedes: null,
    approvedBy: 'rule',
  } as const;
  store.commit('setup', () => insertEdit(store, { id: 'edit', ...edit, ...more, state: first as 'draft' | 'waiting' }));
  for (const to of way.slice(1)) step(store, to);
  return store;
}

function step(store: ReturnType<typeof openTestStore>, to: EditState) {
  return store.commit('step', () => {
    const row = editById(store, 'edit');
    if (!row) throw new Error('no edit');
    if (to !== 'sending') return moveEdit(store, row, { to, what: 'test', reason: { kind: 'byPerson' } });
    store.sql.prepare(`UPDATE outbox SET state = 'sending', sending_boot = 'boot' WHERE id = 'edit'`).run();
    return true;
  });
}

test('the database takes every transition of the table and refuses every other', () => {
  for (const from of editStates) {
    const way = wayTo(from);
    for (const to of editStates) {
      if (to === from) continue;
      const store = storeWithEdit(way);
      const act = () => step(store, to);
      if (transitions[from].includes(to)) expect(act(), `${from} > ${to}`).toBe(true);
      else expect(act, `${from} > ${to}`).toThrow('cannot go there');
      store.close();
    }
  }
});

test('nothing follows a verdict, and every open state has a way out', () => {
  const final: EditState[] = ['applied', 'confirmed'];
  for (const state of editStates) expect(transitions[state].length > 0).toBe(!final.includes(state));
});

test('the database refuses to open an edit again that was ever claimed, but as refused', () => {
  const store = storeWithEdit(['waiting', 'sending', 'rejected', 'superseded']);
  store.sql.prepare('UPDATE outbox SET last_attempt = 1').run();
  for (const to of ['draft', 'waiting', 'held'] as const) expect(() => step(store, to), to).toThrow('never comes back');
  expect(step(store, 'rejected')).toBe(true);
});

test('the database takes one open edit at a place of a record, and any number of closed ones', () => {
  const store = storeWithEdit(['waiting']);
  const twin = () => store.sql.prepare(`INSERT INTO outbox SELECT seq + 1, 'twin' ${columns} FROM outbox WHERE id = 'edit'`).run();
  const names = store.sql.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('outbox') as string[];
  const columns = names
    .slice(2)
    .map((name) => `, ${name}`)
    .join('');
  expect(twin).toThrow('UNIQUE');
  step(store, 'superseded');
  store.sql.prepare(`DROP TRIGGER outbox_first_state`).run();
  expect(() => twin()).not.toThrow();
});

test('the database refuses to delete or to rewrite a recorded edit', () => {
  const { sql } = storeWithEdit(['waiting']);
  for (const table of ['outbox', 'audit']) expect(() => sql.exec(['DELETE', 'FROM', table].join(' '))).toThrow();
  expect(() => sql.exec(`UPDATE outbox SET body = '{}'`)).toThrow('never changes');
  expect(() => sql.exec(`UPDATE outbox SET owner = 'somebody'`)).toThrow('never changes');
  expect(() => sql.exec(`UPDATE audit SET facts = '{}'`)).toThrow('append-only');
  expect(() => sql.exec(`UPDATE outbox SET review = 'person', approved_at = NULL`)).toThrow('CHECK');
});
