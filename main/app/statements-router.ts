import { proposeLines } from '#main/edits/statements/propose.ts';
import { draftFromLines } from '#main/app/commands/edit-commands.ts';
import type { AppServices } from './app-services.ts';
import { refuse, refuseMissing } from '#main/app/refusals/refuse.ts';
import { importStatement } from '#main/library/statements/import-statement.ts';
import { confirmAccount, linesOfEdit, putAside } from '#main/statements/bank-lines.ts';
import type { Implementer } from '#main/app/routers/implementer.ts';

/** Bank statements. A line never confirms or sends anything. */
export function statementsRouter({ statements: os }: Implementer, services: AppServices) {
  const store = () => services.account().store;
  return {
    list: os.list.handler(() => proposeLines(services.store())),
    importFile: os.importFile.handler(async ({ input: { name, file } }) => {
      const bytes = await file.bytes();
      const answer = await importStatement({ store: store(), reading: services.reading }, { name, bytes });
      return 'notRead' in answer ? refuse('NOT_READ', { why: answer.notRead }) : answer;
    }),
    confirmAccount: os.confirmAccount.handler(({ input }) => {
      if (!confirmAccount(store(), input.account, input.bankAccountId)) refuseMissing('bankAccount');
    }),
    draft: os.draft.handler(({ input, context }) => draftFromLines(services, context, input.choices)),
    putAside: os.putAside.handler(({ input }) => {
      if (!putAside(store(), input.line, input.reason)) refuseMissing('bankLine');
    }),
    ofEdit: os.ofEdit.handler(({ input }) => linesOfEdit(services.store(), input.id)),
  };
}
