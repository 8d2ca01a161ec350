import { learnDocumentParameter } from '#main/accounts/learn-document-parameter.ts';
import type { Capability } from '#shared/contract/views.ts';
import { answerTrust } from '#main/app/acts/answer-trust.ts';
import type { Desk } from '#main/app/desk.ts';
import type { Implementer } from './implementer.ts';
import { refuseFailure } from '#main/app/refuse-failure.ts';
import {
  accountViews,
  activate,
  cancelSignIn,
  connectByBrowser,
  connectByKey,
  signInOnceMore,
  signOutOf,
} from '#main/app/acts/sign-in-acts.ts';

/** Who we are, whom we trust, and what the service can do. */
export function accountsRouter({ accounts: os }: Implementer, desk: Desk) {
  return {
    list: os.list.handler(() => accountViews(desk)),
    connectApiKey: os.connectApiKey.handler(({ input }) => connectByKey(desk, input)),
    connectOauth: os.connectOauth.handler(({ input }) => connectByBrowser(desk, input)),
    cancelSignIn: os.cancelSignIn.handler(() => cancelSignIn(desk)),
    signInAgain: os.signInAgain.handler(() => signInOnceMore(desk)),
    activate: os.activate.handler(({ input }) => activate(desk, input.id)),
    signOut: os.signOut.handler(({ input }) => signOutOf(desk, input.id, input.unfinishedSeen)),
    trustedHosts: os.trustedHosts.handler(() => desk.open?.trust.list() ?? []),
    trust: os.trust.handler(({ input }) => answerTrust(desk.account(), input.host, input.answer)),
    capabilities: os.capabilities.handler(() => desk.open?.capabilities.list() ?? []),
    setCapability: os.setCapability.handler(({ input: { name, allowed, value, reset } }) => {
      const { capabilities } = desk.account();
      capabilities.change({
        name: name as Capability['name'],
        ...(allowed === undefined ? {} : { allowed }),
        ...(value === undefined ? {} : { value }),
        ...(reset === undefined ? {} : { reset }),
      });
      return capabilities.list();
    }),
    learnDocumentParameter: os.learnDocumentParameter.handler(async ({ input, signal }) => {
      const { client, store } = desk.account();
      const learned = await learnDocumentParameter(client, store, input.recordId, signal);
      return learned.ok ? learned.value : refuseFailure(learned.failure, 'document');
    }),
  };
}
