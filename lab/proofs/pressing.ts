import type { Locator, Page } from '@playwright/test';
import { show } from '#test/e2e/person.ts';

// Whatever can be pressed, pressed with the mouse: found as a screen reader tells it, so that nothing that a user can reach is forgotten.

/** A thing that can be pressed, by its role and name. */
interface Pressable {
  role: 'button' | 'switch' | 'tab' | 'menuitem' | 'checkbox' | 'radio';
  name: string;
}

const line = /^\s*- (button|switch|tab|menuitem|checkbox|radio) "((?:[^"\\]|\\.)*)"([^\n]*)/gm;

/** Pressable elements within `root`, in reading order. */
async function pressablesIn(root: Locator): Promise<Pressable[]> {
  const told = await root.ariaSnapshot();
  return Array.from(told.matchAll(line), ([, role, name = '', states = '']) => ({ role, name: JSON.parse(`"${name}"`) as string, states }))
    .filter(({ states }) => !states.includes('[disabled]'))
    .map(({ role, name }) => ({ role: role as Pressable['role'], name }));
}

const overlays = '[role=menu], [role=dialog], [role=alertdialog], [data-popover-content]';

/** Leaves whatever lies over the page. */
export async function closeOverlays(page: Page): Promise<void> {
  for (let open = await page.locator(overlays).count(); open > 0; open -= 1) await page.keyboard.press('Escape');
}

/** Presses; false for what is not there any more, or is covered. */
async function press(root: Page | Locator, { role, name }: Pressable): Promise<boolean> {
  const target = root.getByRole(role, { name, exact: true }).first();
  return target.click({ timeout: 700 }).then(
    () => true,
    () => false,
  );
}

/** Texts that differ by a number, a name or a date only count as one. */
const alike = (text: string): string => text.replace(/[“"][^”"]*[”"]|\d[\d,. ]*/g, '#');

/** Presses everything on the pages at these addresses, and in what opens over them, but what `spared` names; answers what was pressed. */
export async function pressEverything(page: Page, places: readonly string[], spared: RegExp): Promise<string[]> {
  const pressed = new Set<string>();
  const tried = new Set<string>();
  const isNew = (where: string, { role, name }: Pressable) => {
    const key = `${where} ${role} ${alike(name)}`;
    return !spared.test(name) && !tried.has(key) && tried.add(key) !== undefined;
  };
  const arrive = async (place: string) => {
    await closeOverlays(page);
    await show(page, `#/${place}`);
    await page.locator('main:not([aria-busy=true]) h1').first().waitFor({ state: 'attached' });
  };
  for (const place of places) {
    await arrive(place);
    await page.waitForLoadState('networkidle');
    const kind = place.split(/[/?]/)[0] ?? '';
    for (const outer of await pressablesIn(page.locator('body'))) {
      if (!isNew(place.includes('/') ? 'a record' : kind, outer)) continue;
      await arrive(place);
      if (!(await press(page, outer))) continue;
      pressed.add(outer.name);
      const over = page.locator(overlays).last();
      if ((await over.count()) === 0) continue;
      for (const inner of await pressablesIn(over)) {
        if (!isNew(outer.name, inner)) continue;
        if ((await over.count()) === 0) {
          await arrive(place);
          await press(page, outer);
        }
        if (await press(over, inner)) pressed.add(inner.name);
      }
    }
  }
  return [...pressed];
}
