import { createRawSnippet, tick, type ComponentProps } from 'svelte';
import { page, userEvent } from 'vitest/browser';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import List from '#renderer/parts/list/List.svelte';
import '#renderer/app.css';
import { press, stillness } from './window.ts';

// An opponent of the list: what it shows and where the keyboard is, whatever it is given.

type Given = ComponentProps<typeof List<number>>;

const row = createRawSnippet<[number | undefined, number]>((value) => ({
  render: () => `<span role="gridcell"></span>`,
  setup: (cell) => {
    cell.textContent = String(value());
  },
}));

const grid = () => document.querySelector<HTMLElement>('[role=grid]')!;
const rowAt = (place: number) => document.querySelector<HTMLElement>(`[data-place="${place}"]`);

/** A list of 300 px in a page. */
async function openList(given: Partial<Given>) {
  document.body.style.cssText = 'display:flex;flex-direction:column;height:300px;margin:0';
  const props: Given = { label: 'Numbers', count: 1000, nameOf: String, rowAt: (index) => index, height: 36, row, columns: 1, ...given };
  const list = await render(List<number>, props, { baseElement: document.body });
  list.container.style.cssText = 'display:flex;flex-direction:column;height:300px';
  await stillness();
  return list;
}

/** True when a row is entirely in view. */
function isSeen(place: number): boolean {
  const [outer, inner] = [grid().getBoundingClientRect(), rowAt(place)?.getBoundingClientRect()];
  return inner !== undefined && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}

test('rows that are added or moved do not move a list that was scrolled away from its cursor', async () => {
  const list = await openList({ cursor: 3 });
  await userEvent.wheel(page.getByRole('grid'), { delta: { y: 5_000 } });
  await expect.poll(() => grid().scrollTop).toBe(5_000);
  await list.rerender({ count: 1010 });
  await stillness();
  expect(grid().scrollTop).toBe(5_000);
});

test('the menu of a row that is out of sight opens at the row, in sight', async () => {
  const onmenu = vi.fn<NonNullable<Given['onmenu']>>();
  const list = await openList({ cursor: 3, onmenu });
  await userEvent.wheel(page.getByRole('grid'), { delta: { y: 5_000 } });
  await expect.poll(() => grid().scrollTop).toBe(5_000);
  expect(list.component.menu()).toBe(true);
  await expect.poll(() => onmenu.mock.calls.length).toBe(1);
  const at = onmenu.mock.calls[0]![2].getBoundingClientRect();
  expect(isSeen(3)).toBe(true);
  expect(at.top).toBeGreaterThanOrEqual(grid().getBoundingClientRect().top);
});

test.each([1, 1000, 931_000, 5_000_000])('of %i rows the first and the last can be seen, and every one between', async (count) => {
  const list = await openList({ count, cursor: 0 });
  for (const place of [count - 1, Math.floor(count / 2), Math.floor(count / 3), count - 1, 0]) {
    await list.rerender({ cursor: place });
    await expect.poll(() => isSeen(place), { timeout: 3000, message: `row ${place}` }).toBe(true);
  }
  grid().scrollTop = grid().scrollHeight;
  await expect.poll(() => isSeen(count - 1), { timeout: 3000, message: 'scrolled to the end' }).toBe(true);
});

test('more rows than an element can be tall stay where they are read, through a scroll there and back and when some go', async () => {
  const list = await openList({ count: 5_000_000, cursor: 2_500_000 });
  await expect.poll(() => isSeen(2_500_000)).toBe(true);
  const there = grid().scrollTop;
  grid().scrollTop = 0;
  await expect.poll(() => isSeen(0)).toBe(true);
  grid().scrollTop = there;
  await expect.poll(() => isSeen(2_500_000)).toBe(true);
  await list.rerender({ count: 4_000_000 });
  await stillness();
  expect(isSeen(2_500_000)).toBe(true);
  await list.rerender({ count: 1000, cursor: 999 });
  await expect.poll(() => isSeen(999)).toBe(true);
});

test('a cursor that waits for the list to be laid out is found by it though the rows get another height meanwhile', async () => {
  const list = await openList({});
  list.container.style.display = 'none';
  await stillness();
  await list.rerender({ cursor: 700 });
  await list.rerender({ height: 44 });
  list.container.style.display = 'flex';
  await expect.poll(() => isSeen(700)).toBe(true);
});

test('a list that gets shorter than its position shows its end', async () => {
  const list = await openList({});
  grid().scrollTop = 30_000;
  await expect.poll(() => isSeen(835)).toBe(true);
  await list.rerender({ count: 20 });
  await expect.poll(() => isSeen(19)).toBe(true);
  await list.rerender({ count: 0 });
  await expect.poll(() => document.querySelectorAll('[data-place]').length).toBe(0);
  await list.rerender({ count: 5 });
  await expect.poll(() => isSeen(4)).toBe(true);
});

test('a hidden list returns to its position, and reads its visible rows', async () => {
  const onview = vi.fn<NonNullable<Given['onview']>>();
  const list = await openList({ onview });
  grid().scrollTop = 3_600;
  await expect.poll(() => isSeen(101)).toBe(true);
  list.container.style.display = 'none';
  await stillness();
  list.component.toRow(200);
  await stillness();
  list.container.style.display = 'flex';
  await expect.poll(() => isSeen(200)).toBe(true);
  await expect.poll(() => onview.mock.lastCall?.[0]).toBe(200);
});

test('a button that has the keyboard never becomes another row’s', async () => {
  const onmenu = vi.fn<NonNullable<Given['onmenu']>>();
  const list = await openList({ onmenu, cursor: 0 });
  rowAt(2)!.querySelector('button')!.focus();
  await list.rerender({ cursor: 900 });
  await tick();
  await press('Enter');
  expect(onmenu.mock.calls.filter(([, index]) => index !== 2)).toEqual([]);
  await stillness();
  expect(document.activeElement).toBe(grid());
});

test('a removed row passes the keyboard to its list', async () => {
  const list = await openList({ onmenu: () => undefined });
  rowAt(4)!.querySelector('button')!.focus();
  await list.rerender({ count: 3 });
  await stillness();
  expect(document.activeElement).toBe(grid());
});

test('rows of another height keep what was read in sight', async () => {
  const list = await openList({});
  grid().scrollTop = 18_000;
  await expect.poll(() => isSeen(500)).toBe(true);
  await list.rerender({ height: 54 });
  await stillness();
  expect(isSeen(500)).toBe(true);
});

test('the cursor named by the list exists', async () => {
  const list = await openList({ cursor: 500 });
  for (const [cursor, count] of [
    [500, 400],
    [399, 400],
    [0, 1],
    [0, 0],
    [-1, 10],
    [9, 1000],
  ] as const) {
    await list.rerender({ cursor, count });
    const named = grid().getAttribute('aria-activedescendant');
    expect(named === null || document.getElementById(named) !== null).toBe(true);
  }
});
