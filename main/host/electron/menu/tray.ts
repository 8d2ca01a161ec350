import path from 'node:path';
import { Menu, Tray, nativeImage } from 'electron';
import { unfinishedCounts } from '#main/account-life/open/unfinished.ts';
import type { Counters } from '#shared/contract/views/views.ts';
import { t, type PlainId } from '#shared/messages/t.ts';
import type { WindowCommand } from '#shared/contract/commands.ts';

export interface TrayActs {
  show(): void;
  command(command: WindowCommand): void;
  quit(): void;
}

/** The tray's picture: macOS draws a black one with transparency in the menu bar's own colour, when its name ends in `Template`. */
export function trayPicture(icons: string, platform: NodeJS.Platform = process.platform): string {
  return path.join(icons, platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');
}

/** Puts the app into the system's tray with its counters in words; null where the desktop has none. */
export function openTray(icon: string, acts: TrayActs) {
  let tray: Tray;
  try {
    tray = new Tray(nativeImage.createFromPath(icon));
  } catch {
    return null;
  }
  const review = () => {
    acts.show();
    acts.command('goReview');
  };
  const line = (label: PlainId, click: () => void) => ({ label: t(label), click });
  tray.on('click', () => acts.show());
  return {
    say: (counters: Counters) => {
      const words = counterWords(counters);
      tray.setToolTip(t('menu.tray.toolTip', { words }));
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: words, enabled: false },
          { type: 'separator' },
          line('menu.tray.open', () => acts.show()),
          line('menu.tray.review', review),
          line('menu.sendNow', () => acts.command('sendNow')),
          line('menu.workOffline', () => acts.command('workOffline')),
          { type: 'separator' },
          line('menu.quit', () => acts.quit()),
        ]),
      );
    },
    close: () => tray.destroy(),
  };
}

/** The queue in one line, in the app's own terms. */
export function counterWords(counters: Counters): string {
  const parts = unfinishedCounts(counters).map(({ name, count }) => t(`menu.tray.${name}`, { count }));
  return parts.length === 0 ? t('menu.tray.nothing') : parts.join(' · ');
}
