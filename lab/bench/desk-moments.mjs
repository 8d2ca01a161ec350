// Measures the window's actions; every figure is from the page's own clock.
import { percentiles, uuidOf } from './workload.mjs';

/** Runs in the page before anything else: keeps every event that the browser timed. */
export function watchEvents() {
  window.__events = [];
  new PerformanceObserver((list) =>
    window.__events.push(...list.getEntries().map((e) => ({ name: e.name, duration: e.duration }))),
  ).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

/**
 * Makes the browser's window larger than its page: a window with bars of its own shows a part of a page of its size. What lies outside is never
 * drawn, and a key that changes nothing else ends, by event timing, with the next key's frame.
 */
export async function showWhole(page) {
  const session = await page.context().newCDPSession(page);
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { width: bounds.width + 200, height: bounds.height + 200 } });
  await session.detach();
}

/** Event timing: the browser's own measure from an input to the next paint, in milliseconds, in steps of 8. */
export async function interactions(page, act, times) {
  await page.evaluate(() => (window.__events.length = 0));
  for (let n = 0; n < times; n++) {
    await act(n);
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(200);
  const timed = await page.evaluate(() =>
    window.__events.filter((e) => e.name.startsWith('key') || e.name === 'click').map((e) => e.duration),
  );
  // Events faster than the browser's least duration of 16 ms are not reported: they count as 16.
  return percentiles([...timed, ...Array.from({ length: Math.max(0, times - timed.length) }, () => 16)]);
}

/** Times between frames while a wheel turns, in milliseconds; `late` counts those longer than two frames. */
export async function scrolling(page, turns = 150) {
  const box = await page.getByRole('grid').first().boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.evaluate(() => {
    window.__frames = [];
    let last = performance.now();
    const tick = (now) => {
      if (!window.__frames) return;
      window.__frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (let n = 0; n < turns; n++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(16);
  }
  const frames = await page.evaluate(() => {
    const list = window.__frames;
    window.__frames = null;
    return list.slice(5);
  });
  return { ...percentiles(frames), late: frames.filter((f) => f > 34).length };
}

/**
 * Runs in the page: resolves with the milliseconds from the next key until what is seen of `root` changed for the last time before a pause,
 * or null when it never did. Rows that a list keeps ready above and below the view come and go later
 * and are not seen, nor is what the list notes on its own frame.
 */
function lastChange(selector) {
  const root = document.querySelector(selector);
  let started = performance.now();
  addEventListener('keydown', (event) => (started = event.timeStamp), { capture: true, once: true });
  const inView = (node) => {
    const [box, view] = [(node instanceof Element ? node : node.parentElement)?.getBoundingClientRect(), root.getBoundingClientRect()];
    return box !== undefined && box.height > 0 && box.bottom > view.top && box.top < view.bottom;
  };
  const isSeen = ({ type, target, addedNodes }) => {
    const row = (target instanceof Element ? target : target.parentElement)?.closest('[role=row]');
    if (row) return inView(target);
    if (type !== 'childList') return false;
    return [...addedNodes].some((node) => node instanceof Element && inView(node));
  };
  window.__settled = new Promise((resolve) => {
    let last = null;
    const seen = new MutationObserver((changes) => {
      const now = performance.now();
      clearTimeout(timer);
      timer = setTimeout(done, 120);
      if (changes.some(isSeen)) last = now;
    });
    const done = () => {
      seen.disconnect();
      resolve(last === null ? null : last - started);
    };
    seen.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
    let timer = setTimeout(done, 400);
  });
}

/** From a keystroke in the search box to the rows that answer it, in milliseconds. */
export async function searching(page) {
  await page.keyboard.press('/');
  const times = [];
  for (const text of ['hotel', 'taxi lisbon', 'lunch oslo', 'cloud berlin']) {
    for (const letter of text) {
      await page.evaluate(lastChange, '[role=grid]');
      await page.keyboard.type(letter);
      const ms = await page.evaluate(() => window.__settled);
      if (ms !== null) times.push(ms);
    }
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.waitForTimeout(200);
  }
  await page.keyboard.press('Escape');
  return percentiles(times);
}

/** From the address of a record to the frame after its facts are on screen, in milliseconds. */
export async function opening(page, times = 60) {
  const list = [];
  for (let n = 0; n < times; n++) {
    await page.evaluate(() => (location.hash = '#/expenses'));
    await page.waitForTimeout(100);
    list.push(await page.evaluate(openRecord, uuidOf((n * 977) % 9_000)));
  }
  return percentiles(list);
}

/** Runs in the page. */
function openRecord(id) {
  return new Promise((resolve) => {
    const started = performance.now();
    const look = () =>
      document.querySelector('article.record dl dd') ? resolve(performance.now() - started) : requestAnimationFrame(look);
    location.hash = `#/expenses/${id}`;
    requestAnimationFrame(() => requestAnimationFrame(look));
  });
}
