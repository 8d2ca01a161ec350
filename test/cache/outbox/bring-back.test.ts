import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { backupOutbox } from '#main/recovery/backup.ts';
import { openStore } from '#main/storage/open/open.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import type { Store } from '#main/storage/store.ts';
import { attemptsOf, endAttempt, unansweredOn } from '#main/outbox/attempts.ts';
import { bringBackEdits, holdEverything } from '#main/recovery/bring-back.ts';
import { claimsEver } from '#main/outbox/claim.ts';
import { allOpenEdits, editById, openEditsOf, reasonOf, type NewEdit } from '#main/outbox/outbox.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { knownTextOf } from '#main/records/records.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { EditState } from '#shared/edit.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { putEdit, putEdits, walkEdit } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';
import { spoilTable } from '#test/cache/spoil.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { tempFolder } from '#test/temp-folder.ts';

let folder: string;
beforeEach(() => void (folder = tempFolder()));
const at = (name: string) => path.join(folder, name);

const comment: Partial<NewEdit> = { kind: 'createUserComment', repeat: 'creates', body: { content: 'Why?' } };
const bank: Partial<NewEdit> = { kind: 'updateVendor', repeat: 'absoluteVersioned', review: 'person', touchesBank: true };
const longestMs = 210_000;

/** A store in memory that `fill` wrote, and a copy of it. */
function copied(fill: (store: Store) => void): { store: Store; file: string } {
  const store = openTestStore(stillWorld(2));
  fill(store);
  writeFileSync(at('copy.db'), store.sql.serialize());
  return { store, file: at('copy.db') };
}

const heldFrom = (store: Store, id: string) => editById(store, id)?.heldFrom;

describe('an edit that came back, or is held with all others', () => {
  const under: [string, EditState, Partial<NewEdit>, EditState][] = [
    ['a draft', 'draft', {}, 'draft'],
    ['what waits', 'waiting', {}, 'waiting'],
    ['what was refused', 'rejected', {}, 'rejected'],
    ['a conflict', 'conflict', {}, 'conflict'],
    ['what is checked', 'checking', {}, 'checking'],
    ['what is in doubt', 'inDoubt', comment, 'inDoubt'],
    ['a field that was under way, which a read can check', 'sending', {}, 'checking'],
    ['a comment that was under way, which may be there', 'sending', comment, 'inDoubt'],
    ['bank data that was under way, which a person looks at', 'sending', bank, 'inDoubt'],
  ];
  test.each(under)('continues from its former state: %s', (_, state, more, from) => {
    const { store, file } = copied((it) => void putEdit(it, 1, state, more));
    const id = idOf(1, 'ed');
    const other = openTestStore(stillWorld());
    expect(bringBackEdits(other, file)).toEqual({ held: 1, returned: 1, unreadable: 0 });
    expect([editById(other, id)?.state, heldFrom(other, id)]).toEqual(['held', from]);
    expect(holdEverything(store)).toBe(1);
    expect([editById(store, id)?.state, heldFrom(store, id)]).toEqual(['held', from]);
  });

  test('counts a request that was under way among those with an unknown outcome', () => {
    const { store, file } = copied((it) => void putEdit(it, 1, 'sending', bank));
    const other = openTestStore(stillWorld());
    bringBackEdits(other, file);
    holdEverything(store);
    const [request] = attemptsOf(store, idOf(1, 'ed'));
    for (const each of [other, store]) expect(unansweredOn(each, idOf(1, 'ed'))).toEqual([request?.baseVersion]);
  });

  test('is let go at once where it sets a field, and only after an earlier request could have arrived where it creates something', () => {
    const { store, file } = copied((it) => {
      putEdit(it, 1, 'waiting');
      putEdit(it, 2, 'waiting', comment);
    });
    const other = openTestStore(stillWorld());
    bringBackEdits(other, file);
    holdEverything(store);
    for (const each of [other, store]) {
      expect(release(each, [idOf(1, 'ed')])).toEqual({ ok: true });
      expect(release(each, [idOf(2, 'ed')])).toMatchObject({ why: 'tooEarly', unlocksInMs: longestMs });
    }
  });

  test('an edit that a user held stays held by that user when others come back, without a new audit line', () => {
    const { file } = copied((it) => void putEdit(it, 1, 'waiting'));
    const store = openTestStore(stillWorld());
    const own = putEdit(store, 5, 'draft');
    expect(hold(store, [own])).toEqual({ ok: true });
    const [before, lines] = [editById(store, own), auditOfEdit(store, own)];
    expect(bringBackEdits(store, file).held).toBe(2);
    expect(editById(store, own)).toEqual(before);
    expect(auditOfEdit(store, own)).toEqual(lines);
    expect(release(store, [own])).toEqual({ ok: true });
    expect(editById(store, own)?.state).toBe('draft');
  });

  test('an edit that a user held is held again when the age of the data is unknown: it may have been released and sent since', () => {
    const store = openTestStore(stillWorld());
    const [field, said] = [putEdit(store, 1, 'waiting'), putEdit(store, 2, 'waiting', comment)];
    expect(hold(store, [field, said])).toEqual({ ok: true });
    expect(holdEverything(store)).toBe(2);
    expect([heldFrom(store, field), heldFrom(store, said)]).toEqual(['waiting', 'waiting']);
    // Approved before, and looked at again now.
    expect(release(store, [field])).toEqual({ ok: true });
    expect(editById(store, field)?.state).toBe('draft');
    expect(release(store, [said])).toMatchObject({ why: 'tooEarly', unlocksInMs: longestMs });
  });

  test.each([
    ['rejected', { kind: 'rejectedByService', status: 422, error: null, mayBeApplied: true }],
    ['conflict', { kind: 'baseMoved', differences: [{ path: ['city'] }], hardStop: false }],
  ] as const)('which was %s says again, let go, what had been said of it, also out of a backup', (state, reason) => {
    const { file, store } = copied((it) => {
      putEdit(it, 1, state);
      it.sql.prepare('UPDATE outbox SET reason = ?').run(JSON.stringify(reason));
    });
    const backup = backupOutbox(store, at('backups'));
    for (const from of [file, path.join(at('backups'), backup?.id ?? '')]) {
      const other = openTestStore(stillWorld());
      bringBackEdits(other, from);
      expect(release(other, [idOf(1, 'ed')])).toEqual({ ok: true });
      const back = editById(other, idOf(1, 'ed'));
      expect([back?.state, back && reasonOf(back)]).toEqual([state, reason]);
    }
  });

  test('an edit held in the file returns to its state before that', () => {
    const { file } = copied((it) => hold(it, [putEdit(it, 1, 'draft')]));
    const store = openTestStore(stillWorld());
    bringBackEdits(store, file);
    expect(heldFrom(store, idOf(1, 'ed'))).toBe('draft');
  });
});

test('the audit log says that an edit returned to its state, and no more without more evidence', () => {
  const { file } = copied((it) => {
    putEdit(it, 1, 'waiting');
    putEdit(it, 2, 'inDoubt', comment);
  });
  const store = openTestStore(stillWorld());
  bringBackEdits(store, file);
  const said = [1, 2].map((n) => auditOfEdit(store, idOf(n, 'ed')).map(({ what, facts }) => [what, facts]));
  const [bodySha256, approvedBy] = [expect.stringMatching(/^[0-9a-f]{64}$/) as string, expect.any(String) as string];
  expect(said).toEqual([
    [['broughtBack', { from: 'waiting', heldFrom: 'waiting', kind: 'updateExpense', bodySha256, approvedBy }]],
    [['broughtBack', { from: 'inDoubt', heldFrom: 'inDoubt', kind: 'createUserComment', bodySha256, approvedBy }]],
  ]);
});

describe('an edit’s base', () => {
  const ref = { kind: 'expense', id: idOf(1) } as const;
  const text = JSON.stringify({ id: ref.id, performedDate: '2026-03-01' });

  test('comes along with the edit, whose record stays behind', () => {
    const { file } = copied((it) => {
      it.commit('hear', () => hearRecord(it, { ref, text, value: { id: ref.id }, provenance: 'read', asOf: 1, complete: true }));
      const id = putEdit(it, 1, 'sending', { base: knownTextOf(it, ref) });
      it.commit('answer', () => endAttempt(it, id, 1, { outcome: 'doubt', status: 200, afterMs: 1 }));
      walkEdit(it, id, 'checking');
    });
    const store = openTestStore(stillWorld());
    bringBackEdits(store, file);
    expect(editById(store, idOf(1, 'ed'))).toMatchObject({ base: text });
  });

  test('is nothing where there was nothing to see', () => {
    const { file } = copied((it) => void putEdit(it, 1, 'waiting', { base: null }));
    const store = openTestStore(stillWorld());
    bringBackEdits(store, file);
    expect(editById(store, idOf(1, 'ed'))).toMatchObject({ base: null });
  });
});

test('requests come along with their edits, and windows hear of each, its record and the counters', () => {
  const { store, file } = copied((it) => {
    putEdit(it, 1, 'inDoubt', comment);
    putEdit(it, 2, 'rejected');
    putEdit(it, 3, 'waiting');
  });
  const other = openTestStore(stillWorld());
  const heard: Change[] = [];
  other.subscribe((changes) => heard.push(...changes));
  bringBackEdits(other, file);
  for (const n of [1, 2, 3]) {
    expect(attemptsOf(other, idOf(n, 'ed'))).toEqual(attemptsOf(store, idOf(n, 'ed')));
    expect(heard).toContainEqual({ kind: 'edits', ids: [idOf(n, 'ed')] });
    expect(heard).toContainEqual({ kind: 'records', refs: [{ kind: 'expense', id: idOf(n) }] });
  }
  expect(attemptsOf(other, idOf(1, 'ed'))).toHaveLength(1);
  expect(heard).toContainEqual({ kind: 'status' });
});

test('requests are counted on from the higher number, so that the keychain does not take these data for an older copy', () => {
  const { store: source, file } = copied((it) => void putEdits(it, 12));
  const [fresh, busy] = [openTestStore(stillWorld()), openTestStore(stillWorld())];
  for (let n = 20; n < 30; n += 1) putEdit(busy, n, 'rejected');
  for (const store of [fresh, busy]) bringBackEdits(store, file);
  expect([claimsEver(fresh), claimsEver(busy)]).toEqual([7, 10]);
  const restored = openTestStore(stillWorld());
  bringBackEdits(restored, at(backupOutbox(source, folder)?.id ?? ''));
  expect(claimsEver(restored)).toBe(7);
});

test('a backup of an older form gives back its edits in the order of recording', () => {
  const { store } = copied((it) => {
    const more = { record: { kind: 'expense', id: idOf(1) } } as const;
    const first = putEdit(it, 3, 'sending', more);
    const answer = { body: Buffer.from('{"type":"refused"}'), sha256: '', headers: {} };
    it.commit('answer', () => endAttempt(it, first, 1, { outcome: 'refused', status: 422, afterMs: 1, answer }));
    walkEdit(it, first, 'rejected');
    for (const n of [1, 2]) putEdit(it, n, 'waiting', more);
  });
  const backup = at(backupOutbox(store, folder)?.id ?? '');
  const older = new Database(backup);
  for (const column of ['place', 'taken_over']) older.exec(`ALTER TABLE outbox DROP COLUMN ${column}`);
  older.close();
  const other = openTestStore(stillWorld());
  expect(bringBackEdits(other, backup)).toEqual({ held: 3, returned: 3, unreadable: 0 });
  const order = openEditsOf(other, { kind: 'expense', id: idOf(1) });
  expect(order.map(({ id }) => id)).toEqual([3, 1, 2].map((n) => idOf(n, 'ed')));
  for (const { id, takenOver } of order) {
    expect(takenOver).toBe(null);
    expect(attemptsOf(other, id)).toEqual(attemptsOf(store, id));
  }
});

describe('a creating edit with an unreadable history may exist already', () => {
  /** A comment that corrects the first one, of whose request nobody knows the end, and one about nothing before it. */
  function copiedPast(): string {
    return copied((it) => {
      const first = putEdit(it, 1, 'sending', comment);
      it.commit('answer', () => endAttempt(it, first, 1, { outcome: 'doubt', status: null, afterMs: 1 }));
      walkEdit(it, first, 'rejected', 'superseded');
      putEdit(it, 2, 'waiting', { ...comment, supersedes: first });
      putEdit(it, 3, 'waiting', comment);
    }).file;
  }
  const saidOf = (file: string) => {
    const store = openTestStore(stillWorld());
    bringBackEdits(store, file);
    return [2, 3].map((n) => auditOfEdit(store, idOf(n, 'ed'))[0]?.facts['mayBeThere'] ?? false);
  };

  test('a correction', () => {
    const whole = copiedPast();
    expect(saidOf(whole)).toEqual([true, false]);
    spoilTable(whole, 'attempts');
    expect(saidOf(whole)).toEqual([true, false]);
    const untold = copiedPast();
    spoilTable(untold, 'audit');
    // Each of them may stand for another.
    expect(saidOf(untold)).toEqual([true, true]);
  });
});

test('a correction of an edit that stayed behind asks the database that knows it, and without one may exist already', () => {
  const refused = (store: Store) => walkEdit(store, putEdit(store, 1, 'rejected', comment), 'superseded');
  const { store } = copied((it) => {
    refused(it);
    putEdit(it, 2, 'waiting', { ...comment, supersedes: idOf(1, 'ed') });
  });
  const backup = at(backupOutbox(store, folder)?.id ?? '');
  const cut = new Database(backup);
  cut.prepare('DELETE FROM outbox WHERE id = ?').run(idOf(1, 'ed'));
  cut.prepare('DELETE FROM attempts').run();
  cut.close();
  const said = (other: Store) => {
    expect(bringBackEdits(other, backup).returned).toBe(1);
    return auditOfEdit(other, idOf(2, 'ed'))[0]?.facts['mayBeThere'] ?? false;
  };
  const knows = openTestStore(stillWorld());
  refused(knows);
  expect([said(knows), said(openTestStore(stillWorld()))]).toEqual([false, true]);
});

describe('the number of unreadable edits', () => {
  /** Twelve edits, of whose table nothing can be read any more. */
  function unreadable() {
    copied((it) => putEdits(it, 12));
    spoilTable(at('copy.db'), 'outbox');
    return bringBackEdits(openTestStore(stillWorld()), at('copy.db')).unreadable;
  }

  test('comes from the audit log', () => {
    expect(unreadable()).toBe(12);
  });
});

describe('a file that edits are brought back from', () => {
  const wrong: Seal = { key: new Uint8Array(32).fill(9), keyId: testSeal.keyId };

  it.each([
    ['plain', null],
    ['sealed', testSeal],
  ])('stays as it was with its log, and is nobody’s afterwards: %s', (_, seal) => {
    const store = openTestStore(stillWorld(2), at('account.db'), testAccount, seal);
    putEdits(store, 12);
    const names = ['damaged.db', 'damaged.db-wal'];
    for (const name of names) cpSync(at(name.replace('damaged', 'account')), at(name));
    store.close();
    const before = names.map((name) => readFileSync(at(name)));
    const other = openTestStore(stillWorld());
    // Each key of the account is tried: a database and its backups have two.
    expect(bringBackEdits(other, at('damaged.db'), [], [wrong, testSeal])).toEqual({ held: 8, returned: 8, unreadable: 0 });
    expect(names.map((name) => readFileSync(at(name)).equals(before[names.indexOf(name)] ?? Buffer.of()))).toEqual([true, true]);
    const again = openStore({ file: at('damaged.db'), world: stillWorld(3), account: testAccount, seal });
    expect(again.kind).toBe('open');
    if (again.kind === 'open') again.store.close();
  });

  it.each(['none', 'a folder', 'a letter', 'a sealed one without its key'])('that is %s restores nothing, and blocks nothing', (what) => {
    const file = at('lost.db');
    if (what === 'a folder') mkdirSync(file);
    if (what === 'a letter') writeFileSync(file, 'Dear bank');
    if (what.startsWith('a sealed')) openTestStore(stillWorld(2), file, testAccount, testSeal).close();
    const store = openTestStore(stillWorld());
    putEdit(store, 1, 'waiting');
    expect(bringBackEdits(store, file, [], [wrong])).toEqual({ held: 1, returned: 0, unreadable: null });
    expect(existsSync(file)).toBe(what !== 'none');
  });

  it('hides no mistake of ours behind its damage', () => {
    openTestStore(stillWorld(2), at('account.db'), testAccount, testSeal).close();
    const noKey = { key: null as unknown as Uint8Array, keyId: testSeal.keyId };
    expect(() => bringBackEdits(openTestStore(stillWorld()), at('account.db'), [], [noKey])).toThrow(TypeError);
  });

  it('does not give back what a newer one shows as closed; what that one has open, it gives', () => {
    const store = openTestStore(stillWorld(2));
    const [gone, open] = [putEdit(store, 1, 'waiting'), putEdit(store, 2, 'waiting')];
    writeFileSync(at('older.db'), store.sql.serialize());
    walkEdit(store, gone, 'sending', 'applied');
    writeFileSync(at('newer.db'), store.sql.serialize());
    const other = openTestStore(stillWorld());
    expect(bringBackEdits(other, at('older.db'), [at('older.db'), at('newer.db')]).returned).toBe(1);
    expect(allOpenEdits(other).map(({ id }) => id)).toEqual([open]);
  });
});
