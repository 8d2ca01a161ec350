/** Calls `end` once no window was open and nothing was busy for `afterMs`. 0 never ends. */
export function idleShutdown(afterMs: number, busy: () => boolean, end: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => (busy() ? wait() : end()), afterMs);
  };
  return {
    /** Gets the number of open windows. */
    windows: (open: number): void => {
      clearTimeout(timer);
      if (open === 0 && afterMs > 0) wait();
    },
    stop: () => clearTimeout(timer),
  };
}
