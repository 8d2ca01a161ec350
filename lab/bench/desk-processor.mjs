// The processor time of a moment; another process on the machine changes it least.
import { readdirSync, readFileSync } from 'node:fs';

/** Does `work`; the answer's `line` says the milliseconds of the page's main thread by what they went on, and of the processes around it. */
export async function spending(page, hostProcess, work) {
  const session = await page.context().newCDPSession(page);
  const whole = await page.context().browser().newBrowserCDPSession();
  await session.send('Performance.enable');
  const look = async () => ({
    ...Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value])),
    ...(await ofProcesses(whole)),
    host: ofProcess(hostProcess.pid),
  });
  const before = await look();
  const answer = await work();
  const after = await look();
  await session.detach();
  await whole.detach();
  const ms = (name) => `${Math.round(((after[name] ?? 0) - (before[name] ?? 0)) * 1000)}`;
  const times = (name) => after[name] - before[name];
  const page_ = `page ${ms('TaskDuration')} ms (script ${ms('ScriptDuration')}, style ${ms('RecalcStyleDuration')} in ${times('RecalcStyleCount')}, layout ${ms('LayoutDuration')} in ${times('LayoutCount')})`;
  return {
    answer,
    line: `${page_}; all its threads ${ms('renderer')}, the browser ${ms('browser')}, drawing ${ms('GPU')}, the host ${ms('host')}`,
  };
}

/** Seconds of processor time since they began, by the kind of Chromium's processes. */
export async function ofProcesses(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sums = {};
  for (const { type, cpuTime } of processInfo) sums[type] = (sums[type] ?? 0) + cpuTime;
  return sums;
}

/** Seconds of processor time of all threads of a process; 0 where the system does not say. */
export function ofProcess(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ns = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
    return ns.reduce((sum, each) => sum + each, 0) / 1e9;
  } catch {
    return 0;
  }
}
