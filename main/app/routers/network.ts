import { proxySettingProblem } from '#main/accounts/trust/proxies.ts';
import { checkConnection } from '#main/app/acts/check-connection.ts';
import { networkView } from '#main/app/views/setting-sources.ts';
import type { House } from '#main/app/house.ts';
import { refuse, refuseNow } from '#main/app/refuse.ts';
import type { Implementer } from './implementer.ts';

/** The network of this computer. */
export function networkRouter({ network: os }: Implementer, house: House) {
  const { proxies } = house;
  return {
    get: os.get.handler(() => networkView(house)),
    change: os.change.handler(({ input }) => {
      if (proxies.view().managed) refuseNow('managed');
      const why = proxySettingProblem(input);
      if (why !== null) refuse('BAD_PROXY', { why });
      proxies.change(input);
      house.connectAnew();
      return networkView(house);
    }),
    keepPassword: os.keepPassword.handler(async ({ input: { proxy, user, password } }) => {
      await proxies.keepPassword(proxy, { user, password });
      house.connectAnew();
      return networkView(house);
    }),
    check: os.check.handler(() => checkConnection(house)),
  };
}
