import { app, type BrowserWindow } from 'electron';
import type { Change } from '#shared/contract/views/views.ts';
import type { Hosted } from '#main/host/hosted.ts';
import type { openTray } from '#main/host/electron/menu/tray.ts';

/** A sync settles hundreds of edits a second; nobody reads a tray that fast. */
const COUNTERS_EVERY_MS = 200;

/** Keeps tray, badge and task bar in step with what the windows hear. A desktop without badges says the same in its tray. */
export function showCounters({ app: layover }: Hosted, tray: ReturnType<typeof openTray>, window: () => BrowserWindow | null) {
  let due: NodeJS.Timeout | undefined;
  let syncing = false;
  const say = (): void => {
    due = undefined;
    const counters = layover.counters();
    tray?.say(counters);
    app.setBadgeCount(counters.needsYou + counters.inDoubt);
  };
  const unsubscribe = layover.subscribe((change: Change) => {
    if (change.kind === 'progress') {
      const { running, done, total } = change.progress;
      syncing = running;
      window()?.setProgressBar(running && total > 0 ? done / total : -1);
    }
    if (['edits', 'status', 'syncFinished', 'settings'].includes(change.kind)) due ??= setTimeout(say, COUNTERS_EVERY_MS);
  });
  say();
  return {
    /** True while a sync runs. */
    syncRunning: () => syncing,
    stop: () => {
      unsubscribe();
      clearTimeout(due);
    },
  };
}
