import { endPauses } from '#main/outbox/pause.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { Implementer } from './implementer.ts';
import { connectionOf } from '#main/app/views/status.ts';

/** The engine's own question is under way at the same time; its answer is settled within this time, in milliseconds. */
const SETTLING_MS = 50;

/** The way to the service. */
export function syncRouter({ sync: os }: Implementer, services: AppServices) {
  return {
    now: os.now.handler(() => {
      endPauses(services.account().store);
      services.account().engine.kick(true);
    }),
    workOffline: os.workOffline.handler(({ input }) => services.account().workOffline(input.on)),
    probe: os.probe.handler(({ signal }) => askNow(services, signal)),
  };
}

/** Asks the service at once whether it answers, and says what is known then. */
async function askNow(services: AppServices, signal: AbortSignal | undefined): Promise<Connection> {
  if (services.life.open && !services.life.open.worksOffline()) {
    services.life.open.engine.kick();
    await services.life.open.client.probe(signal);
    await services.world.sleep(SETTLING_MS);
  }
  return connectionOf(services);
}
