import type { UpdateOptions } from './updates.ts';

/** An installer that has not taken over by then never will. */
const INSTALL_MS = 60_000;

/**
 * Installs what was downloaded, and opens the app again where that fails: everything is closed before the installer runs, and a failure
 * (electron-updater reports it as an event, throws, or says nothing at all) would leave an app without a window.
 */
export function installOrReopen({ updater, world, reopen }: Pick<UpdateOptions, 'updater' | 'world' | 'reopen'>): void {
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
