import type { Desk } from './desk.ts';
import type { Implementer } from './implementer.ts';
import { connectionOf } from './status.ts';

/** The way to the service. */
export function syncRouter({ sync: os }: Implementer, desk: Desk) {
  return {
    now: os.now.handler(() => desk.account().engine.kick()),
    workOffline: os.workOffline.handler(({ input }) => desk.account().workOffline(input.on)),
    probe: os.probe.handler(() => {
      desk.open?.engine.kick();
      return connectionOf(desk);
    }),
  };
}
