// The switch of the language, chosen in one window and drawn in another: the whole way over the core, by the clock that both share.
import { percentiles } from './workload.mjs';

const pages = [
  ['Today', 'today'],
  ['the list', 'expenses'],
  ['the outbox', 'outbox?tab=waiting'],
];

/**
 * Runs in the page: `__drawn` resolves with the moment of its last change, once it speaks `language` and stays as it is, in the next frame. An
 * attribute that is set to what it was is no change.
 */
function untilDrawn(language) {
  let last = 0;
  const isChange = ({ type, target, attributeName, oldValue }) => type !== 'attributes' || target.getAttribute(attributeName) !== oldValue;
  window.__drawn = new Promise((resolve) => {
    const changes = new MutationObserver((records) => {
      if (document.documentElement.lang !== language || !records.some(isChange)) return;
      clearTimeout(timer);
      requestAnimationFrame(() => (last = performance.timeOrigin + performance.now()));
      timer = setTimeout(() => (changes.disconnect(), resolve(last)), 250);
    });
    let timer;
    changes.observe(document, { childList: true, subtree: true, characterData: true, attributes: true, attributeOldValue: true });
  });
}

/** Runs in the page with the settings: the moment at which the language was chosen. */
function choose(language) {
  const field = [...document.querySelectorAll('select')].find((each) => each.querySelector(`option[value=${language}]`));
  field.value = language;
  const at = performance.timeOrigin + performance.now();
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return at;
}

const wide = { viewport: { width: 1440, height: 900 } };

async function openAt(host, context, address) {
  const page = await context.newPage();
  await host.open(page);
  await page.locator('nav a').first().waitFor();
  await page.evaluate((hash) => (location.hash = `#/${hash}`), address);
  await page.waitForTimeout(1500);
  return page;
}

/** Chooses the language in the settings. */
export async function speak(browser, host, language) {
  const context = await browser.newContext(wide);
  const settings = await openAt(host, context, 'settings/window');
  await settings.evaluate(choose, language);
  await settings.waitForFunction((name) => document.documentElement.lang === name, language);
  await context.close();
}

/** Milliseconds from the choice to the frame of the last change, English to German and back; the first one, which reads the language, apart. */
export async function switching(browser, host, times = 20) {
  const [away, back] = ['de', 'en'];
  const context = await browser.newContext(wide);
  const settings = await openAt(host, context, 'settings/window');
  const found = [];
  for (const [name, address] of pages) {
    const page = await openAt(host, context, address);
    const list = [];
    for (let turn = 0; turn <= times; turn++) {
      const language = turn % 2 === 0 ? away : back;
      await page.bringToFront();
      await page.evaluate(untilDrawn, language);
      const chosen = await settings.evaluate(choose, language);
      list.push((await page.evaluate(() => window.__drawn)) - chosen);
    }
    const [first, ...others] = list;
    found.push({ name, first, ...percentiles(others) });
    await settings.evaluate(choose, back);
    await page.waitForTimeout(500);
    await page.close();
  }
  await context.close();
  return found;
}
