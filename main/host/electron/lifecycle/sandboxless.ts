import type { App } from 'electron';

export interface Sandboxless {
  /** Why a packaged app does not run like this, with the next step; null when it does. */
  refused: string | null;
  /** A copy that is being worked on was started without a sandbox on purpose (tests as root). */
  allowed: boolean;
}

const everywhere = 'Layover was started with --no-sandbox. It shows documents of other people and does not do that unprotected.';
const linux =
  `${everywhere} An AppImage asks for that by itself where programs may not make their own sandbox (user namespaces are restricted). ` +
  'Next: install the .deb or .rpm package instead, or start it without that flag.';

/**
 * Detects that the process was started without Chromium's sandbox. Ask before `app.enableSandbox()`, which forgets the switch while the first
 * process of Linux has no sandbox any more. The AppImage's launcher adds it where `unshare` fails.
 */
export function whySandboxless(app: Pick<App, 'commandLine' | 'isPackaged'>, platform: NodeJS.Platform): Sandboxless {
  if (!app.commandLine.hasSwitch('no-sandbox')) return { refused: null, allowed: false };
  if (!app.isPackaged) return { refused: null, allowed: true };
  return { refused: platform === 'linux' ? linux : `${everywhere} Next: start it without that flag.`, allowed: false };
}
