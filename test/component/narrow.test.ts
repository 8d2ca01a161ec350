import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow } from './window.ts';

/** A rectangle as far as nothing clips it away, and what it belongs to. */
interface Seen {
  element: Element;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function seenPart(element: Element): Seen | null {
  let { left, right, top, bottom } = element.getBoundingClientRect();
  for (let above = element.parentElement; above; above = above.parentElement) {
    if (getComputedStyle(above).overflow === 'visible') continue;
    const box = above.getBoundingClientRect();
    [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  return right - left > 1 && bottom - top > 1 ? { element, left, right, top, bottom } : null;
}

const named = ({ element }: Seen) =>
  `${element.tagName.toLowerCase()} "${(element.textContent || element.ariaLabel || '').trim().slice(0, 30)}"`;

/** What lies over something else: words and what can be pressed, as a person would see them. */
function overlaps(): string[] {
  const seen = [...document.querySelectorAll('main :is(button, a, input, h1, h2, h3, label, .money, .figures)')]
    .filter((element) => !element.closest('.unseen') && element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }))
    .flatMap((element) => seenPart(element) ?? []);
  return seen.flatMap((one, place) =>
    seen
      .slice(place + 1)
      .filter(({ element }) => !one.element.contains(element) && !element.contains(one.element))
      .filter((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2)
      .filter((other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2)
      .filter((other) => !pinned(one.element) && !pinned(other.element))
      .map((other) => `${named(one)} over ${named(other)}`),
  );
}
/** A foot that stays while the page scrolls under it is over nothing by mistake. */
const pinned = (element: Element) => element.closest('.search') !== null && element.tagName !== 'H1' && element.tagName !== 'INPUT';

/** Amounts of which a part is cut off where nobody can scroll to it. */
function cutAmounts(): string[] {
  return [...document.querySelectorAll('main .money')].flatMap((money) => {
    const box = money.getBoundingClientRect();
    if (box.width === 0) return [];
    for (let above = money.parentElement; above; above = above.parentElement) {
      const { overflowX } = getComputedStyle(above);
      if (overflowX === 'auto' || overflowX === 'scroll') return [];
      const outer = above.getBoundingClientRect();
      if (overflowX !== 'visible' && (box.left < outer.left - 0.5 || box.right > outer.right + 0.5)) return [money.textContent];
    }
    return box.right > innerWidth + 0.5 ? [money.textContent] : [];
  });
}

/** What of the page a person would have to scroll sideways to see. */
function besideTheWindow(): string[] {
  const { scrollWidth, clientWidth } = document.querySelector('main')!;
  return scrollWidth > clientWidth ? [`main is ${scrollWidth} wide and shows ${clientWidth}`] : [];
}

const pages = [
  'today',
  'expenses',
  'invoices',
  'vendors',
  'documents',
  'outbox?tab=review',
  'outbox?tab=needsYou',
  'outbox?tab=inDoubt',
  'outbox?tab=waiting',
  'packs',
  'settings',
];

test.each(pages)('%s at 360 px, as at 400 %: nothing over anything, no amount cut off, nothing beside the window', async (address) => {
  const desk = scenario('working');
  for (const record of desk.records) if (record.kind === 'invoiceReceivable') record.service['amount'] = 1_234_567_890_123n;
  await openWindow(desk, address);
  await page.viewport(360, 640);
  await expect.element(page.getByRole('heading').first()).toBeVisible();
  // The window hears of its new width a moment after it has it: what is judged is the narrow page that stays.
  await expect.poll(() => document.querySelector('main')?.clientWidth).toBeGreaterThan(300);
  await expect.poll(() => [...overlaps(), ...cutAmounts(), ...besideTheWindow()]).toEqual([]);
});

test('amounts of eleven digits stand whole beside their date, in every list and beside an opened record', async () => {
  const desk = scenario('working');
  const invoice = desk.record('invoiceReceivable');
  for (const record of desk.records) if (record.kind === 'invoiceReceivable') record.service['totalAmount'] = 1_234_567_890_123n;
  await openWindow(desk, `invoices/${invoice.id}`, 'large');
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expect.poll(overlaps).toEqual([]);
  expect(cutAmounts()).toEqual([]);
});
