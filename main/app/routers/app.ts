import { endPauses } from '#main/cache/outbox/pause.ts';
import { diagnosticsFile } from '#main/app/views/diagnostics-file.ts';
import type { House } from '#main/app/house.ts';
import type { Implementer } from './implementer.ts';
import { repair } from '#main/app/acts/repair.ts';
import { changeSettings, settingsOf } from '#main/app/acts/settings.ts';
import { pdfOfWindow } from '#main/app/views/window-pdf.ts';
import { appStatus } from '#main/app/views/status.ts';

function endPausesOf({ life: { open } }: House): void {
  if (open?.store.sql.open) endPauses(open.store);
}

/** What the app is doing, as a whole. */
export function appRouter({ app: os }: Implementer, house: House) {
  return {
    status: os.status.handler(() => appStatus(house)),
    changes: os.changes.handler(({ signal }) => {
      // Nobody can press "Undo" in a window that is gone: what waited for that leaves now.
      signal?.addEventListener('abort', () => endPausesOf(house), { once: true });
      return house.changes.stream(signal);
    }),
    settings: os.settings.handler(() => settingsOf(house)),
    changeSettings: os.changeSettings.handler(({ input }) => changeSettings(house, input)),
    diagnostics: os.diagnostics.handler(() => diagnosticsFile(house)),
    pdf: os.pdf.handler(({ input }) => pdfOfWindow(house, input.name)),
    repair: os.repair.handler(({ input }) => repair(house, input.act, input.backupId ?? null)),
  };
}
