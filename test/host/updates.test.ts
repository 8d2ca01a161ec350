import { generateKeyPairSync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Updater } from '#main/host/electron/updates/update-install.ts';
import { followUpdates, type UpdateOptions } from '#main/host/electron/updates/updates.ts';
import { updateKeyOf, type FeedInfo } from '#main/host/electron/updates/update-signature.ts';
import { publicHalf, readFeed, signFeeds, signingKey } from '#scripts/packages/sign-feed.mjs';
import { judgeUpdate } from '#main/host/electron/updates/update-rules.ts';
import { answers, app, asked, lastAsked } from '#test/fakes/electron.ts';
import { calm, openFakeShell } from '#test/host/fake-shell.ts';
import { until } from '#test/until.ts';

/** electron-updater's outside: remembers what it was told. */
class FakeUpdater extends EventEmitter {
  autoDownload = false;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  allowPrerelease = true;
  checks = 0;
  installed = false;
  feed: () => Promise<unknown> = async () => undefined;
  downloads = 0;
  async downloadUpdate(): Promise<void> {
    this.downloads += 1;
  }
  checkForUpdates(): Promise<unknown> {
    this.checks += 1;
    return this.feed();
  }
  feedAddress: unknown = null;
  setFeedURL(feed: unknown): void {
    this.feedAddress = feed;
  }
  quitAndInstall(): void {
    this.installed = true;
  }
}

/** Sleeps only when the test lets it: every `wake()` ends the sleeps of that moment. */
function sleeper() {
  const sleeping: (() => void)[] = [];
  return {
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        sleeping.push(resolve);
        signal?.addEventListener('abort', () => {
          resolve();
        });
      }),
    wake: async () => {
      for (const one of sleeping.splice(0)) one();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const info = { version: '0.2.0', files: [{ url: 'Layover.exe', sha512: 'aGFzaA==', size: 5 }], path: 'Layover.exe', sha512: 'aGFzaA==' };
const feedFile = `version: 0.2.0
files:
  - url: Layover.exe
    sha512: aGFzaA==
    size: 5
path: Layover.exe
sha512: aGFzaA==
releaseDate: '2026-11-21T10:00:00.000Z'
`;
/** The feed that the release's tool signed, as electron-updater reads it. */
function signed(key = privateKey): FeedInfo {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-feed-'));
  writeFileSync(path.join(folder, 'latest.yml'), feedFile);
  signFeeds(folder, key);
  const read = readFeed(path.join(folder, 'latest.yml')) as FeedInfo;
  rmSync(folder, { recursive: true });
  return read;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function follow(given: Partial<UpdateOptions> = {}) {
  const updater = new FakeUpdater();
  const { sleep, wake } = sleeper();
  const state = { counters: calm, running: false, asked: [] as string[], agree: true, prepared: 0, logged: [] as string[] };
  const stop = followUpdates({
    updater: updater,
    allowed: true,
    feed: null,
    key: publicKey,
    offline: () => false,
    counters: () => state.counters,
    syncRunning: () => state.running,
    ask: async (_version, why) => {
      state.asked.push(why);
      return state.agree;
    },
    prepare: async () => {
      state.prepared += 1;
    },
    reopen: () => undefined,
    world: { sleep, log: { info: (event) => void state.logged.push(event), error: () => undefined } },
    ...given,
  });
  stops.push(stop);
  return {
    updater,
    state,
    wake,
    stop,
    downloaded: () => updater.emit('update-available', signed()) && updater.emit('update-downloaded', { version: '0.2.0' }),
  };
}
const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

describe('when an update may be installed', () => {
  test.each([
    [{ ...calm, sending: 1 }, false, 'later'],
    [{ ...calm, checking: 1 }, false, 'later'],
    [{ ...calm, sending: 1, inDoubt: 1 }, false, 'later'],
    [calm, true, 'later'],
    [{ ...calm, inDoubt: 1 }, false, 'ask'],
    [{ ...calm, waiting: 10_000, needsYou: 5 }, false, 'install'],
    [calm, false, 'install'],
  ])('%#', (counters, running, kind) => {
    expect(judgeUpdate(counters, running).kind).toBe(kind);
  });
});

describe('a version is fetched only on the word of the release’s key', () => {
  const offered = (said: unknown, given: Partial<UpdateOptions> = {}) => {
    const { updater, state } = follow(given);
    updater.emit('update-available', said);
    updater.emit('update-downloaded', { version: '0.2.0' });
    return { downloads: updater.downloads, asked: state.asked.length, logged: state.logged };
  };
  const theirs = generateKeyPairSync('ed25519').privateKey;
  const changed = (change: object): FeedInfo => ({ ...signed(), ...change });

  test('signed, it is', async () => {
    expect(offered(signed())).toMatchObject({ downloads: 1, logged: [] });
  });

  test.each([
    ['nothing', () => info],
    ['another key', () => signed(theirs)],
    ['another version', () => changed({ version: '9.0.0' })],
    ['another file', () => changed({ files: [{ url: 'evil.exe', sha512: 'aGFzaA==', size: 5 }] })],
    ['another hash', () => changed({ files: [{ url: 'Layover.exe', sha512: 'ZXZpbA==', size: 5 }] })],
    ['another path', () => changed({ path: 'https://evil.example/Layover.exe' })],
    ['one more field', () => changed({ packages: { x64: { path: 'evil' } } })],
    ['an empty signature', () => changed({ signature: '' })],
    ['a signature that is no text', () => changed({ signature: [1] })],
  ])('signed by or over %s, it is not, and nothing is installed', (_name, said) => {
    expect(offered(said())).toMatchObject({ downloads: 0, asked: 0, logged: ['update refused: it is not signed by the release’s key'] });
  });

  test('a package without a key never asks the feed', async () => {
    const { updater, state } = follow({ key: null });
    await turn();
    expect([updater.checks, state.logged]).toEqual([0, ['updates are off: this package has no key to check them with']]);
  });

  test('the key travels in the package as text; anything else is none', () => {
    expect(updateKeyOf(publicHalf(privateKey))?.equals(publicKey)).toBe(true);
    const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    for (const wrong of [undefined, '', 'x', rsa.export({ format: 'der', type: 'spki' }).toString('base64')])
      expect(updateKeyOf(wrong)).toBeNull();
    for (const wrong of [undefined, '', 'no key', rsa.export({ format: 'pem', type: 'spki' })])
      expect(() => signingKey(wrong)).toThrow(/no Ed25519 private key/);
  });
});

test('a mirror that IT names is asked in place of the package’s own address', () => {
  const feed = { url: 'https://mirror.example/layover', channel: 'beta' };
  expect(follow({ feed }).updater).toMatchObject({ feedAddress: { provider: 'generic', ...feed } });
  expect(follow().updater).toMatchObject({ feedAddress: null });
});

test('never downgrades, never installs without the user’s consent', async () => {
  const { updater } = follow();
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false, allowPrerelease: false });
});

test('while a user works offline the feed is not asked; back online it is, without a restart', async () => {
  let offline = true;
  const { updater, wake } = follow({ offline: () => offline });
  await wake();
  await wake();
  expect(updater.checks).toBe(0);
  offline = false;
  await wake();
  expect(updater.checks).toBe(1);
});

test('is off where IT forbids it: the feed is not even asked', async () => {
  const { updater, wake, downloaded, state } = follow({ allowed: false });
  await wake();
  downloaded();
  await turn();
  expect(updater.checks).toBe(0);
  expect(state.asked).toEqual([]);
});

test('waits while a payment is on the way, and looks again before it installs', async () => {
  const { updater, state, wake, downloaded } = follow();
  state.counters = { ...calm, sending: 1 };
  downloaded();
  await wake();
  await wake();
  expect(updater.installed).toBe(false);
  expect(state.asked).toEqual([]);
  state.counters = calm;
  await wake();
  expect(state.asked).toEqual(['Everything is sent or kept; nothing is lost.']);
  expect(state.prepared).toBe(1);
  expect(updater.installed).toBe(true);
});

test('a sync that starts while the user is being asked stops the update', async () => {
  const late = { counters: calm };
  const { updater, downloaded, state } = follow({
    counters: () => late.counters,
    ask: async () => {
      late.counters = { ...calm, sending: 1 };
      return true;
    },
  });
  downloaded();
  await turn();
  expect(state.prepared).toBe(0);
  expect(updater.installed).toBe(false);
});

test('asks when something is in doubt, once, and takes a no', async () => {
  const { updater, state, wake, downloaded } = follow();
  Object.assign(state, { counters: { ...calm, inDoubt: 2 }, agree: false });
  downloaded();
  for (let minute = 0; minute < 5; minute++) await wake();
  expect(state.asked).toEqual(['2 in doubt: settle them first, or update now. Nothing is lost either way.']);
  expect(updater.installed).toBe(false);
});

test('a feed that cannot be reached is asked again later and troubles nobody', async () => {
  const { updater, state, wake } = follow();
  updater.feed = async () => {
    throw new Error('no network');
  };
  await wake();
  await wake();
  updater.emit('error', new Error('bad signature'));
  expect(updater.checks).toBeGreaterThanOrEqual(2);
  expect(state.logged).toContain('update feed not reached');
  expect(state.logged).toContain('update failed');
  expect(state.asked).toEqual([]);
});

describe('an installation that fails after everything was closed', () => {
  class FailingUpdater extends FakeUpdater {
    fail: () => void = () => undefined;
    override quitAndInstall(): void {
      this.installed = true;
      this.fail();
    }
  }
  test.each([
    [
      'throws',
      (updater: FailingUpdater) =>
        (updater.fail = () => {
          throw new Error('refused');
        }),
    ],
    [
      'says so later',
      (updater: FailingUpdater) => (updater.fail = () => void setImmediate(() => updater.emit('error', new Error('no disk')))),
    ],
    ['says nothing at all', () => undefined],
  ])('%s: the app opens again', async (_name, prepare) => {
    const updater = new FailingUpdater();
    prepare(updater);
    const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
      // the installer's minute passes; the ways of the feed and of the end do not
      if (ms === 60_000 && updater.installed) return;
      await new Promise<void>((resolve) =>
        signal?.addEventListener('abort', () => {
          resolve();
        }),
      );
    };
    const shell = await openFakeShell({ updater: updater as unknown as Updater, updateKey: publicHalf(privateKey), sleep });
    updater.emit('update-available', signed());
    updater.emit('update-downloaded', { version: '0.2.0' });
    await until(() => lastAsked('gone'));
    expect(lastAsked('app.relaunch')).toEqual([{}]);
    expect(asked.filter((one) => one.call === 'app.relaunch')).toHaveLength(1);
    expect(shell.acts).toEqual(['close', 'closed']);
    shell.remove();
  });
});

test('in the shell: the app is closed in order before the installer takes over; policy reaches it', async () => {
  const updater = new FakeUpdater();
  const shell = await openFakeShell({
    updater: updater as unknown as Updater,
    updateKey: publicHalf(privateKey),
    before: () => Object.assign(answers, { dialogButton: 0 }),
  });
  updater.emit('update-available', signed());
  updater.emit('update-downloaded', { version: '0.2.0' });
  await until(() => updater.installed);
  expect(lastAsked('dialog.showMessageBox')).toMatchObject([
    { message: 'Layover 0.2.0 is ready.', buttons: ['Restart and update', 'Later'] },
  ]);
  expect(shell.acts).toEqual(['close', 'closed']);
  app.quit();
  expect(lastAsked('before-quit.preventDefault'), 'the installer quits the app, nothing may stop it').toBeUndefined();
  shell.remove();
  const forbidden = new FakeUpdater();
  const managed = await openFakeShell({ updater: forbidden as unknown as Updater, updates: false });
  expect(forbidden.checks).toBe(0);
  managed.remove();
});
