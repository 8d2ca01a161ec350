import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { columnTables } from '#shared/columns/columns.ts';
import { FakeApp } from './fake-app.ts';
import { openWindow, stillness } from './window.ts';

const offered = columnTables.expense.columns.filter(({ place }) => place !== 'within');
const left = (element: Element) => Math.round(element.getBoundingClientRect().left);
const shown = (under: ParentNode, what: string) => [...under.querySelectorAll(what)].filter((each) => each.checkVisibility());

/** The positions of heads and of the first rows' cells, and the first row's text under each head. */
function places() {
  const top = document.querySelector('.ledger [role=grid]')?.getBoundingClientRect().top ?? 0;
  const inView = (row: Element) => row.getBoundingClientRect().top >= top;
  const rows = [...document.querySelectorAll('.ledger [role=row]')].filter(inView).slice(0, 3);
  const heads = shown(document, '.heads .head');
  const first = document.querySelector('.ledger [data-place="0"]');
  const said = first ? shown(first, '.cell').map(({ textContent }) => textContent.trim()) : [];
  return {
    heads: heads.map(left).join(),
    cells: rows.map((row) => shown(row, '.cell').map(left).join()),
    said: said.map((text, at) => [`${location.hash.slice(0, 6)} ${heads[at]?.textContent.trim()}`, text] as const),
  };
}

test.each([1, 2])('every visible cell is under its own head, whatever the list went through (%s)', async (seed) => {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
  const upTo = (n: number) => Math.floor(random() * n);
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  const ids = app.rowsOf('expense').map(({ id }) => id);
  const relay = async () => {
    const drawn = offered.filter(({ width }) => width === 0 || random() < 0.6).sort(() => random() - 0.5);
    const columns = drawn.map(({ name, width }) => ({ name, ...(width > 0 && random() < 0.3 ? { width: 60 + upTo(300) } : {}) }));
    await app.api.lists.keepLayout({ kind: 'expense', columns, sort: 'date', descending: true });
    app.publish({ kind: 'settings' });
  };
  const goings = [
    relay,
    relay,
    () => (location.hash = `#/expenses/${ids[upTo(20)]}`),
    () => (location.hash = '#/expenses'),
    () => (location.hash = '#/vendors'),
    () => page.viewport([360, 720, 1024, 1440, 1900][upTo(5)] ?? 1440, 900),
  ];
  const seen = new Set<string>();
  const known = new Map<string, string>();
  for (let step = 0; step < 18; step += 1) {
    await goings[upTo(goings.length)]?.();
    await stillness();
    const inPlace = () => places().cells.every((row) => row === places().heads);
    await expect.poll(inPlace, { message: `step ${step}` }).toBe(true);
    const { heads, said } = places();
    for (const [head, text] of said) expect(text, `step ${step}, ${head}`).toBe(known.get(head) ?? text);
    for (const [head, text] of said) known.set(head, text);
    seen.add(heads);
  }
  expect(seen.size).toBeGreaterThan(2);
});
