import App from '#renderer/App.svelte';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { afterEach, expect, test } from 'vitest';
import { late } from '#shared/messages/made/late.ts';
import { pseudo } from '#shared/messages/made/pseudo.ts';
import { readAllMessages, speakIn } from '#renderer/state/language.svelte.ts';
import { besideTheWindow, overlaps } from './layout.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, stillness } from './window.ts';
import { fewOf } from '#test/full-test.ts';

afterEach(() => document.documentElement.removeAttribute('dir'));

test('a window that opens locked has its messages, though no page was read', async () => {
  const app = scenario('working');
  app.status = { ...app.status, lockScreen: true, account: null };
  await app.api.app.changeSettings({ language: 'sv' });
  await render(App, { dial: app.dial });
  await expect.element(page.getByRole('heading', { name: 'Layover är låst' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Öppna' })).toBeVisible();
});

test('switching the language changes the page at once and keeps what is typed, with the cursor in it', async () => {
  const app = scenario('working');
  await openWindow(app, 'today');
  await expect.element(page.getByRole('link', { name: 'Invoices' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = page.getByPlaceholder('Search or type an amount, or run a command');
  await field.fill('Hotel');
  await app.api.app.changeSettings({ language: 'de' });
  app.publish({ kind: 'settings' });
  await expect.element(page.getByPlaceholder('Suchen, einen Betrag eingeben oder einen Befehl ausführen')).toHaveValue('Hotel');
  expect(document.activeElement?.getAttribute('placeholder')).toMatch(/^Suchen/);
  expect(document.documentElement.lang).toBe('de');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('link', { name: 'Rechnungen' })).toBeVisible();
  expect(document.querySelector('.headline')?.textContent).toMatch(/zu prüfen/);
  expect(document.querySelector('nav, .sidebar')?.textContent).not.toMatch(/Invoices|Settings|Outbox/);
});

test('what the main process worded is read again in the language that the user chose', async () => {
  const app = scenario('working');
  const ref = { kind: 'expense', id: app.record('expense').id } as const;
  app.put('createUserComment', ref, { content: 'Receipt follows.' }, 'waiting');
  const { get } = app.api.records;
  app.api.records.get = async (asked) => {
    const view = await get(asked);
    const edits = view.edits.map((edit) => ({
      ...edit,
      description: { ...edit.description, title: `worded in ${app.settings.language}` },
    }));
    return { ...view, edits };
  };
  await openWindow(app, `expenses/${ref.id}`);
  await expect.element(page.getByRole('link', { name: 'worded in en' })).toBeVisible();
  await app.api.app.changeSettings({ language: 'de' });
  app.publish({ kind: 'settings' });
  await expect.element(page.getByRole('link', { name: 'worded in de' })).toBeVisible();
});

/** Texts of the frame and of Today that no message of the catalogue made: data of the fixture may stand between. */
function textsOutside(within: string): string[] {
  const walker = document.createTreeWalker(document.querySelector(within) ?? document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node.textContent?.trim() ?? '');
  return found.filter((text) => /\p{L}{2}/u.test(text) && !/[⟦⟧]/.test(text));
}

test('in the pseudo-language, right to left, the sidebar’s texts are all of the catalogue, and nothing overlaps at any width', async () => {
  late['pseudo'] = [() => Promise.resolve(pseudo), () => Promise.resolve(() => ({}))];
  await openWindow(scenario('working'), 'today');
  await readAllMessages();
  await speakIn('pseudo', 'en-GB');
  document.documentElement.dir = 'rtl';
  await expect.poll(() => document.querySelector('.headline')?.textContent).toMatch(/⟦/);
  expect(textsOutside('nav.sidebar').filter((text) => !['Layover', 'Ctrl', 'Nordlicht Handel'].includes(text))).toEqual([]);
  for (const width of [1440, 360]) {
    await page.viewport(width, 900);
    await expect.poll(() => [...overlaps(), ...besideTheWindow()]).toEqual([]);
  }
});

/** The keys that bring a page to the state in which it has the most texts. */
const pages: [address: string, keys: string[]][] = [
  ['expenses', ['j', 'x', 'j', 'x']],
  ['expenses', ['j', 'Enter']],
  ['expenses', ['j', 'Enter', 'e']],
  ['vendors', ['j', 'Enter', 'e']],
  ['invoices', ['j', 'x', 'j', 'x']],
  ['bank-lines', []],
  ['documents', ['j']],
  ['no-such-page', []],
  ['outbox?tab=needsYou', ['j']],
  ['outbox?tab=waiting', ['j']],
  ['history', []],
  ['help', []],
  ['settings/rules', []],
  ['settings/connection', []],
  ['settings/advanced', []],
  ['security', []],
];

test.each(fewOf(pages, 4))(
  'in the pseudo-language nothing of %s (%j) is over anything or beside a narrow window',
  async (address, keys) => {
    late['pseudo'] = [() => Promise.resolve(pseudo), () => Promise.resolve(() => ({}))];
    await openWindow(scenario('working'), address);
    await readAllMessages();
    await speakIn('pseudo', 'en-GB');
    for (const key of keys) {
      await press(key);
      await stillness();
    }
    await expect.poll(() => document.querySelector('main')?.textContent).toMatch(/⟦/);
    await page.viewport(360, 800);
    await expect.poll(() => [...overlaps(), ...besideTheWindow()]).toEqual([]);
  },
);
