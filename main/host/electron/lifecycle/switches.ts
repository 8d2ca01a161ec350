import { t } from '#shared/messages/t.ts';
import type { App } from 'electron';

/**
 * Switches that give control of a packaged app to its caller: its pages and their connection (debugging), its code (other binaries and V8 flags), its
 * certificates and names (the network), its folders on the disk. Chromium reads them before any line of ours runs.
 */
const refused = [
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'remote-debugging-socket-name', 'remote-allow-origins'],
  ...['inspect', 'inspect-brk', 'inspect-port', 'inspect-publish-uid', 'js-flags', 'wait-for-debugger', 'wait-for-debugger-children'],
  ...['renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher', 'ppapi-plugin-launcher', 'browser-subprocess-path', 'load-extension'],
  ...[
    'disable-web-security',
    'disable-site-isolation-trials',
    'allow-running-insecure-content',
    'unsafely-treat-insecure-origin-as-secure',
  ],
  ...['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'host-rules', 'host-resolver-rules', 'ssl-key-log-file'],
  ...['log-net-log', 'net-log-capture-mode', 'user-data-dir', 'auto-open-devtools-for-tabs', 'enable-automation', 'enable-blink-features'],
];

/**
 * The reason why a packaged app refuses its switches, with the next step; null without one. Call before Electron is ready: the switches are removed,
 * so that nothing opens behind the message. A build for `npm run verify:package` lets a test drive its window.
 */
export function whySwitched(app: Pick<App, 'commandLine' | 'isPackaged'>, verifyBuild: boolean): string | null {
  if (!app.isPackaged) return null;
  const [found, ...more] = refused.filter((name) => app.commandLine.hasSwitch(name) && !(verifyBuild && name === 'remote-debugging-port'));
  if (found === undefined) return null;
  for (const name of [found, ...more]) app.commandLine.removeSwitch(name);
  return t('host.start.switched', { switch: found });
}

interface Sandboxless {
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
