import axe from 'axe-core';
import { page } from 'vitest/browser';
import { expect } from 'vitest';
import { render } from 'vitest-browser-svelte';
import App from '#renderer/App.svelte';
import { t } from '#shared/messages/t.ts';
import { pageScripts } from '#renderer/pages/pages.ts';
import '#renderer/app.css';
import type { FakeApp } from './fake-app.ts';

/** Window sizes that pages are designed for. */
export const sizes = { small: [1024, 700], large: [1440, 900] } as const;

/** Opens the whole window on a desk at an address (`expenses/<id>`), and waits until a user could begin. */
export async function openWindow(app: FakeApp, address = 'today', size: keyof typeof sizes = 'large'): Promise<void> {
  const [width, height] = sizes[size];
  await page.viewport(width, height);
  // A server for development gives a page as a hundred files: where they have come already, nothing is waited for in between.
  await Promise.all(Object.values(pageScripts).map((read) => read()));
  location.hash = `#/${address}`;
  await render(App, { dial: app.dial });
  await expect.element(page.getByRole('navigation', { name: t('frame.sidebar.name') })).toBeInTheDocument();
  await stillness();
}

/** Waits until two frames have passed in which nothing was drawn again: a key pressed before would find no page to hear it. */
export async function stillness(): Promise<void> {
  let drawn = false;
  const watching = new MutationObserver(() => (drawn = true));
  watching.observe(document.body, { childList: true, subtree: true });
  for (let still = 0, frames = 0; still < 2 && frames < 60; frames++) {
    drawn = false;
    await new Promise(requestAnimationFrame);
    still = drawn ? 0 : still + 1;
  }
  watching.disconnect();
}

/** Presses keys as a user would, on whatever has the focus: `j`, `Shift+j`, `Control+k`. */
export async function press(...chords: string[]): Promise<void> {
  const { userEvent } = await import('vitest/browser');
  for (const chord of chords) {
    const keys = chord.split('+');
    const last = keys.pop() ?? '';
    const named = last.length > 1 ? `{${last}}` : last;
    await userEvent.keyboard(keys.map((key) => `{${key}>}`).join('') + named + keys.map((key) => `{/${key}}`).join(''));
  }
}

/** Ticks what the review leaves to its user: bank changes, and what may be recorded already. */
export async function tickTheRest(): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Send /, checked: false });
  await expect.element(boxes.first()).toBeVisible();
  while (boxes.elements().length > 0) await boxes.first().click();
}

/** The row count of a list for a screen reader: column heads are one row. */
export const withHeads = (records: number): string => String(records + 1);

/** The computed colour of a token. */
export function colourOf(token: string): string {
  const drawn = document.body.appendChild(document.createElement('i'));
  drawn.style.color = `var(${token})`;
  const { color } = getComputedStyle(drawn);
  drawn.remove();
  return color;
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that look at colours; a theme changes nothing else (tokens.css). */
const ofColours = ['color-contrast', 'link-in-text-block'];

async function ask(rules: axe.RunOptions['runOnly']): Promise<string[]> {
  await Promise.all(moving().map((each) => each.finished.catch(() => undefined)));
  const { violations: found } = await axe.run(document, { ...(rules ? { runOnly: rules } : {}), resultTypes: ['violations'] });
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} · ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
}

const moving = () =>
  document.getAnimations().filter((each) => {
    const timing = each.effect?.getTiming();
    return timing?.iterations !== Infinity && (timing?.delay ?? 0) < 500;
  });

/** Waits until nothing moves any more, then asks axe for every WCAG 2.2 A and AA rule. */
export const violations = () => ask({ type: 'tag', values: wcag });

/** Paints the theme at once: colours on their way from one theme to the other would be judged as if they stayed. */
function paint(theme: 'light' | 'dark'): void {
  const atOnce = document.head.appendChild(document.createElement('style'));
  atOnce.textContent = '*, ::before, ::after { transition: none !important }';
  document.documentElement.dataset['theme'] = theme;
  document.body.getBoundingClientRect();
  atOnce.remove();
}

/** The same in the light theme, then what colours can break in the dark one, on the page as it stands. */
export async function violationsInBothThemes(): Promise<string[]> {
  const inLight = await violations();
  expect(document.documentElement.dataset['theme']).toBe('light');
  paint('dark');
  const inDark = await ask({ type: 'rule', values: ofColours });
  paint('light');
  return [...inLight, ...inDark.map((each) => `dark: ${each}`)];
}

/** Gives the container its page's height, which the sidebar gives in the app. */
export function asHighAsItsPage(): void {
  for (const drawn of document.querySelectorAll<HTMLElement>('body > div')) drawn.style.height = '100%';
}
