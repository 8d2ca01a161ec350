import { bringBackSetAside } from '#main/account-life/open/start-over.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { found, refuse, refuseNow } from '#main/app/refusals/refuse.ts';
import type { Implementer } from './implementer.ts';

export function protectionRouter({ protection: os }: Implementer, services: AppServices) {
  const { protection } = services;
  return {
    view: os.view.handler(() => protection.view()),
    begin: os.begin.handler(() => protection.begin() ?? refuseNow('wrongState')),
    confirm: os.confirm.handler(({ input }) => protection.confirm(input.groups)),
    cancel: os.cancel.handler(() => protection.cancel()),
    encrypt: os.encrypt.handler(async () => (await protection.encrypt()) ?? refuseNow('wrongState')),
    renewCode: os.renewCode.handler(async () => (await protection.renewCode()) ?? refuseNow('wrongState')),
    decrypt: os.decrypt.handler(async () => (await protection.decrypt()) ?? refuseNow('wrongState')),
    lookAgain: os.lookAgain.handler(async () => {
      if (services.life.noKey !== null) await services.openActive();
      return protection.view();
    }),
    bringBack: os.bringBack.handler(async ({ input }) => {
      const answer = (await protection.bringBack(await input.file.bytes(), input.code)) ?? refuseNow('noAccount');
      return answer.kind === 'notRead' ? refuse('NOT_READ', { why: answer.why }) : answer;
    }),
    startOver: os.startOver.handler(async ({ input }) => {
      const began = await protection.startOver(input.unfinishedSeen);
      if (began !== 'began') refuseNow(began);
      services.lockScreen.applyToSync();
      return protection.view();
    }),
    bringBackSetAside: os.bringBackSetAside.handler(async ({ input }) =>
      found(await bringBackSetAside(services.account(), services.options.dataFolder, input), 'folder'),
    ),
    openWithCode: os.openWithCode.handler(async ({ input }) => (await protection.openWithCode(input.code)) ?? refuseNow('wrongState')),
  };
}
