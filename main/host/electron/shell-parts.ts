import type { BrowserWindow } from 'electron';
import type { Ending } from '#main/host/electron/lifecycle/ending.ts';
import type { Invitation } from '#main/host/electron/desktop-integration/invitations.ts';
import type { Updater } from '#main/host/electron/updates/update-install.ts';
import type { Hosted, HostedOptions } from '#main/host/hosted.ts';

/** The inputs of the shell at its start, besides Electron itself; tests pass stand-ins. */
export interface ShellParts {
  /** Folder of the built programs. */
  out: string;
  /** Arguments after the program's own. */
  argv: string[];
  version: string;
  /** True only in a package that was made for `npm run verify:package`. */
  verifyBuild: boolean;
  /** Starts the app behind the shell. */
  start: (options: HostedOptions) => Promise<Hosted>;
  /** The updater of a packaged app; null when there is nothing to update. */
  updater: () => Promise<Updater | null>;
  /** The source of end signals and of uncaught exceptions. */
  signals: NodeJS.EventEmitter;
}

/** Operations of the running shell: it shows its one window, which may be closed and opened again (macOS), opens something in it, and ends. */
export interface Shell {
  show(): void;
  open(invitation: Invitation): void;
  window(): BrowserWindow | null;
  /** The way out; nothing is asked of the app once it has begun. */
  ending: Ending;
  /** Called when the end begins, before anything is closed. */
  onLeave(act: () => void): void;
}
