import { endPauses } from '#main/outbox/pause.ts';
import { diagnosticsFile } from '#main/app/views/diagnostics-file.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { WindowContext } from '#main/app/window-context.ts';
import type { Implementer } from './implementer.ts';
import { refuseNow } from '#main/app/refusals/refuse.ts';
import { changeSettings, settingsOf } from '#main/app/commands/settings.ts';
import { pdfOfWindow } from '#main/app/views/files.ts';
import { appStatus } from '#main/app/views/status.ts';
import type { AppStatus } from '#shared/contract/views/views.ts';

function endPausesOf({ life: { open } }: AppServices): void {
  if (open?.store.sql.open) endPauses(open.store);
}

const windowOf = ({ windowId }: WindowContext): string => windowId ?? '';

export function appRouter({ app: os }: Implementer, services: AppServices) {
  return {
    status: os.status.handler(() => appStatus(services)),
    changes: os.changes.handler(({ signal, context }) => {
      const gone = (): void => {
        for (const form of services.typing.get(windowOf(context)) ?? []) services.typedBefore.set(form.name, form);
        services.typing.delete(windowOf(context));
        services.sheetPlans.delete(windowOf(context));
        // Nobody can press "Undo" in a closed window, so edits that waited for that are sent now.
        endPausesOf(services);
      };
      signal?.addEventListener('abort', gone, { once: true });
      return services.changes.stream(signal);
    }),
    settings: os.settings.handler(() => settingsOf(services)),
    changeSettings: os.changeSettings.handler(({ input }) => changeSettings(services, input)),
    typing: os.typing.handler(({ input, context }) => {
      for (const { name } of input.forms) services.typedBefore.delete(name);
      services.typing.set(windowOf(context), input.forms);
    }),
    typedBefore: os.typedBefore.handler(() => {
      const forms = [...services.typedBefore.values()];
      services.typedBefore.clear();
      return forms;
    }),
    diagnostics: os.diagnostics.handler(() => diagnosticsFile(services)),
    pdf: os.pdf.handler(({ input }) => pdfOfWindow(services, input.name)),
    repair: os.repair.handler(({ input }) => repair(services, input.act, input.backupId ?? null)),
  };
}

/** The user's decision in Repair: bring a backup's edits back (all are held), or go on with what is here. */
async function repair(services: AppServices, act: 'restore' | 'continue', backupId: string | null): Promise<AppStatus> {
  if (act === 'restore' && !services.life.restore(services.account(), backupId ?? '')) refuseNow('noBackup');
  if (act === 'continue') await services.life.goOn();
  services.changes.publish({ kind: 'status' });
  return appStatus(services);
}
