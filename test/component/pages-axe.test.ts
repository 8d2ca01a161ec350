import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { FakeDesk } from './fake-desk.ts';
import { packed } from './packed.ts';
import { scenario } from './scenarios.ts';
import { openWindow, violations } from './window.ts';

/** Pages that ask a person for a word or tell what happened, with the heading that says they are there. */
const pages = [
  ['review', 'Review and send'],
  ['conflicts', 'Conflicts'],
  ['in-doubt', 'In doubt'],
  ['reports', 'Sync reports'],
  ['activity', 'Activity'],
  ['packs', 'Trip packs'],
  ['documents', 'Documents'],
  ['settings', 'Settings'],
  ['sign-in', 'Connect an account'],
  ['repair', 'Repair'],
] as const;

const desks: [string, (theme: 'light' | 'dark') => FakeDesk][] = [
  ['working', (theme) => packed(scenario('working', { theme }))],
  ['empty', (theme) => scenario('empty', { theme })],
  ['long', (theme) => packed(scenario('long', { theme }))],
  ['offline', (theme) => packed(scenario('offline', { theme }))],
];

for (const theme of ['light', 'dark'] as const)
  for (const [name, deskOf] of desks)
    test(`${theme}, ${name}: every page has no axe violation`, async () => {
      await openWindow(deskOf(theme), 'today', name === 'long' ? 'small' : 'large');
      for (const [address, heading] of pages) {
        location.hash = `#/${address}`;
        await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect.element(page.getByRole('status', { name: /^Reading/ })).not.toBeInTheDocument();
        expect(await violations(), address).toEqual([]);
      }
    });
