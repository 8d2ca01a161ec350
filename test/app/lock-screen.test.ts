import { afterEach, beforeEach, expect, it } from 'vitest';
import { LockScreen, type LockScreenParts } from '#main/app/lock-screen.ts';
import type { JsonValue } from '#shared/json/json.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';

// A stranger before the lock, on a clock that moves only when the test says so.

let world: FakeWorld;
let lockScreen: LockScreen;
const secrets = new MemorySecrets();
const settings = new Map<string, JsonValue>();
const code = 'RECOVERY-CODE';

/** The app starts over the same keychain and list of accounts. */
function start(): void {
  world = fakeWorld();
  const registry = {
    readSetting: (name: string) => settings.get(name) ?? null,
    writeSetting: (name: string, value: JsonValue) => void settings.set(name, value),
  };
  const life = { registry, open: null } as unknown as LockScreenParts['life'];
  const isCode = async (typed: string) => typed === code;
  lockScreen = new LockScreen({ world, keychain: secrets, life, isCode, hearsScreenLock: true, publish: () => undefined });
}
function restart(): void {
  lockScreen.stop();
  start();
}
const tryPins = (pins: readonly string[]) => Promise.all(pins.map((typed) => lockScreen.open(typed)));
const kindsOf = async (pins: readonly string[]) => (await tryPins(pins)).map(({ kind }) => kind);
const guesses = (n: number) => Array.from({ length: n }, (_, at) => String(1000 + at));

beforeEach(async () => {
  secrets.entries.clear();
  settings.clear();
  secrets.locked = false;
  start();
  await lockScreen.setPin('2468');
  lockScreen.draw();
});
afterEach(() => lockScreen.stop());

it('judges five of twenty parallel guesses, and not the right PIN among the rest', async () => {
  const kinds = await kindsOf([...guesses(19), '2468']);
  expect(kinds).toEqual([...Array<string>(5).fill('wrong'), ...Array<string>(15).fill('wait')]);
  expect(lockScreen.drawn).toBe(true);
});

it('waits 30 s after five wrong PINs, and twice as long after each further one', async () => {
  await tryPins(guesses(5));
  expect(await lockScreen.open('2468')).toEqual({ kind: 'wait', waitMs: 30_000 });
  await world.advance(29_999);
  expect(await lockScreen.open('2468')).toEqual({ kind: 'wait', waitMs: 1 });
  await world.advance(1);
  expect(await lockScreen.open('1999')).toEqual({ kind: 'wrong' });
  expect(await lockScreen.open('2468')).toEqual({ kind: 'wait', waitMs: 60_000 });
  await world.advance(60_000);
  expect(await lockScreen.open('2468')).toEqual({ kind: 'opened' });
  lockScreen.draw();
  expect(await kindsOf(guesses(5))).toEqual(Array(5).fill('wrong'));
});

it('keeps the count over restarts, and the wait begins again', async () => {
  await tryPins(guesses(3));
  restart();
  expect(lockScreen.drawn).toBe(true);
  expect(await kindsOf(guesses(3))).toEqual(['wrong', 'wrong', 'wait']);
  restart();
  expect(await lockScreen.open('2468')).toEqual({ kind: 'wait', waitMs: 30_000 });
});

it('counts a guess before it is worked: ending the app in the middle does not forgive it', async () => {
  await tryPins(guesses(4));
  const under = lockScreen.open('1999');
  await world.settle();
  restart();
  expect((await lockScreen.open('2468')).kind).toBe('wait');
  await under;
});

it('takes the recovery code as a try too, and counts nothing while the keychain is locked', async () => {
  secrets.locked = true;
  expect(await kindsOf(guesses(7))).toEqual(Array(7).fill('locked'));
  expect(await lockScreen.open(code)).toEqual({ kind: 'opened' });
});

it('keeps the PIN where the lock was drawn while another was being worked', async () => {
  await lockScreen.open('2468');
  const setting = lockScreen.setPin('1357');
  lockScreen.draw();
  expect(await setting).toBe(false);
  expect(await lockScreen.setPin('1357')).toBe(false);
  expect(await kindsOf(['1357', '2468'])).toEqual(['wrong', 'opened']);
});
