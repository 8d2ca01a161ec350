import path from 'node:path';
import { Menu, Tray, nativeImage } from 'electron';
import type { Counters } from '#shared/contract/views/views.ts';
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
      tray.setToolTip(`Layover: ${words}`);
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: words, enabled: false },
          { type: 'separator' },
          {
            label: 'Open Layover',
            click: () => acts.show(),
          },
          {
            label: 'Review what waits for you',
            click: () => {
              acts.show();
              acts.command('goReview');
            },
          },
          {
            label: 'Send now',
            click: () => acts.command('sendNow'),
          },
          {
            label: 'Work offline',
            click: () => acts.command('workOffline'),
          },
          { type: 'separator' },
          {
            label: 'Quit',
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
    sending > 0 ? `${sending} sending` : '',
    waiting > 0 ? `${waiting} waiting` : '',
    checking > 0 ? `${checking} being checked` : '',
    needsYou > 0 ? `${needsYou} need you` : '',
    inDoubt > 0 ? `${inDoubt} in doubt` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'everything is sent' : parts.join(' · ');
}
