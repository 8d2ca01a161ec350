import type { World } from '#shared/world.ts';
import type { Updater } from './updates.ts';

/** An installer that has not taken over by then never will. */
const INSTALL_MS = 60_000;

/**
 * The same updater, but an installation that fails opens the app again: everything is closed before the installer runs, and a failure
 * (electron-updater reports it as an event, throws, or says nothing at all) would leave an app without a window. `reopen` ends this process.
 */
export function reopening(updater: Updater, { sleep, log }: Pick<World, 'sleep' | 'log'>, reopen: () => void): Updater {
  let opened = false;
  const failed = (why: string): void => {
    if (opened) return;
    opened = true;
    log.info('the update was not installed; opening again', { why });
    reopen();
  };
  const install = (isSilent: boolean, isForceRunAfter: boolean): void => {
    updater.on('error', (error) => failed(error.name));
    try {
      updater.quitAndInstall(isSilent, isForceRunAfter);
    } catch (error) {
      failed(error instanceof Error ? error.name : 'unknown');
    }
    void sleep(INSTALL_MS).then(() => failed('time'));
  };
  return new Proxy(updater, {
    get: (target, name) => {
      if (name === 'quitAndInstall') return install;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
}
