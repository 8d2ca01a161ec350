import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baseOf, reasonOf } from '#main/outbox/outbox.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { vendorScene } from './vendor-scene.ts';

let store: Store;
let scene: ReturnType<typeof vendorScene>;
beforeEach(() => {
  store = openTestStore(stillWorld());
  scene = vendorScene(store);
});
afterEach(() => store.close());

const nothing = { merged: [], conflicts: [] };
const baseNow = (id: string) => baseOf(scene.edit(id));
const linesOf = (id: string, what: string) => auditOfEdit(store, id).filter((line) => line.what === what);
const conflictOf = (id: string) => {
  const reason = reasonOf(scene.edit(id));
  if (reason?.kind !== 'baseMoved') throw new Error(`no conflict: ${JSON.stringify(reason)}`);
  return { hardStop: reason.hardStop, fields: reason.differences.map(({ path, theirs }) => [path.join('.'), theirs]) };
};

describe('an edit whose fields nobody else touched', () => {
  it('moves onto the new record, and the audit log names the other moved fields', () => {
    const id = scene.record({ city: 'Lisbon' });
    const fields = [{ path: ['email'], base: 'old@acme.test', theirs: 'new@acme.test' }];
    expect(scene.hear({ email: 'new@acme.test' })).toEqual({ merged: [{ editId: id, fields }], conflicts: [] });
    expect(baseNow(id)).toMatchObject({ email: 'new@acme.test', version: 3 });
    expect(linesOf(id, 'rebased').map(({ facts }) => facts)).toEqual([{ fields: [['email']] }]);
  });

  it('reports no merge when only bookkeeping moved', () => {
    const id = scene.record({ city: 'Lisbon' });
    expect(scene.hear({})).toEqual(nothing);
    expect(baseNow(id)).toMatchObject({ version: 3 });
  });

  it('is none of the bank’s business unless it touches bank data itself', () => {
    const id = scene.record({ city: 'Lisbon' });
    expect(scene.hear({ bankAccountNumber: 'SE9' }).merged).toHaveLength(1);
    expect(scene.edit(id).state).toBe('waiting');
  });

  it('keeps the base that the user saw once it is under way, and for a creating edit', () => {
    const comment = scene.record({ content: 'Call them' }, { kind: 'createUserComment', repeat: 'creates', state: 'draft' });
    expect(scene.hear({ email: 'new@acme.test' })).toEqual(nothing);
    expect(baseNow(comment)).toMatchObject({ email: 'old@acme.test' });
    scene.walk(comment, 'discarded');
    const sent = scene.record({ city: 'Lisbon' });
    scene.send(sent);
    expect(scene.hear({ email: 'newer@acme.test' })).toEqual(nothing);
    expect(baseNow(sent)).toMatchObject({ email: 'new@acme.test' });
  });
});

describe('a conflict that somebody has not settled yet', () => {
  it('shows each field once as it is today, and is left alone when nothing of it moved', () => {
    const id = scene.record({ city: 'Lisbon', email: 'mine@acme.test' });
    expect(scene.hear({ city: 'Faro', email: 'theirs@acme.test' })).toEqual({ merged: [], conflicts: [id] });
    const lines = linesOf(id, 'baseMoved').length;
    scene.hear({ name: 'Acme Lda' });
    expect(linesOf(id, 'baseMoved')).toHaveLength(lines);
    scene.hear({ city: 'Braga' });
    expect(conflictOf(id)).toEqual({
      hardStop: false,
      fields: [
        ['city', 'Braga'],
        ['email', 'theirs@acme.test'],
      ],
    });
    expect(baseNow(id)).toMatchObject({ city: 'Porto', version: 2 });
  });

  it('never becomes one about bank data that the edit does not touch', () => {
    const id = scene.record({ city: 'Lisbon' });
    scene.hear({ city: 'Faro' });
    scene.hear({ city: 'Braga', bankAccountNumber: 'SE9' });
    expect(conflictOf(id)).toEqual({ hardStop: false, fields: [['city', 'Braga']] });
  });

  it('is stopped hard once bank data moves under an edit of bank data, which is shown once', () => {
    const id = scene.record({ city: 'Lisbon', bankName: 'Ours' });
    scene.hear({ city: 'Faro' });
    expect(conflictOf(id)).toEqual({ hardStop: false, fields: [['city', 'Faro']] });
    scene.hear({ city: 'Braga' });
    expect(conflictOf(id).hardStop).toBe(false);
    scene.hear({ bankName: 'Theirs' });
    expect(conflictOf(id)).toEqual({
      hardStop: true,
      fields: [
        ['city', 'Braga'],
        ['bankName', 'Theirs'],
      ],
    });
  });
});

describe('possible effects of an earlier request', () => {
  it('explains its own value and no other field that somebody moved meanwhile', () => {
    const earlier = scene.record({ city: 'Faro' });
    scene.send(earlier, 'check');
    const city = scene.record({ city: 'Lisbon' });
    const email = scene.record({ email: 'mine@acme.test' });
    expect(scene.hear({ city: 'Faro', email: 'theirs@acme.test' }).conflicts).toEqual([email]);
    expect(scene.edit(city).state).toBe('waiting');
    expect(conflictOf(email).fields).toEqual([['email', 'theirs@acme.test']]);
  });

  it('explains nothing once its answer came: the same value from somebody else is a conflict', () => {
    const earlier = scene.record({ city: 'Faro' });
    scene.send(earlier, 'check');
    scene.walk(earlier, 'checking', 'applied');
    scene.hear({ city: 'Porto', name: 'Acme Lda' });
    const later = scene.record({ city: 'Lisbon' });
    expect(scene.hear({ city: 'Faro' }).conflicts).toEqual([later]);
  });

  it.each([
    ['open still', ['inDoubt'], []],
    ['discarded since', ['inDoubt', 'held', 'discarded'], ['bankName']],
    ['corrected since', ['inDoubt', 'held', 'superseded'], ['bankName']],
  ] as const)('is enough for a bank field only while its edit is open: %s', (_, states, stopped) => {
    const earlier = scene.record({ bankName: 'Two' });
    scene.send(earlier, 'check');
    scene.walk(earlier, ...states);
    const later = scene.record({ bankName: 'Three' });
    scene.hear({ bankName: 'Two' });
    const moved = scene.edit(later).state === 'conflict' ? conflictOf(later) : { hardStop: false, fields: [] };
    expect(moved).toEqual({ hardStop: stopped.length > 0, fields: stopped.map((name) => [name, 'Two']) });
  });

  it.each([
    ['which nobody learned the end of, and a field is empty now', 'check', { description: null }, true],
    ['which nobody learned the end of, and nothing is empty', 'check', { description: 'Ink' }, false],
    ['which the service refused, and a field is empty now', 'refused', { description: null }, false],
  ])('keeps the record before it beside the new one: a request %s', (_, outcome, change, isKept) => {
    const id = scene.record({ city: 'Lisbon' });
    scene.send(id, outcome);
    scene.walk(id, 'waiting');
    scene.hear(change);
    const [line] = linesOf(id, 'rebased');
    expect(line?.facts['fields']).toEqual([['description']]);
    expect(line?.facts['was']).toEqual(isKept ? expect.objectContaining({ description: 'Paper' }) : undefined);
  });
});
