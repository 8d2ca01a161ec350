import { diagnosticsFile } from '#main/app/views/diagnostics-file.ts';
import type { Desk } from '#main/app/desk.ts';
import type { Implementer } from './implementer.ts';
import { repair } from '#main/app/acts/repair.ts';
import { changeSettings, settingsOf } from '#main/app/acts/settings.ts';
import { appStatus } from '#main/app/views/status.ts';

/** What the app is doing, as a whole. */
export function appRouter({ app: os }: Implementer, desk: Desk) {
  return {
    status: os.status.handler(() => appStatus(desk)),
    changes: os.changes.handler(({ signal }) => desk.changes.stream(signal)),
    settings: os.settings.handler(() => settingsOf(desk)),
    changeSettings: os.changeSettings.handler(({ input }) => changeSettings(desk, input)),
    diagnostics: os.diagnostics.handler(() => diagnosticsFile(desk)),
    repair: os.repair.handler(({ input }) => repair(desk, input.act, input.backupId ?? null)),
  };
}
