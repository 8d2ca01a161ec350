import type { World } from '#shared/world.ts';
import type { FeedInfo } from './update-signature.ts';

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  on(event: 'update-available', listener: (info: FeedInfo) => void): unknown;
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
  downloadUpdate(): Promise<unknown>;
  setFeedURL(feed: { provider: 'generic'; url: string; channel: string }): void;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
}

/** Of an installation of an update. */
export interface InstallParts {
  updater: Updater;
  world: Pick<World, 'sleep' | 'log'>;
  /** Ends this process and opens the app again. */
  reopen(): void;
}

/** An installer that has not taken over by then never will. */
const INSTALL_MS = 60_000;

/**
 * Installs what was downloaded, and opens the app again where that fails: everything is closed before the installer runs, and a failure
 * (electron-updater reports it as an event, throws, or says nothing at all) would leave an app without a window.
 */
export function installOrReopen({ updater, world, reopen }: InstallParts): void {
  let opened = false;
  const failed = (why: string): void => {
    if (opened) return;
    opened = true;
    world.log.info('the update was not installed; opening again', { why });
    reopen();
  };
  updater.on('error', (error) => failed(error.name));
  try {
    updater.quitAndInstall(false, true);
  } catch (error) {
    failed(error instanceof Error ? error.name : 'unknown');
  }
  void world.sleep(INSTALL_MS).then(() => failed('time'));
}
