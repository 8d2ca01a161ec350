import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test as property, fc } from '@fast-check/vitest';
import { PolicyUnusable } from '#main/host/policy/policy-unusable.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serveBrowser } from '#main/host/browser/server.ts';
import { routed } from '#main/host/browser/routed.ts';
import { defaultDataFolder, prepareDataFolder } from '#main/host/data-folder.ts';
import { deepLinkIn, parseConnectionLink, parseDeepLink } from '#main/host/electron/desktop-integration/deep-link.ts';
import { installAppImageEntry } from '#main/host/electron/desktop-integration/appimage-entry.ts';
import { CannotOpen, type NotOpened } from '#main/account-life/open/cannot-open.ts';
import { explainStart } from '#main/host/explain-start.ts';
import { readFlags } from '#main/host/flags.ts';
import { idleShutdown } from '#main/host/browser/idle.ts';
import { fileLog } from '#main/host/log-file.ts';
import { askRunning, forgetRunning, noteRunning, readRunning } from '#main/host/running.ts';
import { SandboxFailed } from '#main/host/sandbox.ts';
import { realWorld } from '#main/host/world.ts';
import { echoRouter } from '#test/host/echo.ts';
import { onlyOurs } from '#test/host/rights.ts';
import { builtWindow, launchOf, openTab } from '#test/host/windows.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-parts-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});
const id = '11111111-2222-4333-8444-555555555555';

describe('deep links', () => {
  test('name one record to show', () => {
    expect(parseDeepLink(`layover://expense/${id}`)).toEqual({ kind: 'expense', id });
    expect(parseDeepLink(`LAYOVER://Card-Transaction/${id.toUpperCase()}/`)).toEqual({ kind: 'cardTransaction', id });
    expect(deepLinkIn(['/usr/bin/layover', '--flag', `layover://invoice/${id}`])).toEqual({ kind: 'invoiceReceivable', id });
  });

  test('carry nothing else: no act, no parameter, no other place', () => {
    for (const link of [
      `layover://expense/${id}?approve=true`,
      `layover://expense/${id}#x`,
      `layover://expense/${id}/approve`,
      `layover://user@expense/${id}`,
      `layover://expense:80/${id}`,
      `layover://approve/${id}`,
      `layover://constructor/${id}`,
      `layover://expense/../${id}`,
      `layover:expense/${id}`,
      `https://expense/${id}`,
      ` layover://expense/${id}`,
      `layover://expense/${id}\n`,
      'layover://expense/1',
      '',
    ])
      expect([link, parseDeepLink(link)]).toEqual([link, null]);
  });

  property.prop([fc.string({ unit: 'grapheme' })])('any text is a link to a UUID or no link', (text) => {
    for (const link of [text, `layover://${text}`, `layover://expense/${text}`]) {
      const ref = parseDeepLink(link);
      expect(ref === null || /^[0-9a-f-]{36}$/.test(ref.id)).toBe(true);
    }
  });
});

describe('connection links', () => {
  const link = (content: string) => `layover://connect/${Buffer.from(content).toString('base64url')}`;

  test('carry a connection file, whole', async () => {
    const given = '{"address":"https://finance.example"}';
    const file = parseConnectionLink(link(given));
    expect(file?.name).toBe('link.layover-connection');
    expect(await file?.file.text()).toBe(given);
  });

  test('carry nothing beside it, and no more than a link may be long', () => {
    for (const each of [`${link('{}')}?go=1`, `${link('{}')}#x`, 'layover://connect/', 'https://connect/e30', link('x'.repeat(8_000))])
      expect([each.slice(0, 40), parseConnectionLink(each)]).toEqual([each.slice(0, 40), null]);
  });
});

describe('flags', () => {
  test('have defaults and keep unknown keys', () => {
    expect(readFlags([])).toEqual({
      dataFolder: defaultDataFolder(),
      port: 0,
      open: true,
      withService: true,
      sandboxFlags: [],
      idleMs: 3_600_000,
    });
    const given = readFlags([
      '--enable-logging',
      '--data',
      folder,
      '--port',
      '8123',
      '--no-open',
      '--without-service',
      '--idle-minutes=0',
      `layover://expense/${id}`,
    ]);
    expect(given).toEqual({ dataFolder: folder, port: 8123, open: false, withService: false, sandboxFlags: [], idleMs: 0 });
  });

  test('hand the sandbox its own', () => {
    expect(readFlags(['--sandbox=--reads --latency 20']).sandboxFlags).toEqual(['--reads', '--latency', '20']);
  });

  test('refuse a number that is none', () => {
    for (const port of ['-1', '65536', '1.5', 'x']) expect(() => readFlags([`--port=${port}`])).toThrow(/--port is a whole number/);
  });
});

describe('links under an AppImage', () => {
  const entry = (): string => path.join(folder, 'applications/layover.desktop');
  const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    APPIMAGE: '/home/a b/Layover 100%.AppImage',
    XDG_DATA_HOME: folder,
    XDG_DATA_DIRS: path.join(folder, 'system'),
    ...more,
  });

  test('get an entry that starts this file; it follows the file when that is moved', () => {
    installAppImageEntry(env());
    expect(readFileSync(entry(), 'utf8')).toContain('Exec="/home/a b/Layover 100%%.AppImage" %U\n');
    expect(readFileSync(entry(), 'utf8')).toContain('MimeType=x-scheme-handler/layover;\n');
    installAppImageEntry(env({ APPIMAGE: '/elsewhere/L.AppImage' }));
    expect(readFileSync(entry(), 'utf8')).toContain('Exec="/elsewhere/L.AppImage" %U\n');
  });

  test('do not touch an installed package, do nothing elsewhere, and never stop a start', () => {
    installAppImageEntry({ XDG_DATA_HOME: folder });
    mkdirSync(path.join(folder, 'system/applications'), { recursive: true });
    writeFileSync(path.join(folder, 'system/applications/layover.desktop'), '');
    installAppImageEntry(env());
    expect(existsSync(entry())).toBe(false);
    installAppImageEntry(env({ XDG_DATA_HOME: '/dev/null/x', XDG_DATA_DIRS: '' }));
  });
});

describe('data folder', () => {
  test('is each system’s folder for such data, for this user only', () => {
    expect(defaultDataFolder('linux', { XDG_CONFIG_HOME: '/x' })).toBe(path.join('/x', 'Layover'));
    expect(defaultDataFolder('darwin', {})).toMatch(/Library[\\/]Application Support[\\/]Layover$/);
    expect(defaultDataFolder('win32', { APPDATA: '/r' })).toBe(path.join('/r', 'Layover'));
    const made = path.join(folder, 'a/b');
    prepareDataFolder(made);
    expect(onlyOurs(made)).toBe(true);
    chmodSync(made, 0o755);
    prepareDataFolder(made);
    expect(onlyOurs(made)).toBe(true);
  });
});

describe('the holder of the data folder', () => {
  test('is noted for the owner only, and a later start gets a fresh address', async () => {
    const files = builtWindow();
    const server = await serveBrowser({ open: routed(echoRouter().router), files: files.folder, port: 0 });
    noteRunning(folder, { kind: 'browser', pid: process.pid, port: server.port, ownerKey: server.gate.ownerKey });
    expect(onlyOurs(path.join(folder, 'host.json'))).toBe(true);
    const key = launchOf((await askRunning(folder))!);
    await openTab(server, key);
    await expect(openTab(server, key)).rejects.toThrow();
    await server.close();
    expect(await askRunning(folder)).toBeNull();
    forgetRunning(folder);
    expect(readRunning(folder)).toBeNull();
    files.remove();
  });

  test('a note that cannot be read is no note', async () => {
    for (const text of ['', '{}', 'null', '{"kind":"browser","pid":1,"port":"x","ownerKey":"k"}']) {
      writeFileSync(path.join(folder, 'host.json'), text);
      expect(await askRunning(folder)).toBeNull();
    }
  });
});

describe('a start that fails', () => {
  const flags = { dataFolder: '/data', port: 8080, open: true, withService: true, sandboxFlags: [], idleMs: 0 };
  const withCode = (code: string): Error => Object.assign(new Error('whatever the system says'), { code });

  test.each([
    [withCode('EADDRINUSE'), /Port 8080 is in use.*Next: .*--port 8081/],
    [withCode('EACCES'), /data folder \/data cannot be written.*Next: /],
    [withCode('ENOSPC'), /disk that holds \/data is full.*Next: /],
    [withCode('SQLITE_BUSY'), /open already with the data folder \/data.*Next: /],
    [new PolicyUnusable('The policy file is wrong.'), /policy file is wrong.*Next: ask your administrator/],
    [new SandboxFailed('no space left'), /Next: .*--without-service/],
    [new Error('surprise'), /could not start: surprise. Next: .*layover.log/],
  ])('says what and what next: %s', (error, words) => {
    expect(explainStart(error, flags)).toMatch(words);
  });

  test.each<[NotOpened, RegExp]>([
    [{ kind: 'locked' }, /open already/],
    [{ kind: 'unwritable', detail: 'SQLITE_FULL', full: true }, /SQLITE_FULL.*Next: free some disk space/],
    [{ kind: 'unwritable', detail: 'SQLITE_READONLY', full: false }, /Next: make \/data writable/],
    [{ kind: 'sealed', keyId: 'k' }, /encrypted with a key that is not here. Next: /],
    [{ kind: 'newer', version: 99 }, /newer version of Layover. Next: install/],
    [{ kind: 'damaged', detail: 'not a database', setAside: '/data/registry.db.damaged-1' }, /kept as .*damaged-1. Next: put a copy/],
  ])('says why the list of accounts does not open: %o', (answer, words) => {
    expect(explainStart(new CannotOpen(answer), flags)).toMatch(words);
  });

  test('a sandbox that is held by a living process is a folder in use', () => {
    const here = { ...flags, dataFolder: folder };
    noteRunning(folder, { kind: 'electron', pid: process.ppid, port: 0, ownerKey: '' });
    expect(explainStart(new SandboxFailed('no space left'), here)).toMatch(/open already/);
    noteRunning(folder, { kind: 'electron', pid: 2 ** 22 + 1, port: 0, ownerKey: '' });
    expect(explainStart(new SandboxFailed('no space left'), here)).toMatch(/did not start: no space left/);
  });

  test('names who has the folder open', () => {
    noteRunning(folder, { kind: 'electron', pid: 4711, port: 0, ownerKey: '' });
    expect(explainStart(withCode('SQLITE_BUSY'), { ...flags, dataFolder: folder })).toContain('process 4711, in its own window');
  });
});

describe('idle shutdown', () => {
  test('waits for the last window, then for what is on the way', () => {
    vi.useFakeTimers();
    let busy = true;
    const end = vi.fn();
    const idle = idleShutdown(1_000, () => busy, end);
    idle.windows(0);
    idle.windows(1);
    vi.advanceTimersByTime(5_000);
    idle.windows(0);
    vi.advanceTimersByTime(999);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(end).not.toHaveBeenCalled();
    busy = false;
    vi.advanceTimersByTime(1_000);
    expect(end).toHaveBeenCalledTimes(1);
  });

  test('0 means never, and a stop is a stop', () => {
    vi.useFakeTimers();
    const end = vi.fn();
    idleShutdown(0, () => false, end).windows(0);
    const stopped = idleShutdown(10, () => false, end);
    stopped.windows(0);
    stopped.stop();
    vi.advanceTimersByTime(1e9);
    expect(end).not.toHaveBeenCalled();
  });
});

describe('the log', () => {
  test('is lines of JSON for the owner only, errors are also said, and it never grows without end', () => {
    const said: string[] = [];
    const log = fileLog(path.join(folder, 'logs'), (line) => said.push(line));
    log.info('state changed', { edits: 3, amount: 9_007_199_254_740_993n });
    log.error('look here');
    const file = path.join(folder, 'logs/layover.log');
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { level: 'info', edits: 3, amount: '9007199254740993' },
      { level: 'error', event: 'look here' },
    ]);
    expect(said).toHaveLength(1);
    expect(onlyOurs(file)).toBe(true);
    for (let line = 0; line < 60; line++) log.info('long', { filler: 'x'.repeat(100_000) });
    expect(existsSync(path.join(folder, 'logs/layover.1.log'))).toBe(true);
    expect(statSync(file).size + statSync(path.join(folder, 'logs/layover.1.log')).size).toBeLessThan(4_200_000);
  });

  test('never throws: a file that takes nothing, facts that are no JSON, an output that is gone', () => {
    const logs = path.join(folder, 'logs');
    const file = path.join(logs, 'layover.log');
    mkdirSync(file, { recursive: true });
    const said: string[] = [];
    const log = fileLog(logs, (line) => {
      said.push(line);
      throw new Error('nobody reads');
    });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    log.error('disk full', { code: 'ENOSPC' });
    log.error('odd', circle);
    expect(said.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['disk full', 'odd']);
    rmSync(file, { recursive: true });
    log.info('room again');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ event: 'room again' });
  });

  test('begins although its folder cannot be made', () => {
    writeFileSync(path.join(folder, 'logs'), 'a file');
    const said: string[] = [];
    fileLog(path.join(folder, 'logs'), (line) => said.push(line)).error('look here');
    expect(said).toHaveLength(1);
  });
});

describe('the real World', () => {
  const world = realWorld({ error: () => undefined, info: () => undefined });

  test('sleeps until it is woken, and never rejects', async () => {
    const stop = new AbortController();
    const slept = world.sleep(1e9, stop.signal);
    stop.abort();
    await expect(slept).resolves.toBeUndefined();
    await expect(world.sleep(1e9, AbortSignal.abort())).resolves.toBeUndefined();
  });

  test('waits one turn by the global function, which Electron has wrapped: its loop wakes for no other', async () => {
    let woken = 0;
    const { setImmediate: own } = globalThis;
    const wakes = (...turn: Parameters<typeof own>) => {
      woken += 1;
      return own(...turn);
    };
    vi.stubGlobal('setImmediate', wakes);
    await world.sleep(0);
    vi.unstubAllGlobals();
    expect(woken).toBe(1);
  });

  test('runs forward, is uniform in [0, 1), and names each boot differently', () => {
    expect(world.monotonic()).toBeLessThanOrEqual(world.monotonic());
    const drawn = Array.from({ length: 1_000 }, () => world.random());
    expect(drawn.every((one) => one >= 0 && one < 1)).toBe(true);
    expect(new Set(drawn).size).toBeGreaterThan(990);
    expect(realWorld(world.log).bootId).not.toBe(world.bootId);
    const uuids = Array.from({ length: 1_000 }, () => world.uuid());
    for (const uuid of uuids) expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // Behind the time and the first bits each is chance alone, however many were made at once.
    expect(new Set(uuids.map((uuid) => uuid.slice(19))).size).toBe(1_000);
  });
});
