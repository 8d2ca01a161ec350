import path from 'node:path';
import { Menu, Tray, nativeImage } from 'electron';
import type { Counters } from '#shared/contract/views/views.ts';
import { t } from '#shared/messages/t.ts';
import type { WindowCommand } from '#shared/contract/commands.ts';

export interface TrayActs {
  show(): void;
  command(command: WindowCommand): void;
  quit(): void;
}

/** A tray that says what waits; `null` where the desktop has none. */
export interface CounterTray {
  say(counters: Counters): void;
  close(): void;
}

/** The tray's picture: macOS draws a black one with transparency in the menu bar's own colour, when its name ends in `Template`. */
export function trayPicture(icons: string, platform: NodeJS.Platform = process.platform): string {
  return path.join(icons, platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');
}

/** Puts the app into the system's tray with its counters in words. */
export function openTray(icon: string, acts: TrayActs): CounterTray | null {
  let tray: Tray;
  try {
    tray = new Tray(nativeImage.createFromPath(icon));
  } catch {
    return null;
  }
  tray.on('click', () => acts.show());
  return {
    say: (counters) => {
      const words = counterWords(counters);
      tray.setToolTip(t('menu.tray.toolTip', { words }));
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: words, enabled: false },
          { type: 'separator' },
          {
            label: t('menu.tray.open'),
            click: () => acts.show(),
          },
          {
            label: t('menu.tray.review'),
            click: () => {
              acts.show();
              acts.command('goReview');
            },
          },
          {
            label: t('menu.sendNow'),
            click: () => acts.command('sendNow'),
          },
          {
            label: t('menu.workOffline'),
            click: () => acts.command('workOffline'),
          },
          { type: 'separator' },
          {
            label: t('menu.quit'),
            click: () => acts.quit(),
          },
        ]),
      );
    },
    close: () => tray.destroy(),
  };
}

/** The queue in one line, in the app's own terms. */
export function counterWords({ waiting, sending, checking, needsYou, inDoubt }: Counters): string {
  const parts = [
    sending > 0 ? t('menu.tray.sending', { count: sending }) : '',
    waiting > 0 ? t('menu.tray.waiting', { count: waiting }) : '',
    checking > 0 ? t('menu.tray.checking', { count: checking }) : '',
    needsYou > 0 ? t('menu.tray.needsYou', { count: needsYou }) : '',
    inDoubt > 0 ? t('menu.tray.inDoubt', { count: inDoubt }) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? t('menu.tray.nothing') : parts.join(' · ');
}
