import type { Connection } from '#shared/contract/views.ts';
import type { Desk } from '#main/app/desk.ts';
import type { Implementer } from './implementer.ts';
import { connectionOf } from '#main/app/views/status.ts';

/** The engine's own question is under way at the same time; its answer is settled within this time, in milliseconds. */
const SETTLING_MS = 50;

/** The way to the service. */
export function syncRouter({ sync: os }: Implementer, desk: Desk) {
  return {
    now: os.now.handler(() => desk.account().engine.kick()),
    workOffline: os.workOffline.handler(({ input }) => desk.account().workOffline(input.on)),
    probe: os.probe.handler(({ signal }) => askNow(desk, signal)),
  };
}

/** Asks the service at once whether it answers, and says what is known then. */
async function askNow(desk: Desk, signal: AbortSignal | undefined): Promise<Connection> {
  if (desk.open && !desk.open.worksOffline()) {
    desk.open.engine.kick();
    await desk.open.client.probe(signal);
    await desk.world.sleep(SETTLING_MS);
  }
  return connectionOf(desk);
}
