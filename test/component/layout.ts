/** A rectangle as far as nothing clips it away, and what it belongs to. */
interface Seen {
  element: Element;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The boxes of an element: one for each line that it is broken into. */
const seenParts = (element: Element): Seen[] => [...element.getClientRects()].flatMap((box) => seenPart(element, box) ?? []);

function seenPart(element: Element, { left, right, top, bottom }: DOMRect): Seen | null {
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

/** Texts and controls that overlap others, as a user sees them. */
export function overlaps(within = 'main'): string[] {
  const seen = [...document.querySelectorAll(`${within} :is(button, a, input, h1, h2, h3, label, .money, .figures)`)]
    // The calendar's sign is within its field.
    .filter(
      (element) =>
        !element.closest('.unseen, .picker') && element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }),
    )
    .flatMap(seenParts);
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
/** A foot or a column that stays while the page scrolls under it is over nothing by mistake. */
const pinned = (element: Element) =>
  element.closest('.scroll :is(th, td).right:last-child') !== null ||
  (element.closest('.search') !== null && element.tagName !== 'H1' && element.tagName !== 'INPUT');

/** Amounts of which a part is cut off where nobody can scroll to it. */
export function cutAmounts(): string[] {
  return [...document.querySelectorAll('main .money')].flatMap((money) => {
    const box = money.getBoundingClientRect();
    if (box.width === 0) return [];
    for (let above = money.parentElement; above; above = above.parentElement) {
      const { overflowX, paddingRight, textOverflow } = getComputedStyle(above);
      if (overflowX === 'auto' || overflowX === 'scroll') return [];
      const outer = above.getBoundingClientRect();
      // Dots come where the words' own room ends.
      const right = outer.right - (textOverflow === 'ellipsis' ? parseFloat(paddingRight) : 0);
      if (overflowX !== 'visible' && (box.left < outer.left - 0.5 || box.right > right + 0.5)) return [money.textContent];
    }
    return box.right > innerWidth + 0.5 ? [money.textContent] : [];
  });
}

/** A selected item scrolled out of sight in its strip. */
export function chosenOutOfSight(): string[] {
  return [...document.querySelectorAll('[role=tab][aria-selected=true]')]
    .filter((tab) => {
      const [one, strip] = [tab, tab.closest('[role=tablist]')!].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
      return one.left < strip.left - 1 || one.right > strip.right + 1;
    })
    .map((tab) => tab.textContent.trim());
}

/** Arrows between an old value and a new one that are beside neither of their lines. */
export function strayArrows(): string[] {
  return [...document.querySelectorAll('main .was, [role=dialog] .was')].flatMap((was) => {
    const change = was.parentElement!;
    const arrow = change.querySelector('svg.lucide-arrow-right')?.getBoundingClientRect();
    if (!arrow || arrow.width === 0) return [];
    const lines = [...change.querySelectorAll('.was, .firm')].flatMap((side) => {
      const words = document.createRange();
      words.selectNodeContents(side);
      return [...words.getClientRects()].filter(({ width }) => width > 2);
    });
    const middle = (arrow.top + arrow.bottom) / 2;
    return lines.some(({ top, bottom }) => middle > top + 1 && middle < bottom - 1) ? [] : [change.textContent.trim()];
  });
}

/** Cells of a list whose words are few and known, and yet not all in sight. */
export function cutCells(...columns: string[]): string[] {
  const heads = [...document.querySelectorAll('main .heads .head')].map((head) => head.textContent.trim());
  return [...document.querySelectorAll('main [role=grid] [role=row]')].flatMap((row) =>
    [...row.querySelectorAll('.cell:not([hidden])')]
      .filter((cell, place) => columns.includes(heads[place] ?? '') && isCut(cell))
      .map((cell) => cell.textContent.trim()),
  );
}

/** Words that end in dots are told as if they ended before them: for this look they have none. */
function isCut(cell: Element): boolean {
  const words = document.createRange();
  words.selectNodeContents(cell);
  (cell as HTMLElement).style.textOverflow = 'clip';
  const ends = Math.max(...[...words.getClientRects()].filter(({ width }) => width > 2).map(({ right }) => right));
  (cell as HTMLElement).style.textOverflow = '';
  return ends > cell.getBoundingClientRect().right - parseFloat(getComputedStyle(cell).paddingRight) + 0.05;
}

/** Parts of the page that need sideways scrolling. */
export function besideTheWindow(): string[] {
  const { scrollWidth, clientWidth } = document.querySelector('main')!;
  return scrollWidth > clientWidth ? [`main is ${scrollWidth} wide and shows ${clientWidth}`] : [];
}

/** Parts of an overlay that are out of reach: outside the window, or wider than their container. */
export function outOfReach(within: string): string[] {
  const over = document.querySelector(within);
  if (!over) return ['nothing is open'];
  const { left, right, top, bottom } = over.getBoundingClientRect();
  const isBeside = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  const found = isBeside ? [`stands at ${[left, top, right, bottom].map(Math.round).join(' ')}, beside the window`] : [];
  if (!over.contains(document.activeElement)) found.push('the focus is elsewhere');
  for (const each of over.querySelectorAll('header, footer, .body, form'))
    if (each.scrollWidth > each.clientWidth + 1) found.push(`${each.tagName} is ${each.scrollWidth} wide and shows ${each.clientWidth}`);
  for (const each of over.querySelectorAll('button, [role=menuitem]')) {
    const box = each.getBoundingClientRect();
    if (box.width > 0 && (box.left < left - 0.5 || box.right > right + 0.5)) found.push(`${each.textContent.trim()} is cut off`);
  }
  return found;
}

/** Cells of a table that another one, which stays in sight, lies over: of a figure behind it a digit is missed. */
export function behindPinned(): string[] {
  return [...document.querySelectorAll('main table tr')].flatMap((row) => {
    const pinned = [...row.children].find((cell) => getComputedStyle(cell).position === 'sticky');
    if (!pinned) return [];
    const { left } = pinned.getBoundingClientRect();
    return [...row.children]
      .filter((cell) => cell !== pinned && cell.getBoundingClientRect().right > left + 0.5)
      .map((cell) => cell.textContent.trim());
  });
}

/** Texts of which a part is cut off, and those that end in dots and can be read whole nowhere. */
export function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *, [role=dialog] *, [role=menu] *')].flatMap((element) => {
    const own = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    if (
      !own ||
      element.clientWidth <= 1 ||
      element.scrollWidth <= element.clientWidth + 1 ||
      !element.checkVisibility() ||
      element.closest('.unseen, input, textarea')
    )
      return [];
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (!['hidden', 'clip'].includes(overflowX)) return [];
    const text = element.textContent.trim();
    const isWhole = textOverflow === 'ellipsis' && (!text.includes('⟦') || element.closest('[title], [aria-label]') !== null);
    return isWhole ? [] : [`"${text.slice(0, 40)}" is cut`];
  });
}
