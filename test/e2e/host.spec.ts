import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, isOpen, test, type RunningHost } from '#test/e2e/fixtures.ts';

// The browser host in real Chromium: what it gives its own page, and what every other page gets.

const portOf = (host: RunningHost): number =>
  (JSON.parse(readFileSync(path.join(host.dataFolder, 'host.json'), 'utf8')) as { port: number }).port;

test('opens the app, from this machine only, and keeps the address clean', async ({ host, page }) => {
  const problems: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!/^(http|ws):\/\/127\.0\.0\.1:|^(blob|data):/.test(request.url())) foreign.push(request.url());
  });
  await host.open(page);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(page.url()).toBe(`http://127.0.0.1:${portOf(host)}/`);
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
});

test('a used address says what to do, and gives nothing', async ({ host, page, browser }) => {
  const url = await host.launchUrl();
  await page.goto(url);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  const answer = await other.goto(url);
  // The page is no secret; what it shows is.
  expect(answer?.status()).toBe(200);
  await expect(other.locator('body')).toContainText('Start it again');
  await expect(other.getByRole('navigation')).toHaveCount(0);
  await other.context().close();
});

test('a page whose script does not load is explained with a button, which works', { tag: '@slow' }, async ({ host, page }) => {
  // It comes with the window that is loaded again, and not before: the window reads what is missing on its own, too.
  let comes = false;
  await page.route('**/assets/Settings-*.js', (route) => (comes ? route.continue() : route.abort()));
  await host.open(page);
  page.on('request', (request) => {
    comes ||= request.isNavigationRequest();
  });
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Load the window again' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('the page can run nothing but its own code, and no text becomes markup or code', async ({ app, refusedByPolicy }) => {
  await expect(app.getByRole('navigation').first()).toBeVisible();
  const ran = await app.evaluate(async () => {
    const outcome = (command: () => unknown) => {
      try {
        command();
        return 'taken';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const sinks = {
      innerHTML: outcome(() => (document.createElement('div').innerHTML = '<img src=x onerror="window.__inline = true">')),
      insertAdjacentHTML: outcome(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
      srcdoc: outcome(() => (document.createElement('iframe').srcdoc = '<b>x</b>')),
      fragment: outcome(() => document.createRange().createContextualFragment('<b>x</b>')),
      parser: outcome(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      'script text': outcome(() => (document.createElement('script').textContent = 'window.__inline = true')),
      'script address': outcome(() => (document.createElement('script').src = '/assets/x.js')),
      worker: outcome(() => new Worker('/assets/x.js')),
      handler: outcome(() => document.createElement('div').setAttribute('onclick', 'window.__inline = true')),
      'another policy': outcome(() => {
        const { trustedTypes } = globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } };
        trustedTypes.createPolicy('another', { createHTML: (text: string) => text });
      }),
      'the same policy again': outcome(() => {
        const { trustedTypes } = globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } };
        trustedTypes.createPolicy('svelte-trusted-html', { createHTML: (text: string) => text });
      }),
    };
    const script = document.createElement('script');
    // what text nodes make of a script is looked at when it is to run
    script.append('window.__inline = true');
    document.head.append(script);
    const image = new Image();
    const picture = new Promise((resolve) => {
      image.onload = () => {
        resolve('loaded');
      };
      image.onerror = () => {
        resolve('refused');
      };
    });
    image.src = 'https://evil.example/x.png';
    const fetched = await fetch('https://evil.example/').then(
      () => 'answered',
      () => 'refused',
    );
    // what the page evaluates on its own, not what a debugger evaluates for it
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          const make = Reflect.get(globalThis, 'Function') as unknown as (body: string) => () => string;
          resolve(make('return "ran"')());
        } catch {
          resolve('refused');
        }
      });
    });
    return { sinks, inline: '__inline' in window, picture: await picture, fetched, evaluated, cookie: document.cookie };
  });
  expect(new Set(Object.values(ran.sinks)), JSON.stringify(ran.sinks)).toEqual(new Set(['TypeError']));
  expect(ran).toMatchObject({ inline: false, picture: 'refused', fetched: 'refused', evaluated: 'refused', cookie: '' });
  // The ear of every end-to-end page hears each of them.
  await expect.poll(() => refusedByPolicy.length).toBeGreaterThanOrEqual(Object.keys(ran.sinks).length);
  refusedByPolicy.length = 0;
});

test('another page on this machine reaches nothing, even in the same browser', async ({ host, app, context }) => {
  await expect(app.getByRole('navigation').first()).toBeVisible();
  const port = portOf(host);
  const evil = await serve((_request, response) => response.setHeader('content-type', 'text/html').end('<title>evil</title>'));
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
  const reached = await other.evaluate(async (target) => {
    const socket = new WebSocket(`ws://127.0.0.1:${target}/ipc`);
    const opened = new Promise((resolve) => {
      socket.onopen = () => {
        resolve('open');
      };
      socket.onerror = () => {
        resolve('refused');
      };
    });
    const readable = await fetch(`http://127.0.0.1:${target}/`, { credentials: 'include' }).then(
      () => 'answered',
      () => 'refused',
    );
    const opaque = await fetch(`http://127.0.0.1:${target}/assets/`, { mode: 'no-cors', credentials: 'include' }).then(
      () => 'opaque',
      () => 'refused',
    );
    const frame = document.createElement('iframe');
    frame.src = `http://127.0.0.1:${target}/`;
    document.body.append(frame);
    await new Promise((resolve) => {
      frame.onload = resolve;
    });
    let framed = 'refused';
    try {
      framed = frame.contentDocument?.title ?? 'refused';
    } catch {
      // another origin: refused
    }
    return { socket: await opened, readable, opaque, framed };
  }, port);
  expect(reached).toEqual({ socket: 'refused', readable: 'refused', opaque: 'refused', framed: 'refused' });
  await other.close();
  await new Promise((resolve) => evil.close(resolve));
});

test('killed hard, it takes its sandbox along; started again, everything is where it was', async ({ host, page }) => {
  await host.open(page);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const sandboxPort = Number(new URL(host.sandbox().baseUrl).port);
  await host.end('SIGKILL');
  await expect.poll(() => isOpen(sandboxPort)).toBe(false);
  await host.start();
  expect(Number(new URL(host.sandbox().baseUrl).port)).toBe(sandboxPort);
  await host.open(page);
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('SIGTERM reports the unsent edits and ends every process', async ({ host }) => {
  const sandboxPort = Number(new URL(host.sandbox().baseUrl).port);
  expect(await host.end('SIGINT')).toBe(0);
  expect(host.output.join('')).toContain('Layover ends. Everything is sent.');
  expect(await isOpen(sandboxPort)).toBe(false);
});

function serve(listener: Parameters<typeof createServer>[1]): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer(listener as never).listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}
