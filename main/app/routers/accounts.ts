import { learnDocumentParameter } from '#main/accounts/oauth/learn-document-parameter.ts';
import { releaseForHost } from '#main/edits/decide/hold.ts';
import type { House } from '#main/app/house.ts';
import type { Implementer } from './implementer.ts';
import { refuseMissing } from '#main/app/refuse.ts';
import { refuseFailure } from '#main/app/refuse-failure.ts';
import { accountView } from '#main/app/views/status.ts';
import { activate, connectByBrowser, connectByKey, signInOnceMore, signOutOf, unlockSignIn } from '#main/app/acts/sign-in-acts.ts';

/** Who we are, whom we trust, and what the service can do. */
export function accountsRouter({ accounts: os }: Implementer, house: House) {
  return {
    list: os.list.handler(() => house.life.registry.accounts().map((entry) => accountView(house, entry))),
    connectApiKey: os.connectApiKey.handler(({ input }) => connectByKey(house, input)),
    connectOauth: os.connectOauth.handler(({ input }) => connectByBrowser(house, input)),
    answerSignIn: os.answerSignIn.handler(({ input }) => {
      if (!house.keep.answer(input.id, input.keep)) refuseMissing('sign-in');
    }),
    cancelSignIn: os.cancelSignIn.handler(() => house.signIn.cancel()),
    signInAgain: os.signInAgain.handler(() => signInOnceMore(house)),
    unlock: os.unlock.handler(() => unlockSignIn(house)),
    activate: os.activate.handler(({ input }) => activate(house, input.id)),
    signOut: os.signOut.handler(({ input }) => signOutOf(house, input.id, input.unfinishedSeen)),
    trustedHosts: os.trustedHosts.handler(() => house.life.open?.trust.list() ?? []),
    // What was held for the host goes on after a yes and stays held after a no.
    trust: os.trust.handler(({ input: { host, answer } }) => {
      const { trust, store, engine } = house.account();
      if (trust.answer(host, answer) && answer !== 'no') releaseForHost(store, host);
      engine.kick();
      return trust.list();
    }),
    capabilities: os.capabilities.handler(() => house.life.open?.capabilities.list() ?? []),
    setCapability: os.setCapability.handler(({ input }) => {
      const { capabilities } = house.account();
      capabilities.change(input);
      return capabilities.list();
    }),
    learnDocumentParameter: os.learnDocumentParameter.handler(async ({ input, signal }) => {
      const { client, store } = house.account();
      const learned = await learnDocumentParameter(client, store, input.recordId, signal);
      return learned.ok ? learned.value : refuseFailure(learned.failure, 'document');
    }),
  };
}
