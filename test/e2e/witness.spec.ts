import { expect, test } from '@playwright/test';
import { keyboardAlone, mouseAlone } from './hands.ts';
import { faultOf, witness, type Means } from './witness.ts';

// The observer of the trip notices forbidden input.

const form = '<button>Go</button><input id="one"><input id="two" autofocus><textarea id="text"></textarea>';
const id = '9f2c125c-66b5-4c57-ba5f-d3e53508ac63';

test('the mouse’s walk has no keys but what is typed into a field that was pressed, the keyboard’s no mouse, and neither an identifier', async ({
  page,
}) => {
  const heard = await witness(page);
  await page.goto(`data:text/html,${encodeURIComponent(form)}`);
  const faults = (means: Means) => heard.flatMap((each) => faultOf(means, each) ?? []);
  const [one, text] = [page.locator('#one'), page.locator('#text')];

  await mouseAlone(page).press(page.getByRole('button'));
  await mouseAlone(page).write(one, 'Lisboa');
  await expect.poll(() => heard.length).toBe(5 + 2 * 'Lisboa'.length);
  expect(faults('mouse')).toEqual([]);
  expect(faults('keyboard')).toContain('pointerdown of the mouse on button');

  await page.keyboard.press('Tab');
  await page.keyboard.type('x');
  await expect.poll(() => faults('mouse')).toEqual(['the key Tab on input one', 'the key x on input two']);

  heard.length = 0;
  await keyboardAlone(page).write(text, 'Lisboa');
  await expect.poll(() => heard.filter(({ hand }) => hand === 'text').length).toBe('Lisboa'.length);
  expect(faults('keyboard')).toEqual([]);
  await page.keyboard.insertText(` ${id}`);
  await expect.poll(() => faults('keyboard')).toEqual(['an identifier in textarea text']);
  await text.fill('');
  await page.keyboard.type(id.toUpperCase());
  await expect.poll(() => faults('keyboard').length).toBe(2);
});
