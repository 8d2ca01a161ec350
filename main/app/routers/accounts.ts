import { learnDocumentParameter } from '#main/accounts/oauth/learn-document-parameter.ts';
import { releaseForHost } from '#main/edits/decide/hold.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { Implementer } from './implementer.ts';
import { refuseMissing } from '#main/app/refusals/refuse.ts';
import { refuseFailure } from '#main/app/refusals/refuse-failure.ts';
import { accountView } from '#main/app/views/status.ts';
import { activate, connectByBrowser, connectByKey, signInOnceMore, signOutOf, unlockSignIn } from '#main/app/commands/sign-in-commands.ts';

export function accountsRouter({ accounts: os }: Implementer, services: AppServices) {
  return {
    list: os.list.handler(() => services.life.registry.accounts().map((entry) => accountView(services, entry))),
    connectApiKey: os.connectApiKey.handler(({ input }) => connectByKey(services, input)),
    connectOauth: os.connectOauth.handler(({ input }) => connectByBrowser(services, input)),
    answerSignIn: os.answerSignIn.handler(({ input }) => {
      if (!services.keep.answer(input.id, input.keep)) refuseMissing('sign-in');
    }),
    cancelSignIn: os.cancelSignIn.handler(() => services.signIn.cancel()),
    signInAgain: os.signInAgain.handler(() => signInOnceMore(services)),
    unlock: os.unlock.handler(() => unlockSignIn(services)),
    activate: os.activate.handler(({ input }) => activate(services, input.id)),
    signOut: os.signOut.handler(({ input }) => signOutOf(services, input.id, input.unfinishedSeen)),
    trustedHosts: os.trustedHosts.handler(() => services.life.open?.trust.list() ?? []),
    // Edits held because of the host continue after a yes and stay held after a no.
    trust: os.trust.handler(({ input: { host, answer } }) => {
      const { trust, store, engine } = services.account();
      if (trust.answer(host, answer) && answer !== 'no') releaseForHost(store, host);
      engine.kick();
      return trust.list();
    }),
    capabilities: os.capabilities.handler(() => services.life.open?.capabilities.list() ?? []),
    setCapability: os.setCapability.handler(({ input }) => {
      const { capabilities } = services.account();
      capabilities.change(input);
      return capabilities.list();
    }),
    learnDocumentParameter: os.learnDocumentParameter.handler(async ({ input, signal }) => {
      const { client, store } = services.account();
      const learned = await learnDocumentParameter(client, store, input.recordId, signal);
      return learned.ok ? learned.value : refuseFailure(learned.failure, 'document');
    }),
  };
}
