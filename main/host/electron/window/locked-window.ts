import type { BrowserWindow } from 'electron';
import type { Hosted } from '#main/host/hosted.ts';
import { forgetNotices } from '#main/host/electron/desktop-integration/notices.ts';

/**
 * While the window is locked, task bars, switchers and recordings get no picture of it (the last one that they have is of before), its title
 * says no page, and older notifications leave the screen. Answers how to stop.
 */
export function followLock({ app }: Hosted, window: () => BrowserWindow | null): () => void {
  let hidden: BrowserWindow | null = null;
  const look = (): void => {
    const shown = window();
    const now = app.locked() ? shown : null;
    if (now === hidden) return;
    if (hidden && !hidden.isDestroyed()) hidden.setContentProtection(false);
    hidden = now;
    if (!now || now.isDestroyed()) return;
    now.setContentProtection(true);
    now.setTitle('Layover');
    forgetNotices();
  };
  look();
  return app.subscribe((change) => {
    if (change.kind === 'status') look();
  });
}
