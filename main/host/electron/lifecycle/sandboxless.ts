import { t } from '#shared/messages/t.ts';
import type { App } from 'electron';

export interface Sandboxless {
  /** Why a packaged app does not run like this, with the next step; null when it does. */
  refused: string | null;
  /** A copy that is being worked on was started without a sandbox on purpose (tests as root). */
  allowed: boolean;
}

/**
 * Detects that the process was started without Chromium's sandbox. Ask before `app.enableSandbox()`, which forgets the switch while the first
 * process of Linux has no sandbox any more. The AppImage's launcher adds it where `unshare` fails.
 */
export function whySandboxless(app: Pick<App, 'commandLine' | 'isPackaged'>, platform: NodeJS.Platform): Sandboxless {
  if (!app.commandLine.hasSwitch('no-sandbox')) return { refused: null, allowed: false };
  if (!app.isPackaged) return { refused: null, allowed: true };
  return { refused: t(platform === 'linux' ? 'host.start.sandboxlessLinux' : 'host.start.sandboxless'), allowed: false };
}
