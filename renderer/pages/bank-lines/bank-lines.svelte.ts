import { safe } from '@orpc/client';
import type { BankLinesView, BankLineState, BankLineView, CandidateView } from '#shared/contract/views/statement-views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { sentenceOfRefusal, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import { draftedWords, importedWords, refusalWords, type ImportWords } from './bank-line-words.ts';

export type LineTab = 'all' | BankLineState;

/** The bank lines of this laptop, and payments drafted from them. */
export class BankLines {
  view = $state.raw<BankLinesView | null>(null);
  trouble = $state<string | null>(null);
  tab = $state<LineTab>('all');
  /** The refusal of the last file. */
  refused = $state.raw<(ImportWords & { name: string }) | null>(null);
  problem = $state<string | null>(null);
  busy = $state(false);
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
  }

  follow(): () => void {
    return this.#app.follow(
      () => this.read(),
      ({ kind }) => ['bankLines', 'edits', 'records', 'names', 'accounts'].includes(kind),
    );
  }

  async read(): Promise<void> {
    const answer = await safe(this.#app.api.statements.list());
    this.trouble = answer.isSuccess ? null : sentenceOfUnread(answer.error);
    if (answer.isSuccess) this.view = answer.data;
  }

  /** The lines of one tab. */
  in(tab: LineTab): BankLineView[] {
    return (this.view?.lines ?? []).filter(({ state }) => tab === 'all' || state === tab);
  }

  /** Lines that two independent signals prove, on accounts that are confirmed. */
  get ready(): BankLineView[] {
    const confirmed = new Set(this.view?.accounts.filter(({ bankAccountId }) => bankAccountId !== null).map(({ id }) => id));
    return (this.view?.lines ?? []).filter(({ ticked, account }) => ticked !== null && confirmed.has(account));
  }

  /** Imports a file; returns the notice, or null after a refusal. */
  async bring(file: File): Promise<string | null> {
    this.#start();
    const answer = await safe(this.#app.api.statements.importFile({ name: file.name, file }));
    this.busy = false;
    if (!answer.isSuccess) this.problem = sentenceOfRefusal(answer.error);
    else if (answer.data.ok) return importedWords(answer.data);
    else this.refused = { name: file.name, ...refusalWords(answer.data.refusal) };
    return null;
  }

  async confirm(account: number, bankAccountId: string): Promise<void> {
    await this.#act(this.#app.api.statements.confirmAccount({ account, bankAccountId }));
  }

  /** Drafts payments for the chosen invoices; returns the notice, or null after a refusal. */
  async draft(choices: { line: BankLineView; candidate: CandidateView }[]): Promise<string | null> {
    const asked = choices.map(({ line, candidate }) => ({
      line: line.id,
      uses: candidate.uses.map(({ invoiceId, minor }) => ({ invoiceId, minor })),
    }));
    const done = await this.#act(this.#app.api.statements.draft({ choices: asked }));
    return done && draftedWords(done.ids.length);
  }

  async putAside(line: number, reason: string | null): Promise<void> {
    await this.#act(this.#app.api.statements.putAside({ line, reason }));
  }

  async #act<Done>(act: Promise<Done>): Promise<Done | null> {
    this.#start();
    const answer = await safe(act);
    this.busy = false;
    if (answer.isSuccess) return answer.data;
    this.problem = sentenceOfRefusal(answer.error);
    return null;
  }

  #start(): void {
    this.busy = true;
    this.refused = null;
    this.problem = null;
  }
}
