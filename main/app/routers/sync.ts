import { endPauses } from '#main/outbox/pause.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { House } from '#main/app/house.ts';
import type { Implementer } from './implementer.ts';
import { connectionOf } from '#main/app/views/status.ts';

/** The engine's own question is under way at the same time; its answer is settled within this time, in milliseconds. */
const SETTLING_MS = 50;

/** The way to the service. */
export function syncRouter({ sync: os }: Implementer, house: House) {
  return {
    now: os.now.handler(() => {
      endPauses(house.account().store);
      house.account().engine.kick();
    }),
    workOffline: os.workOffline.handler(({ input }) => house.account().workOffline(input.on)),
    probe: os.probe.handler(({ signal }) => askNow(house, signal)),
  };
}

/** Asks the service at once whether it answers, and says what is known then. */
async function askNow(house: House, signal: AbortSignal | undefined): Promise<Connection> {
  if (house.life.open && !house.life.open.worksOffline()) {
    house.life.open.engine.kick();
    await house.life.open.client.probe(signal);
    await house.world.sleep(SETTLING_MS);
  }
  return connectionOf(house);
}
