import { bankLineView, otherInvoices, overviewOfLines, pageOfBankLines, readyChoices } from '#main/edits/statements/propose.ts';
import { draftFromLines } from '#main/app/commands/edit-commands.ts';
import { practiceStatement } from '#main/account-life/first-run/first-run.ts';
import { dateOfEpoch } from '#shared/values/dates.ts';
import type { AppServices } from './app-services.ts';
import { refuse, refuseMissing } from '#main/app/refusals/refuse.ts';
import { exportLines } from '#main/library/statements/export-lines.ts';
import { matchIn } from '#main/library/statements/match-elsewhere.ts';
import { importStatement, isStatement } from '#main/library/statements/import-statement.ts';
import { assignAccounts, confirmAccount, keepLine, putAside, setEvidenceOnly } from '#main/statements/bank-lines.ts';
import { countLines } from '#main/statements/line-pages.ts';
import { bankShows } from '#main/edits/statements/bank-shows.ts';
import type { Implementer } from '#main/app/routers/implementer.ts';

/** Bank statements. A line never confirms or sends anything. */
export function statementsRouter({ statements: os }: Implementer, services: AppServices) {
  const elsewhere = matchIn(services.reading);
  const assigned = () => services.options.policy?.receiptAccounts ?? null;
  /** The store with its accounts as the policy assigns them. */
  const store = () => {
    const { store: own } = services.account();
    const accounts = assigned();
    if (accounts) assignAccounts(own, accounts);
    return own;
  };
  const importBytes = async (name: string, bytes: Uint8Array) => {
    const answer = await importStatement({ store: store(), reading: services.reading }, { name, bytes });
    return 'notRead' in answer ? refuse('NOT_READ', { why: answer.notRead }) : answer;
  };
  return {
    overview: os.overview.handler(() => ({ ...overviewOfLines(store(), elsewhere), assigned: assigned() !== null })),
    list: os.list.handler(({ input }) => pageOfBankLines(services.store(), elsewhere, input)),
    count: os.count.handler(({ input }) => countLines(services.store(), input)),
    line: os.line.handler(({ input }) => bankLineView(services.store(), elsewhere, input.line) ?? refuseMissing('bankLine')),
    invoices: os.invoices.handler(({ input }) => otherInvoices(services.store(), input.line, input.text)),
    draftReady: os.draftReady.handler(({ context }) => draftFromLines(services, context, readyChoices(store(), elsewhere))),
    export: os.export.handler(({ input: { format, filter } }) => exportLines(services.store(), filter, format)),
    importFile: os.importFile.handler(async ({ input: { name, file } }) => importBytes(name, await file.bytes())),
    isStatement: os.isStatement.handler(async ({ input }) => isStatement(services.reading, await input.file.bytes())),
    importPractice: os.importPractice.handler(async () => {
      const { entry, transport } = services.account();
      const day = dateOfEpoch(services.world.now());
      const text = services.practice && entry.embedded ? await practiceStatement(transport, services.practice, day) : null;
      return text === null ? refuse('NOT_READ', { why: 'failed' }) : importBytes(`statement-${day}.xml`, new TextEncoder().encode(text));
    }),
    confirmAccount: os.confirmAccount.handler(({ input }) => {
      if (!confirmAccount(store(), input.account, input.bankAccountId)) refuseMissing('bankAccount');
    }),
    assignAccount: os.assignAccount.handler(({ input }) => {
      if (assigned() !== null || !setEvidenceOnly(store(), input.account, input.evidenceOnly)) refuseMissing('bankAccount');
    }),
    draft: os.draft.handler(({ input, context }) => {
      store();
      return draftFromLines(services, context, input.choices);
    }),
    putAside: os.putAside.handler(({ input }) => {
      if (!putAside(store(), input.line, input.reason)) refuseMissing('bankLine');
    }),
    keepLine: os.keepLine.handler(({ input }) => {
      if (!keepLine(store(), input.line)) refuseMissing('bankLine');
    }),
    ofEdit: os.ofEdit.handler(({ input }) => bankShows(services.store(), input.id)),
  };
}
