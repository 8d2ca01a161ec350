// A field in the window that offers ways to go on: from the key to what answers it there, by the page's own clock.
import { percentiles } from './workload.mjs';

/**
 * Runs in the page: resolves with the milliseconds from the next key until the field's list, or all that is in the place `around` it, said
 * something else for the last time before a pause; null when it said the same on.
 */
function fieldAnswers(around) {
  let started = performance.now();
  addEventListener('keydown', (event) => (started = event.timeStamp), { capture: true, once: true });
  window.__answered = new Promise((resolve) => {
    // The field's own list: the search box of the page behind it has one too.
    const list = () => document.getElementById(document.activeElement?.getAttribute('aria-controls') ?? '');
    const said = () => (around ? document.activeElement?.closest(around) : list())?.textContent ?? null;
    const before = said();
    let [last, words] = [null, before];
    const look = () => {
      const now = said();
      if (now === words) return;
      [last, words] = [performance.now(), now];
      clearTimeout(timer);
      timer = setTimeout(done, 120);
    };
    const seen = new MutationObserver(look);
    const done = () => {
      seen.disconnect();
      resolve(last === null ? null : last - started);
    };
    seen.observe(document.body, { childList: true, subtree: true, characterData: true });
    // Most keys of a longer word leave the list as it is: a list that is late has this long to say something else.
    let timer = setTimeout(done, 400);
  });
}

async function answered(page, key, around = null) {
  await page.evaluate(fieldAnswers, around);
  await page.keyboard.press(key);
  return page.evaluate(() => window.__answered);
}

const texts = ['rheinholt 4', 'marine 77', 'gmbh 12', 'tallgrens foods', '1005', 'kestrel timber 9'];

/** Opens the picker of `field` in the form under way again and again, and types into it. */
export async function picking(page, field, times) {
  const box = page.getByRole('combobox', { name: field });
  const [opens, keys] = [[], []];
  for (let n = 0; n < times; n++) {
    await box.focus();
    opens.push(await answered(page, 'ArrowDown'));
    for (const letter of texts[n % texts.length]) keys.push(await answered(page, letter === ' ' ? 'Space' : letter));
    await page.keyboard.press('Escape');
  }
  const given = (list) => {
    const figures = list.filter((ms) => ms !== null);
    if (figures.length < times) throw new Error(`the list of ${field} answered ${figures.length} of ${list.length} keys`);
    return figures;
  };
  return { opens: percentiles(given(opens)), keys: percentiles(given(keys)) };
}

const queries = ['status:dr amount>500', 'currency:eur hotel', 'date:nov -lunch', 'account:6200 taxi', 'amount:100..200 has:ed'];

/** Types queries into the search box of the list: each key ends when the box says what was understood and offers how to go on. */
export async function asking(page) {
  const keys = [];
  await page.keyboard.press('/');
  for (const query of queries) {
    for (const letter of query) keys.push(await answered(page, letter === ' ' ? 'Space' : letter, '[role=search]'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.waitForTimeout(200);
  }
  await page.keyboard.press('Escape');
  if (keys.includes(null)) throw new Error(`the search box answered ${keys.filter((ms) => ms !== null).length} of ${keys.length} keys`);
  return percentiles(keys);
}
