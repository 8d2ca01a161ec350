import { endPauses } from '#main/outbox/pause.ts';
import { diagnosticsFile } from '#main/app/views/diagnostics-file.ts';
import type { House } from '#main/app/house.ts';
import type { WindowContext } from '#main/app/window-context.ts';
import type { Implementer } from './implementer.ts';
import { refuseNow } from '#main/app/refuse.ts';
import { changeSettings, settingsOf } from '#main/app/acts/settings.ts';
import { pdfOfWindow } from '#main/app/views/files.ts';
import { appStatus } from '#main/app/views/status.ts';
import type { AppStatus } from '#shared/contract/views/views.ts';

function endPausesOf({ life: { open } }: House): void {
  if (open?.store.sql.open) endPauses(open.store);
}

const windowOf = ({ windowId }: WindowContext): string => windowId ?? '';

/** What the app is doing, as a whole. */
export function appRouter({ app: os }: Implementer, house: House) {
  return {
    status: os.status.handler(() => appStatus(house)),
    changes: os.changes.handler(({ signal, context }) => {
      const gone = (): void => {
        for (const form of house.typing.get(windowOf(context)) ?? []) house.typedBefore.set(form.name, form);
        house.typing.delete(windowOf(context));
        // Nobody can press "Undo" in a window that is gone: what waited for that leaves now.
        endPausesOf(house);
      };
      signal?.addEventListener('abort', gone, { once: true });
      return house.changes.stream(signal);
    }),
    settings: os.settings.handler(() => settingsOf(house)),
    changeSettings: os.changeSettings.handler(({ input }) => changeSettings(house, input)),
    typing: os.typing.handler(({ input, context }) => {
      for (const { name } of input.forms) house.typedBefore.delete(name);
      house.typing.set(windowOf(context), input.forms);
    }),
    typedBefore: os.typedBefore.handler(() => {
      const forms = [...house.typedBefore.values()];
      house.typedBefore.clear();
      return forms;
    }),
    diagnostics: os.diagnostics.handler(() => diagnosticsFile(house)),
    pdf: os.pdf.handler(({ input }) => pdfOfWindow(house, input.name)),
    repair: os.repair.handler(({ input }) => repair(house, input.act, input.backupId ?? null)),
  };
}

/**
 * What a person decides in Repair: bring a backup's edits back (all are held), or go on with what is here. Exporting is the outbox's own
 * export: the edits are in it already.
 */
async function repair(house: House, act: 'restore' | 'continue' | 'export', backupId: string | null): Promise<AppStatus> {
  if (act === 'restore' && !house.life.restore(house.account(), backupId ?? '')) refuseNow('noBackup');
  if (act === 'continue') await house.life.goOn();
  house.changes.publish({ kind: 'status' });
  return appStatus(house);
}
