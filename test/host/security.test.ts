import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { isWindowUrl } from '#main/host/electron/window/ports.ts';
import { safeFileName } from '#main/host/electron/window/lockdown.ts';
import { mayOpenExternally } from '#main/host/open-external.ts';
import { contentSecurityPolicy } from '#main/host/page-headers.ts';
import { BrowserWindow, answers, app, asked, exposed, ipcRenderer, lastAsked, schemes, session, speakAs } from '#test/fakes/electron.ts';
import { permissions } from '#test/fakes/contract-app/permissions.mjs';
import type { EchoClient } from '#test/host/echo.ts';
import { openFakeShell, type FakeShell } from '#test/host/fake-shell.ts';
import { onlyOurs } from '#test/host/rights.ts';

// Electron's security checklist, point by point (docs/security.md).

let shell: FakeShell;
const window = (): BrowserWindow => BrowserWindow.all[0]!;
/** The session of the window alone. */
const pages = () => session.fromPartition('persist:window');
const preferences = (): Record<string, unknown> => window().options.webPreferences!;
beforeEach(async () => {
  shell = await openFakeShell();
});
afterEach(() => {
  shell.remove();
});

/** The result of an event that can be prevented. */
function emitted(name: string, facts: Record<string, unknown> = {}): boolean {
  let prevented = false;
  const preventDefault = (): void => {
    prevented = true;
  };
  window().webContents.emit(name, { ...facts, preventDefault });
  return prevented;
}

const hostileUrls = [
  'https://evil.example/',
  'http://127.0.0.1:8080/',
  'file:///etc/passwd',
  'app://evil/',
  'app://layover.evil.example/',
  'app://layover@evil/',
  'app:layover/',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'about:blank',
  'layover://expense/x',
  'chrome://gpu',
  'view-source:app://layover/',
  'blob:https://evil.example/1',
  '',
];

describe('the page has no rights of Node', () => {
  test('2, 3, 4: no node integration, context isolation, sandbox for every process', () => {
    expect(preferences()).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
    });
    expect(lastAsked('app.enableSandbox')).toEqual([]);
  });

  test('6, 8, 9, 10: web security on, nothing insecure, nothing experimental, no blink features', () => {
    expect(preferences()).toMatchObject({ webSecurity: true, allowRunningInsecureContent: false, experimentalFeatures: false });
    expect(preferences()).not.toHaveProperty('enableBlinkFeatures');
    expect(lastAsked('app.commandLine.appendSwitch')).toBeUndefined();
  });

  test('developer tools only in a copy that is being worked on', async () => {
    expect(preferences()['devTools']).toBe(false);
    const other = await openFakeShell({ before: () => Object.assign(answers, { packaged: false }) });
    expect(preferences()['devTools']).toBe(true);
    other.remove();
  });

  test('20: the preload exposes one frozen function and nothing of Electron', async () => {
    await import('#main/host/electron/window/electron-preload.ts');
    expect(Object.keys(exposed)).toEqual(['shell']);
    expect(Object.keys(exposed['shell'] as object)).toEqual(['connect']);
    expect(Object.isFrozen(exposed['shell'])).toBe(true);
  });
});

describe('nothing comes from elsewhere', () => {
  test('1, 18: the page is our own scheme, never file: nor http:', () => {
    expect(window().url).toBe('app://layover/');
    expect(schemes.privileged).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ]);
  });

  test('the scheme serves the built files only, with the strict headers', async () => {
    const serve = schemes.handlers.get('app')!;
    const page = await serve(new Request('app://layover/'));
    expect(await page.text()).toContain('<title>Layover</title>');
    expect(page.headers.get('content-security-policy')).toBe(contentSecurityPolicy());
    expect((await serve(new Request('app://layover/assets/main-1a2b.js'))).status).toBe(200);
    for (const url of [
      'app://evil/',
      'app://layover/../package.json',
      'app://layover/%2e%2e/data/host.json',
      'app://layover/assets',
      'app://layover/x',
    ])
      expect((await serve(new Request(url))).status).toBe(404);
    expect((await serve(new Request('app://layover/', { method: 'POST' }))).status).toBe(404);
  });

  test('7: the policy allows no inline script, no eval, no other source', () => {
    const policy = contentSecurityPolicy();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).not.toMatch(/https?:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types svelte-trusted-html layover-pdf-worker");
    expect(policy).not.toMatch(/allow-duplicates|trusted-types[^;]*(\*|default)/);
    expect(policy).toMatch(/worker-src 'self';/);
  });

  test('no request of a page reaches the network', () => {
    const verdict = (url: string): boolean => {
      let cancelled = false;
      pages().beforeRequest!({ url }, ({ cancel }) => {
        cancelled = cancel;
      });
      return cancelled;
    };
    for (const url of [
      'https://evil.example/',
      'http://127.0.0.1/',
      'ws://127.0.0.1/',
      'wss://evil.example/',
      'file:///etc/passwd',
      'blob:https://evil.example/1',
      'app://evil/',
    ])
      expect([url, verdict(url)]).toEqual([url, true]);
    for (const url of ['app://layover/', 'app://layover/assets/a.js', 'blob:app://layover/1', 'data:image/png;base64,'])
      expect([url, verdict(url)]).toEqual([url, false]);
    let answer = 0;
    pages().certificate!({}, (given) => {
      answer = given;
    });
    expect(answer).toBe(-2);
  });
});

test('WebRTC of a page uses a dead proxy, or nothing', () => {
  expect(lastAsked('webContents.setWebRTCIPHandlingPolicy')).toEqual(['disable_non_proxied_udp']);
  const [partition, proxy] = lastAsked('session.setProxy') ?? [];
  expect(partition).toBe('persist:window');
  expect(proxy).toMatchObject({ mode: 'fixed_servers', proxyBypassRules: '<-loopback>' });
  expect(preferences()['session']).toBe(pages());
});

describe('the page stays where it is', () => {
  test('13: navigation, in any frame and by redirect, is refused', () => {
    for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      for (const url of hostileUrls) expect([name, url, emitted(name, { url })]).toEqual([name, url, true]);
      // nothing leads back from another file of the window
      expect([name, emitted(name, { url: 'app://layover/nothing.html' })]).toEqual([name, true]);
      expect(emitted(name, { url: 'app://layover/' })).toBe(false);
    }
  });

  test('14: no new window; an https link opens in the system browser, nothing else does', () => {
    for (const url of [...hostileUrls, 'app://layover/']) expect(window().webContents.openHandler!({ url })).toEqual({ action: 'deny' });
    expect(asked.filter((one) => one.call === 'shell.openExternal').map((one) => one.values[0])).toEqual(['https://evil.example/']);
  });

  test('no datagram of a page bypasses a proxy', () => {
    expect(lastAsked('webContents.setWebRTCIPHandlingPolicy')).toEqual(['disable_non_proxied_udp']);
  });

  test('11, 12: no webview', () => {
    expect(preferences()['webviewTag']).toBe(false);
    expect(emitted('will-attach-webview')).toBe(true);
  });

  test('15: only https and the loopback address of a sign-in are opened outside, never a user in the address', async () => {
    const host = shell.started!.makeHost({} as never);
    for (const url of [
      ...hostileUrls.slice(2),
      'https://user:pw@bank.example/',
      'http://bank.example/',
      'ms-settings:',
      'smb://x/y',
      'mailto:a@b.example',
    ])
      await expect(host.openExternal(url)).rejects.toThrow('Only https');
    expect(lastAsked('shell.openExternal')).toBeUndefined();
    expect(mayOpenExternally('http://127.0.0.1:5000/authorize')).toBe(true);
    await host.openExternal('https://service.example/authorize?state=1');
    // Its state must not be in the process list: what is opened is a file of the user's that leads there.
    expect(lastAsked('shell.openExternal')).toBeUndefined();
    const [file] = lastAsked('shell.openPath') as [string];
    expect(file).not.toContain('state=1');
    expect(onlyOurs(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('url=https://service.example/authorize?state=1"');
  });
});

describe('the page gets no rights of the system', () => {
  test('5: every permission but copying text is refused, also for our own page', () => {
    const { permissionRequest, permissionCheck, devicePermission } = pages();
    const request = (permission: string, url: string): boolean => {
      let granted = true;
      permissionRequest!({ mainFrame: { url } }, permission, (answer) => {
        granted = answer;
      });
      return granted;
    };
    const refused = Object.keys(permissions).filter((name) => name !== 'clipboard-sanitized-write');
    // those that a page asks for without a prompt, and one that comes with a later Chromium
    const all = [...refused, 'midi', 'display-capture', 'fileSystem', 'hid', 'serial', 'usb', 'storage-access', 'unknown'];
    for (const permission of all) {
      expect([permission, request(permission, 'app://layover/')]).toEqual([permission, false]);
      expect([permission, permissionCheck!({ mainFrame: { url: 'app://layover/' } }, permission)]).toEqual([permission, false]);
    }
    expect(request('clipboard-sanitized-write', 'app://layover/')).toBe(true);
    expect(request('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
    expect(permissionCheck!(null, 'clipboard-sanitized-write')).toBe(false);
    expect(devicePermission!()).toBe(false);
  });

  test('a wrong certificate, a password prompt and a client certificate are refused', () => {
    let trusted: unknown;
    let prevented = 0;
    const event = { preventDefault: () => (prevented += 1) };
    app.emit('certificate-error', event, {}, 'https://x/', 'expired', {}, (answer: unknown) => (trusted = answer));
    app.emit('login', event);
    app.emit('select-client-certificate', event, {}, 'https://x/', [{ subjectName: 'me' }], (...values: unknown[]) => {
      expect(values).toEqual([]);
    });
    expect(trusted).toBe(false);
    expect(prevented).toBe(3);
  });

  test('only what the page made itself is saved, under a name that stays in its folder', () => {
    const download = (url: string, name: string): { prevented: boolean; saved: unknown } => {
      let prevented = false;
      let saved: unknown;
      const item = { getURL: () => url, getFilename: () => name, setSaveDialogOptions: (options: unknown) => (saved = options) };
      pages().emit('will-download', { preventDefault: () => (prevented = true) }, item);
      return { prevented, saved };
    };
    expect(download('https://evil.example/x.exe', 'x.exe').prevented).toBe(true);
    expect(download('data:text/plain,x', 'x').prevented).toBe(true);
    expect(download('blob:app://layover/1', 'report.csv')).toEqual({
      prevented: false,
      saved: { title: 'Save', defaultPath: 'report.csv' },
    });
    for (const name of [
      '../../.bashrc',
      '..\\..\\x.bat',
      '/etc/passwd',
      'C:\\x',
      'a\u202Efdp.exe',
      '\u0000',
      '....',
      'CON',
      'nul.txt',
      'x'.repeat(500),
      ' ',
    ])
      expect([name, safeFileName(name)]).toEqual([
        name,
        expect.stringMatching(/^(?!\.)(?!(?:con|nul)(?:\.|$))[^/\\:\u0000-\u001f\u202e]{1,128}$/i),
      ]);
  });
});

describe('17: the door checks who asks', () => {
  /** Asks for a port as this frame of this window and waits: does the contract answer, or is the port closed? */
  async function answerTo(from: BrowserWindow, frame?: unknown): Promise<string> {
    const { port1, port2 } = new MessageChannel();
    speakAs(from, frame);
    ipcRenderer.postMessage('shell:port', null, [port1]);
    const closed = new Promise<string>((resolve) => {
      port2.addEventListener('close', () => {
        resolve('closed');
      });
    });
    const client: EchoClient = createORPCClient(new RPCLink({ port: port2 }));
    port2.start();
    const call = client.echo({ amountMinor: 1n, at: new Date(0), text: '' }).then(
      () => 'answered',
      () => 'closed',
    );
    const answer = await Promise.race([call, closed]);
    port2.close();
    return answer;
  }

  test('our page in our window is answered', async () => {
    expect(await answerTo(window())).toBe('answered');
  });

  test('another window, a frame inside, and a page from elsewhere are not', async () => {
    expect(await answerTo(new BrowserWindow({}))).toBe('closed');
    expect(await answerTo(window(), { url: 'app://layover/' })).toBe('closed');
    expect(await answerTo(window(), null)).toBe('closed');
    for (const url of hostileUrls) {
      window().webContents.mainFrame = { url };
      expect([url, await answerTo(window())]).toEqual([url, 'closed']);
      expect(isWindowUrl(url)).toBe(false);
    }
  });
});
