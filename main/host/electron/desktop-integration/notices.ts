import { Notification } from 'electron';

/** More than a desktop shows at once; older ones are dropped. */
const MOST_KEPT = 50;
const kept = new Set<Notification>();

/** Takes every notification from the screen. */
export function forgetNotices(): void {
  for (const notification of kept) notification.close();
  kept.clear();
}

/** Shows a notification and keeps a reference while it is on the screen: a garbage-collected one gets no click. */
export function showNotice(title: string, body: string, clicked: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  const forget = () => void kept.delete(notification);
  notification.on('click', () => {
    forget();
    clicked();
  });
  notification.on('close', forget);
  notification.on('failed', forget);
  kept.add(notification);
  const [oldest] = kept;
  if (kept.size > MOST_KEPT && oldest) kept.delete(oldest);
  notification.show();
}
