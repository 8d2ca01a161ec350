// Processor profiles of single moments in the window, for finding out why a budget is missed.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Does `work`; with a file, records the page's processor profile meanwhile (opens in any Chromium's developer tools). */
export async function profiled(page, file, work) {
  if (!file) return work();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 200 });
  await session.send('Profiler.start');
  const answer = await work();
  const { profile } = await session.send('Profiler.stop');
  await session.detach();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(profile));
  return answer;
}
