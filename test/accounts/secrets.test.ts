import { describe, expect, it, test } from 'vitest';
import { createGuard } from '#main/accounts/keychain/guard-counter.ts';
import { keychainState, openSecrets } from '#main/accounts/keychain/keychain.ts';
import type { Keytar } from '#main/accounts/keychain/keyring-module.ts';
import { likeKeytar } from '#main/accounts/keychain/keyring-module.ts';
import { sessionSecrets } from '#main/accounts/keychain/session-secrets.ts';
import { signOut } from '#main/accounts/sign-out.ts';
import { createTokenStore } from '#main/accounts/keychain/token-store.ts';
import { FakeKeytar } from '#test/accounts/token-server.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { fakeWorld } from '#test/world.ts';
import { anchored } from '#test/anchors.ts';
import { markBytes } from '#main/accounts/placed-secrets.ts';

// The states of a keychain: "nothing there" is believed of an open keychain only. The real ones are in keychain.test.ts.

const open = (keytar: Keytar | null, world = fakeWorld()) =>
  openSecrets({ world, load: () => (keytar ? { keytar, backend: 'fake' } : null) });
const fails = () => Promise.reject(new Error('refused'));

describe('a keychain', () => {
  it('is unavailable when it is missing, not empty', async () => {
    const secrets = await open(null);
    const nothing = { kind: 'unavailable', detail: 'noModule' };
    expect([secrets.backend, await secrets.read('a'), await secrets.write('a', 'b'), await secrets.remove('a')]).toEqual([
      ...['none', nothing, nothing, nothing],
    ]);
    expect(await keychainState(secrets)).toBe('unavailable');
  });

  it('reports absent, found, and absent again when it is open', async () => {
    const secrets = await open(new FakeKeytar());
    expect(secrets.backend).toBe('fake');
    expect(await keychainState(secrets)).toBe('ok');
    expect(await keychainState(secrets)).toBe('ok');
    expect(await secrets.read('a')).toEqual({ kind: 'absent' });
    expect(await secrets.write('a', 'b')).toEqual({ kind: 'found', secret: 'b' });
    expect(await secrets.read('a')).toEqual({ kind: 'found', secret: 'b' });
    expect(await secrets.remove('a')).toEqual({ kind: 'absent' });
  });

  it('takes what Windows takes, to the byte', async () => {
    const secrets = await open(new FakeKeytar());
    expect((await secrets.write('a', `é${'x'.repeat(2_397)}`)).kind).toBe('found');
    expect(await secrets.write('a', `é${'x'.repeat(2_398)}`)).toEqual({ kind: 'unavailable', detail: 'tooLong' });
  });

  it('reports locked for every entry when it is locked', async () => {
    const keytar = Object.assign(new FakeKeytar(), { refuses: true });
    const secrets = await open(keytar);
    expect([await secrets.read('a'), await secrets.write('a', 'b'), await secrets.remove('a')]).toEqual([
      ...[{ kind: 'locked' }, { kind: 'locked' }, { kind: 'locked' }],
    ]);
    expect(await keychainState(secrets)).toBe('locked');
  });

  it('waits for the module when it closes, and sends it nothing more', async () => {
    const answer = Promise.withResolvers<null>();
    const keytar = Object.assign(new FakeKeytar(), { getPassword: () => answer.promise });
    const secrets = await open(keytar);
    const read = secrets.read('a');
    let closed = false;
    const closing = secrets.close().then(() => (closed = true));
    expect(await secrets.read('b')).toEqual({ kind: 'locked' });
    expect(closed).toBe(false);
    answer.resolve(null);
    await closing;
    // what it would have asked next has no answer
    expect(await read).toEqual({ kind: 'locked' });
  });

  it('is locked twenty seconds after an ignored prompt, and not before', async () => {
    for (const act of ['read', 'write', 'remove'] as const) {
      const world = fakeWorld();
      const never = () => new Promise<never>(() => undefined);
      const secrets = await open({ getPassword: never, setPassword: never, deletePassword: never }, world);
      let said: unknown = null;
      void secrets[act]('a', 'b').then((answer) => (said = answer));
      await world.advance(19_999);
      expect(said, act).toBe(null);
      await world.advance(1);
      expect(said, act).toEqual({ kind: 'locked' });
    }
  });

  it('returns its entries after a write unlocked it', async () => {
    const keytar = Object.assign(new FakeKeytar(), { refuses: true });
    keytar.entries.set('a', 'kept');
    keytar.setPassword = async (_service, name, secret) => {
      keytar.refuses = false;
      keytar.entries.set(name, secret);
    };
    expect(await (await open(keytar)).read('a')).toEqual({ kind: 'found', secret: 'kept' });
  });

  it('is locked when it takes the canary and does not return it', async () => {
    for (const seen of [() => Promise.resolve(null), fails]) {
      let asked = 0;
      const getPassword = () => ((asked += 1) < 3 ? Promise.resolve(null) : seen());
      expect(await (await open({ getPassword, setPassword: async () => undefined, deletePassword: fails })).read('a')).toEqual({
        kind: 'locked',
      });
    }
  });

  it('is neither locked nor empty when it fails or only reads', async () => {
    const broken = await open({ getPassword: fails, setPassword: fails, deletePassword: fails });
    expect(await broken.read('a')).toEqual({ kind: 'unavailable', detail: 'readFailed' });
    expect(await broken.write('a', 'b')).toEqual({ kind: 'unavailable', detail: 'writeFailed' });
    expect(await broken.remove('a')).toEqual({ kind: 'unavailable', detail: 'writeFailed' });
    const keytar = Object.assign(new FakeKeytar(), { readOnly: true, deletePassword: fails });
    keytar.entries.set('canary', 'here');
    const readOnly = await open(keytar);
    expect(await readOnly.write('a', 'b')).toEqual({ kind: 'unavailable', detail: 'readOnly' });
    expect(await readOnly.remove('a')).toEqual({ kind: 'unavailable', detail: 'readOnly' });
  });
});

describe('keytar’s twin', () => {
  /** As the twin answers with a daemon that is open, locked, or not there. */
  const twin = (daemon: 'open' | 'locked' | 'none') => {
    const keytar = new FakeKeytar();
    const told: string[] = [];
    keytar.entries.set('canary', 'here').set('a', 'kept');
    const getPassword = (service: string, name: string) => (daemon === 'locked' ? fails() : keytar.getPassword(service, name));
    const findCredentials = (service: string) => (told.push(service), daemon === 'open' ? Promise.resolve([]) : fails());
    const act = { setPassword: keytar.setPassword.bind(keytar), deletePassword: keytar.deletePassword.bind(keytar) };
    return { keytar, told, made: likeKeytar({ getPassword, findCredentials, ...act }, 'canary') };
  };

  it('answers as keytar where a daemon is open', async () => {
    const { keytar, told, made } = twin('open');
    expect(await made.getPassword('s', 'a')).toBe('kept');
    await made.setPassword('s', 'b', 'new');
    expect(keytar.entries.get('b')).toBe('new');
    expect(await made.deletePassword('s', 'a')).toBe(true);
    expect(told).toEqual(['s', 's', 's']);
  });

  it('says nothing where it is locked, and lets a write ask for it', async () => {
    const { keytar, made } = twin('locked');
    expect(await made.getPassword('s', 'a')).toBe(null);
    await made.setPassword('s', 'b', 'new');
    expect(keytar.entries.get('b')).toBe('new');
  });

  it('throws without a keychain, and keeps nothing in the kernel’s memory', async () => {
    const { keytar, made } = twin('none');
    for (const act of [made.getPassword('s', 'a'), made.setPassword('s', 'b', 'new'), made.deletePassword('s', 'a')])
      await expect(act).rejects.toThrow('refused');
    expect([...keytar.entries.keys()]).toEqual(['canary', 'a']);
  });
});

describe('an entry', () => {
  it('of tokens is both or neither, whatever somebody wrote there', async () => {
    const secrets = new MemorySecrets();
    const store = createTokenStore(secrets, 'a1');
    const tokens = { accessToken: 'a', refreshToken: 'r', endsAt: 7 };
    expect(await store.read()).toEqual({ kind: 'nothing', why: 'never' });
    expect(await store.write(tokens)).toBe(true);
    expect(await store.read()).toEqual({ kind: 'found', tokens });
    for (const [text, found] of [
      ['{"refreshToken":"r"}', { accessToken: null, refreshToken: 'r', endsAt: null }],
      ['{"accessToken":"a","refreshToken":7,"endsAt":"soon"}', { accessToken: 'a', refreshToken: null, endsAt: null }],
    ] as const) {
      secrets.entries.set('tokens:a1', text);
      expect(await store.read()).toEqual({ kind: 'found', tokens: found });
    }
    for (const text of ['{}', '[]', 'x', '{"accessToken":7}']) {
      secrets.entries.set('tokens:a1', text);
      expect(await store.read(), text).toEqual({ kind: 'nothing', why: 'never' });
    }
    secrets.locked = true;
    expect(await store.read()).toEqual({ kind: 'nothing', why: 'keychainLocked' });
    expect(await store.write(tokens)).toBe(false);
    secrets.gone = true;
    expect(await store.read()).toEqual({ kind: 'nothing', why: 'keychainUnavailable' });
    secrets.gone = secrets.locked = false;
  });

  it('of tokens too long together keeps the one that fetches the other, and a lone one as it is', async () => {
    const secrets = new MemorySecrets();
    const store = createTokenStore(secrets, 'a1');
    const whole = JSON.stringify({ accessToken: '', refreshToken: 'r', endsAt: 1 }).length;
    for (const [length, keeps] of [
      [2_399 - markBytes, true],
      [2_400 - markBytes, false],
    ] as const) {
      await store.write({ accessToken: 'x'.repeat(length - whole), refreshToken: 'r', endsAt: 1 });
      expect(secrets.entries.get('tokens:a1')?.includes('accessToken')).toBe(keeps);
    }
    await store.write({ accessToken: 'x'.repeat(3_000), refreshToken: null, endsAt: 1 });
    expect(secrets.entries.get('tokens:a1')).toContain('x'.repeat(3_000));
  });

  it('of the guard is an anchor and nothing like it', async () => {
    const secrets = new MemorySecrets();
    const guard = createGuard(secrets, 'a1');
    const hash = 'ab'.repeat(32);
    for (const text of ['', '7', `-1 1 ${hash} - 0`, `1 1 ${hash} -`, `1 1 ${hash}0 - 0`, `1  1 ${hash} - 0`, `1 1 ${hash} - 0x`]) {
      secrets.entries.set('guard:a1', text);
      expect(await guard.read(), text).toBe('unavailable');
      expect(await guard.raise(anchored(99)), text).toBe('unavailable');
    }
    const anchor = anchored(41, { line: { seq: 7, hash }, trust: 'ab'.repeat(8), broken: 3 });
    secrets.entries.set('guard:a1', `41 7 ${hash} ${anchor.trust} 3`);
    expect(await guard.read()).toEqual(anchor);
  });

  it('removes all of an account’s entries, and reports one that stays', async () => {
    const secrets = new MemorySecrets();
    for (const name of ['key:a1', 'tokens:a1', 'client:a1', 'guard:a1', 'key:a2']) secrets.entries.set(name, 'x');
    for (const stays of ['key:a1', 'tokens:a1', 'client:a1']) {
      const remove = async (name: string) => (name === stays ? { kind: 'locked' as const } : secrets.read('nothing'));
      expect(await signOut({ ...asSecrets(secrets), remove }, 'a1', { unfinished: 0, unfinishedSeen: 0 })).toEqual({ kind: 'locked' });
    }
    expect(await signOut(secrets, 'a1', { unfinished: 2, unfinishedSeen: 2 })).toEqual({ kind: 'signedOut' });
    expect([...secrets.entries.keys()]).toEqual(['guard:a1', 'key:a2']);
  });
});

const asSecrets = (secrets: MemorySecrets) => ({
  backend: secrets.backend,
  read: (name: string) => secrets.read(name),
  write: (name: string, secret: string) => secrets.write(name, secret),
  remove: (name: string) => secrets.remove(name),
});

test('an entry of the keychain is read from it; an entry in memory comes first', async () => {
  const keychain = new MemorySecrets();
  const secrets = sessionSecrets(keychain);
  expect(secrets.backend).toBe('memory');
  await secrets.write('n', 'one');
  keychain.entries.set('n', 'two');
  expect(await secrets.read('n')).toEqual({ kind: 'found', secret: 'two' });
  keychain.locked = true;
  await secrets.write('n', 'three');
  keychain.locked = false;
  expect(await secrets.read('n')).toEqual({ kind: 'found', secret: 'three' });
  expect(keychain.entries.get('n')).toBe('two');
});

describe('beside a keychain', () => {
  it('keeps for the session what a keychain does not take, and puts nothing anywhere else', async () => {
    for (const keychain of [await open(null), await open(Object.assign(new FakeKeytar(), { refuses: true }))]) {
      const secrets = sessionSecrets(keychain);
      expect(await secrets.write('key:1', 'word')).toEqual({ kind: 'found', secret: 'word' });
      expect(await secrets.read('key:1')).toEqual({ kind: 'found', secret: 'word' });
      expect((await sessionSecrets(keychain).read('key:1')).kind).not.toBe('found');
      await secrets.remove('key:1');
      expect((await secrets.read('key:1')).kind).not.toBe('found');
    }
  });

  it('forgets the memory’s copy once the keychain takes a newer one', async () => {
    const keytar = Object.assign(new FakeKeytar(), { refuses: true });
    const secrets = sessionSecrets(await open(keytar));
    await secrets.write('n', 'old');
    keytar.refuses = false;
    await secrets.write('n', 'new');
    expect(keytar.entries.get('n')).toBe('new');
    keytar.entries.set('n', 'newest');
    expect(await secrets.read('n')).toEqual({ kind: 'found', secret: 'newest' });
  });

  it('does not believe a keychain that keeps nothing or something else', async () => {
    const forgetful = Object.assign(new FakeKeytar(), {
      setPassword: (_s: string, name: string) => Promise.resolve(name === 'canary' ? void forgetful.entries.set(name, 'here') : undefined),
    });
    expect(await (await open(forgetful)).write('a', '1')).toEqual({ kind: 'unavailable', detail: 'notKept' });
    const lying = Object.assign(new FakeKeytar(), { getPassword: () => Promise.resolve('other') });
    expect(await (await open(lying)).write('a', '1')).toEqual({ kind: 'unavailable', detail: 'readBackDiffers' });
  });

  it('raises a guard in order, never down, and not past a damaged entry', async () => {
    const keytar = new FakeKeytar();
    const guard = createGuard(await open(keytar), 'a1');
    expect(await guard.read()).toBeNull();
    expect(
      await Promise.all([guard.raise(anchored(5)), guard.raise(anchored(3)), guard.raise(anchored(9)), guard.raise(anchored(7))]),
    ).toEqual([true, true, true, true]);
    expect(await guard.read()).toEqual(anchored(9));
    keytar.entries.set('guard:a1', 'x');
    expect(await guard.read()).toBe('unavailable');
    expect(await guard.raise(anchored(99))).toBe('unavailable');
  });
});
