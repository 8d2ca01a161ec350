import { expect, test } from 'vitest';
import { keepAuditVerified } from '#main/account-life/jobs/keep-audit-verified.ts';
import { readSetting } from '#main/storage/settings.ts';
import { appendAudit, verifyAudit } from '#main/audit/audit.ts';
import { followOpenEdits } from '#main/audit/agreed.ts';
import { markOf, moveMark } from '#main/audit/verified.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';

function open(): { store: Store; world: FakeWorld } {
  const world = fakeWorld();
  return { store: openTestStore(world), world };
}

async function followFromMark(store: Store, world: FakeWorld) {
  const from = markOf(store);
  const following = followOpenEdits(store, from, null);
  await world.advance(10);
  const log = await following;
  if (log.brokenAt === null) moveMark(store, log.to, from);
  return log;
}

function write(store: Store, lines: number): void {
  store.commit('lines', () =>
    Array.from({ length: lines }, (_, n) => appendAudit(store, { what: 'imported', editId: null, record: null, facts: { n } })),
  );
}

/** As somebody with the file in hand could: the triggers are no lock. */
function tamper(store: Store, seq: number): void {
  store.sql.exec('DROP TRIGGER IF EXISTS audit_never_changed');
  store.sql.prepare(`UPDATE audit SET who = 'Bob Ek (bob)' WHERE seq = ?`).run(seq);
}

test('a start follows what was added since the chain was last followed, and finds what does not fit there', async () => {
  const { store, world } = open();
  write(store, 1_200);
  expect(await followFromMark(store, world)).toMatchObject({ brokenAt: null, to: { seq: 1_200 } });
  expect(readSetting(store, 'trailVerified')).toMatchObject({ seq: 1_200 });
  write(store, 300);
  tamper(store, 1_400);
  expect(await followFromMark(store, world)).toMatchObject({ brokenAt: 1_400 });
  expect(readSetting(store, 'trailVerified')).toMatchObject({ seq: 1_200 });
});

test('a line before the mark that was changed is found behind the start, and told once', async () => {
  const { store, world } = open();
  write(store, 3_000);
  await followFromMark(store, world);
  tamper(store, 700);
  expect((await followFromMark(store, world)).brokenAt).toBeNull();
  const told: number[] = [];
  const keeping = keepAuditVerified(store, (line) => void told.push(line));
  await world.advance(60_000);
  expect(told).toEqual([700]);
  expect(verifyAudit(store)).toEqual({ whole: false, lines: 699, brokenAt: 700 });
  store.changed({ kind: 'syncFinished', reportId: 'r' });
  await world.advance(60_000);
  expect(told).toEqual([700]);
  keeping.stop();
});

test('the mark follows each sync, a portion at a time, and a mark of another audit log is ignored', async () => {
  const { store, world } = open();
  const keeping = keepAuditVerified(store, () => expect.unreachable());
  write(store, 2_600);
  store.changed({ kind: 'syncFinished', reportId: 'r' });
  await world.advance(60_000);
  expect(readSetting(store, 'trailVerified')).toMatchObject({ seq: 2_600 });
  keeping.stop();
  // Another line stands where the mark was: everything is followed.
  store.sql.exec('DROP TRIGGER IF EXISTS audit_never_changed');
  store.sql.prepare(`UPDATE audit SET hash = ? WHERE seq = 2600`).run('f'.repeat(64));
  expect(await followFromMark(store, world)).toMatchObject({ brokenAt: 2_600 });
  store.sql.prepare(`UPDATE setting SET value = '{' WHERE name = 'trailVerified'`).run();
  expect(await followFromMark(store, world)).toMatchObject({ brokenAt: 2_600 });
});
