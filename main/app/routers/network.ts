import { proxySettingProblem } from '#main/accounts/trust/proxies.ts';
import { checkConnection } from '#main/app/commands/check-connection.ts';
import { networkView } from '#main/app/views/setting-sources.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { refuse, refuseNow } from '#main/app/refusals/refuse.ts';
import type { Implementer } from './implementer.ts';

/** The proxy of this computer, its passwords, and the connection check. */
export function networkRouter({ network: os }: Implementer, services: AppServices) {
  const { proxies } = services;
  return {
    get: os.get.handler(() => networkView(services)),
    change: os.change.handler(({ input }) => {
      if (proxies.view().managed) refuseNow('managed');
      const why = proxySettingProblem(input);
      if (why !== null) refuse('BAD_PROXY', { why });
      proxies.change(input);
      services.reconnect();
      return networkView(services);
    }),
    keepPassword: os.keepPassword.handler(async ({ input: { proxy, user, password } }) => {
      await proxies.keepPassword(proxy, { user, password });
      services.reconnect();
      return networkView(services);
    }),
    check: os.check.handler(() => checkConnection(services)),
  };
}
