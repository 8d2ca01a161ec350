import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const heads = () => [...document.querySelectorAll<HTMLElement>('.heads .head')];
const named = () => heads().map((head) => head.textContent.trim());
const widths = () => heads().map((head) => Math.round(head.getBoundingClientRect().width));

test('a column that is pulled as wide as there is room pushes none away, itself least; an edge that is only passed pulls nothing', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await page.viewport(1440, 900);
  await expect.poll(named).toContain('Account');
  const before = named();
  const place = before.indexOf('Account');
  const [was = 0] = [widths()[place]];
  const edge = heads()[place]?.querySelector('.edge') ?? null;
  await userEvent.dragAndDrop(edge!, document.querySelector('.heads .head:last-of-type .edge, .heads .head:nth-last-of-type(2)')!);
  expect(named()).toEqual(before);
  expect(widths()[place]).toBeGreaterThanOrEqual(was);
  const settled = widths();
  for (const head of heads().slice(0, 4)) await userEvent.hover(head.querySelector('.edge') ?? head);
  expect(widths()).toEqual(settled);
});

fullTest('a view is not replaced by another of its name unasked', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses?q=hotel');
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Save view' }).first().click();
    await page.getByRole('dialog').getByLabelText('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  };
  await save('Mine');
  await expect.element(page.getByRole('navigation', { name: 'Sections' }).getByText('Mine')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const kept = async () => (await app.api.lists.all()).views.filter(({ name }) => name === 'Mine').map(({ query }) => query);
  expect(await kept()).toEqual(['hotel']);
  await page.getByRole('combobox', { name: 'Search expenses' }).fill('taxi');
  await save('Mine');
  await expect.element(page.getByRole('dialog').getByRole('alert')).toMatchTextContent(/already. What it holds is replaced./);
  expect(await kept()).toEqual(['hotel']);
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the view' }).click();
  await expect.poll(kept).toEqual(['taxi']);
});

test('a heading is dragged to another place, a column is moved by keys in the menu, and one without room says so', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await expect.poll(named).toContain('Account');
  const [first = '', second = ''] = named();
  const head = (name: string) => heads().find((each) => each.textContent.trim() === name)!;
  await userEvent.dragAndDrop(head(second), head(first), { sourcePosition: { x: 12, y: 10 }, targetPosition: { x: 12, y: 10 } });
  await expect.poll(() => named().slice(0, 2)).toEqual([second, first]);
  await page.viewport(1024, 700);
  await page.getByRole('button', { name: /^Columns/ }).click();
  const item = (name: RegExp) => page.getByRole('menuitem', { name });
  await expect.element(item(/no room here/).first()).toBeVisible();
  (item(new RegExp(`^${first}`)).element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => named().slice(0, 2)).toEqual([first, second]);
  await expect.element(item(new RegExp(`^${first}`))).toHaveFocus();
});
