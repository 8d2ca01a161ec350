import App from '#renderer/App.svelte';
import { pageScripts } from '#renderer/pages/pages.ts';
import { cleanup, render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak } from '#shared/messages/speak.ts';
import type { FakeApp } from './fake-app.ts';
import { besideTheWindow, cutTexts, overlaps } from './layout.ts';
import { drawn, speakPseudo, Told } from '#test/pseudo-language.ts';
import { componentsIn, keyOf, textsOutside } from './outside-catalogue.ts';
import { scenario } from './scenarios.ts';
import { pageStates, stops } from './states.ts';
import { onPrint, stands } from './language-stands.ts';
import { openWindow, stillness } from './window.ts';

vi.setConfig({ testTimeout: 900_000 });

const met = new Set<string>();
beforeEach(() => speakPseudo());
afterEach(() => speak('en', 'en-GB'));

/** A window that speaks the pseudo-language, on a desk all of whose answers are known. */
async function openPseudo(app: FakeApp, address: string): Promise<Told> {
  app.settings.language = 'pseudo';
  const told = new Told();
  told.follow(app);
  await openWindow(app, address, 'large');
  await settled();
  return told;
}

/** Waits until a page is there and stays as it is. */
async function settled(): Promise<void> {
  let last = '';
  await expect
    .poll(
      () => {
        const now = document.body.innerHTML;
        const stays = now === last;
        last = now;
        return stays;
      },
      { interval: 40 },
    )
    .toBe(true);
}

const faults: string[] = [];
const fault = (where: string, found: string[]) => faults.push(...found.map((each) => `${where}: ${each}`));

function look(told: Told, where: string): void {
  for (const each of componentsIn()) met.add(each);
  fault(where, textsOutside(told));
}

/** A window of 360 px, and windows of 1440 × 900 and 1024 × 700 at 200 %. */
const sizes = [
  [360, 640],
  [720, 450],
  [512, 350],
] as const;

async function lookNarrow(told: Told, where: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.viewport(width, height);
    let found: string[] = [];
    for (let turn = 0; turn < 8; turn++) {
      await stillness();
      found = [...overlaps(), ...besideTheWindow(), ...cutTexts()];
      if (found.length === 0) break;
    }
    fault(`${where} at ${width}`, found);
    if (width === 360) look(told, `${where} at ${width}`);
  }
  await page.viewport(1440, 900);
  await stillness();
}

const noFaults = () => expect([...new Set(faults.splice(0))]).toEqual([]);

test.each(Object.entries(pageStates))('%s: every page', async (_state, appOf) => {
  const told = await openPseudo(appOf(), 'nowhere');
  for (const [address] of stops) {
    location.hash = `#/${address}`;
    await settled();
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    look(told, address);
    await lookNarrow(told, address);
  }
  noFaults();
});

/** Addresses of which everything that can be pressed is pressed. */
const addresses: ((app: FakeApp) => string)[] = [
  ...['today', 'packs', 'packs/p1', 'expenses', 'invoices', 'bank-lines', 'bank-lines/1', 'card-transactions', 'vendors', 'documents'].map(
    (address) => () => address,
  ),
  ...[
    'outbox?tab=needsYou',
    'outbox?tab=review',
    'outbox?tab=inDoubt',
    'outbox?tab=waiting',
    'outbox?tab=done',
    'history',
    'history/r1',
  ].map((address) => () => address),
  ...['names', 'help', 'sheet', 'sign-in', 'repair', 'security', 'no-such-page'].map((address) => () => address),
  ...['accounts', 'rules', 'security', 'window', 'storage', 'connection', 'advanced'].map((part) => () => `settings/${part}`),
  (app) => `expenses/${app.record('expense', 0).id}`,
  (app) => `invoices/${app.record('invoiceReceivable', 0).id}`,
  (app) => `card-transactions/${app.record('cardTransaction', 0).id}`,
  (app) => `vendors/${app.record('vendor', 0).id}`,
  (app) => `documents/${app.record('invoicePayable', 0).id}`,
  ...pageStates['filled']!().edits.map(
    ({ id }) =>
      () =>
        `outbox/${id}`,
  ),
];

const overlays = ':is([role=dialog], [role=menu])';
const overlay = () => [...document.querySelectorAll(overlays)].some((each) => each.checkVisibility());
const controls = ':is(button, summary, [role=tab], [role=menuitem], [aria-haspopup])';
const pressable = (within = overlay() ? overlays : 'main') =>
  [...document.querySelectorAll<HTMLElement>(`${within} ${controls}`)].filter(
    (each) => each.checkVisibility() && !each.matches(':disabled, [aria-disabled=true]'),
  );
const pressed = new Set<string>();

/** Presses one after the other; false where one of them is not there. */
async function press(way: readonly string[]): Promise<boolean> {
  for (const key of way) {
    const control = pressable().find((each) => keyOf(each) === key);
    if (!control) return false;
    control.scrollIntoView({ block: 'center' });
    control.click();
    await settled();
  }
  return true;
}

/** Presses whatever the page offers, and whatever the dialogs and menus offer that come of it. */
test.each(addresses.map((addressOf) => [addressOf(pageStates['filled']!()), addressOf] as const))(
  '%s: all that can be pressed',
  async (name, addressOf) => {
    const open = () => {
      cleanup();
      const app = pageStates['filled']!();
      return openPseudo(app, addressOf(app));
    };
    let told = await open();
    look(told, name);
    await lookNarrow(told, name);
    const waysFrom = (way: string[]) =>
      [...new Set(pressable().map(keyOf))].filter((key) => way.length === 0 || !pressed.has(key)).map((key) => [...way, key]);
    const ways = waysFrom([]);
    for (let way = ways.shift(); way; way = ways.shift()) {
      // A press before may have changed the desk.
      const isThere = (await press(way)) || ((told = await open()), await press(way));
      const where = `${name}: ${way.join(' > ')}`;
      // Of a dialog, a press before may have taken it away.
      if (!isThere && way.length === 1) fault(where, ['not there']);
      if (!isThere) continue;
      pressed.add(way.at(-1) ?? '');
      look(told, where);
      if (overlay()) {
        await lookNarrow(told, where);
        if (way.length < 2 && overlay()) ways.push(...waysFrom(way));
      }
      await userEvent.keyboard('{Escape}{Escape}{Escape}');
      await stillness();
      if (location.hash !== `#/${name}` || overlay() || !document.querySelector('main')) told = await open();
    }
    noFaults();
  },
);

test.each(Object.entries(stands))('%s', async (name, { app: appOf = pageStates['filled']!, address, steps, typed }) => {
  const app = appOf();
  const told = await openPseudo(app, address(app));
  told.note(typed);
  onPrint(() => look(told, `${name}, printed`));
  look(told, name);
  for (const [place, step] of steps.entries()) {
    await step(app, () => look(told, `${name}, step ${place + 1}`));
    await settled();
    look(told, `${name}, step ${place + 1}`);
  }
  await lookNarrow(told, name);
  noFaults();
});

test('a window that opens, and a page that does not come', async () => {
  await render(App, { dial: () => new Promise(() => undefined) });
  look(new Told(), 'opening');
  cleanup();
  const { help } = pageScripts;
  let asked = 0;
  pageScripts['help'] = () => (asked++ === 0 ? help!() : Promise.reject(new Error('not there')));
  try {
    const told = await openPseudo(scenario('working'), 'nowhere');
    location.hash = '#/help';
    await settled();
    look(told, 'a page that does not come');
  } finally {
    pageScripts['help'] = help!;
  }
  noFaults();
});

const components = import.meta.glob<string>('/renderer/**/*.svelte', { query: '?raw', import: 'default' });

/** A component without an element of its own has no text of its own. */
const hasElements = (source: string) =>
  /<[a-z]/.test(source.replace(/<script[^]*?<\/script>|<style[^]*?<\/style>|<svelte:\w+[^]*?>|<!--[^]*?-->/g, ''));

test('every component with an element was met', async () => {
  console.log(`${drawn.size} messages were drawn`);
  const missed = Object.entries(components).filter(([file]) => !met.has(file.slice(1)));
  const sources = await Promise.all(missed.map(async ([file, read]) => [file, await read()] as const));
  expect(sources.flatMap(([file, source]) => (hasElements(source) ? file : []))).toEqual([]);
});
