import axe from 'axe-core';
import { page } from 'vitest/browser';
import { expect } from 'vitest';
import { render } from 'vitest-browser-svelte';
import App from '#renderer/App.svelte';
import '#renderer/app.css';
import type { FakeDesk } from './fake-desk.ts';

/** Window sizes that pages are designed for. */
export const sizes = { small: [1024, 700], large: [1440, 900] } as const;

/** Opens the whole window on a desk at an address (`expenses/<id>`), and waits until the frame is there. */
export async function openWindow(desk: FakeDesk, address = 'today', size: keyof typeof sizes = 'large'): Promise<void> {
  const [width, height] = sizes[size];
  await page.viewport(width, height);
  location.hash = `#/${address}`;
  await render(App, { dial: desk.dial });
  await expect.element(page.getByRole('navigation', { name: 'Sections' })).toBeInTheDocument();
}

/** Presses keys as a person would, on whatever has the focus: `j`, `Shift+j`, `Control+k`. */
export async function press(...chords: string[]): Promise<void> {
  const { userEvent } = await import('vitest/browser');
  for (const chord of chords) {
    const keys = chord.split('+');
    const last = keys.pop() ?? '';
    const named = last.length > 1 ? `{${last}}` : last;
    await userEvent.keyboard(keys.map((key) => `{${key}>}`).join('') + named + keys.map((key) => `{/${key}}`).join(''));
  }
}

/** Waits until nothing moves any more, then asks axe for every WCAG 2.2 A and AA rule. */
export async function violations(): Promise<string[]> {
  const moving = document.getAnimations().filter((each) => {
    const timing = each.effect?.getTiming();
    return timing?.iterations !== Infinity && (timing?.delay ?? 0) < 500;
  });
  await Promise.all(moving.map((each) => each.finished.catch(() => undefined)));
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations: found } = await axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} · ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
}
