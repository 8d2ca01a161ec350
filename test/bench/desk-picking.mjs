// A picker in the window: from the key to the rows that answer it, by the page's own clock.
import { percentiles } from './workload.mjs';

/**
 * Runs in the page: resolves with the milliseconds from the next key until the list of the picker said something else for the last time before a
 * pause; null when it said the same on.
 */
function listAnswers() {
  let started = performance.now();
  addEventListener('keydown', (event) => (started = event.timeStamp), { capture: true, once: true });
  window.__answered = new Promise((resolve) => {
    // The field's own list: the search box of the page behind it has one too.
    const said = () => document.getElementById(document.activeElement?.getAttribute('aria-controls') ?? '')?.textContent ?? null;
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

async function answered(page, key) {
  await page.evaluate(listAnswers);
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
