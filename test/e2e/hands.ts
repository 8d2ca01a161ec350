import { expect, type Locator, type Page } from '@playwright/test';
import type { Means } from './witness.ts';

/** A file as a user has it on their desktop. */
export interface GivenFile {
  name: string;
  text: string;
}

/** A user's actions in the window, one implementation per means. `chord` is the window's key for the same, `g e`. */
export interface Hands {
  readonly means: Means;
  /** Presses a button, follows a link, turns a switch. */
  press(target: Locator, chord?: string): Promise<void>;
  /** Puts a text where another stood. */
  write(field: Locator, text: string, after?: 'Enter'): Promise<void>;
  /** Chooses from a list of the system's own. */
  choose(list: Locator, label: string): Promise<void>;
  /** Opens a menu and takes an item of it. */
  pick(menu: Locator, item: Locator): Promise<void>;
  /** Looks for a name in a field that refers to something, and takes what is offered. */
  refer(field: Locator, text: string, offered: Locator): Promise<void>;
  give(asking: Locator, file: GivenFile): Promise<void>;
}

/** Longer texts come from a clipboard. */
const typedAtMost = 60;

async function typeInto(page: Page, text: string): Promise<void> {
  if (text.length > typedAtMost) await page.keyboard.insertText(text);
  else await page.keyboard.type(text);
}

async function giveFile(page: Page, { name, text }: GivenFile, ask: () => Promise<void>): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await ask();
  await (await asked).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

export function mouseAlone(page: Page): Hands {
  return {
    means: 'mouse',
    press: (target) => target.click(),
    write: async (field, text) => {
      // Three clicks take what is there.
      await field.click({ clickCount: 3 });
      await typeInto(page, text);
    },
    // The system shows the list outside of the page; the driver presses in it.
    choose: async (list, label) => void (await list.selectOption({ label })),
    pick: async (menu, item) => {
      await menu.click();
      await item.click();
    },
    refer: async (field, text, offered) => {
      await field.click({ clickCount: 3 });
      await page.keyboard.type(text);
      await offered.click();
    },
    give: (asking, file) => giveFile(page, file, () => asking.click()),
  };
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** More stops than any page has. */
const mostStops = 150;

export function keyboardAlone(page: Page): Hands {
  const { keyboard } = page;
  const walk = async (target: Locator, key: string) => {
    await expect(target).toBeEnabled();
    for (let stops = 0; stops < mostStops; stops += 1) {
      if (await isFocused(target)) return;
      await keyboard.press(key);
    }
    throw new Error(`${target.toString()} is not reached by ${key}`);
  };
  const reach = (target: Locator) => walk(target, 'Tab');
  const press = async (target: Locator, chord?: string) => {
    if (chord === undefined) {
      await reach(target);
      const isBox = await target.evaluate((element) => element instanceof HTMLInputElement || element.role === 'switch');
      return keyboard.press(isBox ? 'Space' : 'Enter');
    }
    await expect(target).toBeVisible();
    // At once: the second key of a chord has 1.2 seconds, which two words with a busy browser may take.
    await Promise.all(chord.split(' ').map((key) => keyboard.press(key)));
  };
  return {
    means: 'keyboard',
    press,
    write: async (field, text, after) => {
      await reach(field);
      await keyboard.press('Control+a');
      await typeInto(page, text);
      if (after) await keyboard.press(after);
    },
    choose: async (list, label) => {
      await reach(list);
      // A list hears letters only as keys, and the driver has no key for `ö`.
      await keyboard.type(/^[ -~]*/.exec(label)?.[0] ?? '');
      const chosen = list.locator('option:checked');
      for (let stops = 0; stops < mostStops && (await chosen.textContent()) !== label; stops += 1) await keyboard.press('ArrowDown');
      await expect(chosen).toHaveText(label);
    },
    pick: async (menu, item) => {
      await press(menu);
      await walk(item, 'ArrowDown');
      await keyboard.press('Enter');
    },
    refer: async (field, text, offered) => {
      await reach(field);
      await keyboard.type(text);
      await expect(offered).toHaveAttribute('aria-selected', 'true');
      await keyboard.press('Enter');
    },
    give: (asking, file) =>
      giveFile(page, file, async () => {
        await reach(asking);
        await keyboard.press('Enter');
      }),
  };
}
