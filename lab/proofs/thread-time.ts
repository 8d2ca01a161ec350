/**
 * This thread's own processor time in milliseconds, exact. The system brings a running thread's count up to date at its ticks only (4 ms
 * apart), or when the whole process is asked: so that is asked first.
 */
export function threadMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The least of a few attempts, in milliseconds of this thread: what the machine does beside must not count. */
export function quickest(times: number, act: () => unknown): number {
  let least = Infinity;
  for (let time = 0; time < times; time++) {
    const before = threadMs();
    act();
    least = Math.min(least, threadMs() - before);
  }
  return least;
}
