import { safe } from '@orpc/client';
import type { BankLinesOverview, BankLineView, CandidateView, StatementImport } from '#shared/contract/views/statement-views.ts';
import type { BankLineState } from '#shared/statements/line-state.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { sentenceOfRefusal, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import { draftedWords, importedWords, refusalWords, type ImportWords } from './bank-line-words.ts';

export type LineTab = 'all' | BankLineState;
const pageSize = 100;
const mostOnPaper = 5_000;

/** The bank lines of this laptop page by page, and payments drafted from them. */
export class BankLines {
  overview = $state.raw<BankLinesOverview | null>(null);
  rows = $state.raw<BankLineView[]>([]);
  more = $state(false);
  trouble = $state<string | null>(null);
  tab = $state<LineTab>('all');
  find = $state('');
  account = $state<number | null>(null);
  day = $state<string | null>(null);
  /** The refusal of the last file. */
  refused = $state.raw<(ImportWords & { name: string }) | null>(null);
  problem = $state<string | null>(null);
  busy = $state(false);
  readonly #app: AppState;
  #reading = 0;

  constructor(app: AppState) {
    this.#app = app;
  }

  follow(): () => void {
    return this.#app.follow(
      () => this.read(this.rows.length),
      ({ kind }) => ['bankLines', 'edits', 'records', 'names', 'accounts'].includes(kind),
    );
  }

  /** Reads the overview and as many lines as were shown, at least one page. */
  async read(least = 0): Promise<void> {
    const turn = ++this.#reading;
    const overview = await safe(this.#app.api.statements.overview());
    const rows: BankLineView[] = [];
    let more = true;
    while (more && rows.length < Math.max(least, pageSize) && turn === this.#reading) {
      const answer = await this.#page(rows.at(-1) ?? null);
      if (!answer.isSuccess) return void (this.trouble = sentenceOfUnread(answer.error));
      rows.push(...answer.data.lines);
      more = answer.data.more;
    }
    if (turn !== this.#reading) return;
    this.trouble = overview.isSuccess ? null : sentenceOfUnread(overview.error);
    if (overview.isSuccess) this.overview = overview.data;
    this.rows = rows;
    this.more = more;
  }

  /** Reads the next page behind the last line. */
  async readMore(): Promise<void> {
    if (!this.more) return;
    const turn = this.#reading;
    this.more = false;
    const answer = await this.#page(this.rows.at(-1) ?? null);
    if (turn !== this.#reading || !answer.isSuccess) return;
    this.rows = [...this.rows, ...answer.data.lines];
    this.more = answer.data.more;
  }

  /** One line, also where no page of it was read; null for an unknown one. */
  async one(line: number): Promise<BankLineView | null> {
    const answer = await safe(this.#app.api.statements.line({ line }));
    return answer.isSuccess ? answer.data : null;
  }

  /** Open invoices to choose from. */
  async invoices(line: number, text: string): Promise<CandidateView[]> {
    const answer = await safe(this.#app.api.statements.invoices({ line, text }));
    return answer.isSuccess ? answer.data : [];
  }

  show(change: { tab?: LineTab; find?: string; account?: number | null; day?: string | null }): void {
    Object.assign(this, change);
    void this.read();
  }

  /** Imports a file; returns the notice, or null after a refusal. */
  bring(file: File): Promise<string | null> {
    return this.#brought(file.name, this.#app.api.statements.importFile({ name: file.name, file }));
  }

  bringPractice(): Promise<string | null> {
    return this.#brought('the statement', this.#app.api.statements.importPractice());
  }

  async #brought(name: string, asked: Promise<StatementImport>): Promise<string | null> {
    this.#start();
    const answer = await safe(asked);
    this.busy = false;
    if (!answer.isSuccess) this.problem = sentenceOfRefusal(answer.error);
    else if (answer.data.ok) return importedWords(answer.data);
    else this.refused = { name, ...refusalWords(answer.data.refusal) };
    return null;
  }

  /** Makes a file of the lines as they are filtered. */
  async export(format: 'xlsx' | 'csv'): Promise<void> {
    const answer = await safe(this.#app.api.statements.export({ ...this.#filter(), format, locale: this.#app.locale }));
    if (answer.isSuccess) await this.#app.saving.offer(answer.data);
    else this.problem = sentenceOfRefusal(answer.error);
  }

  /** Every line as they are filtered, newest first, for paper; the first 5,000. */
  async all(): Promise<BankLineView[]> {
    const rows: BankLineView[] = [];
    for (let more = true; more && rows.length < mostOnPaper;) {
      const answer = await this.#page(rows.at(-1) ?? null);
      if (!answer.isSuccess) break;
      rows.push(...answer.data.lines);
      more = answer.data.more;
    }
    return rows;
  }

  async confirm(account: number, bankAccountId: string): Promise<void> {
    await this.#run(this.#app.api.statements.confirmAccount({ account, bankAccountId }));
  }

  /** The receipts of an account are recorded on this laptop, or its statements are evidence only. */
  async assign(account: number, evidenceOnly: boolean): Promise<void> {
    await this.#run(this.#app.api.statements.assignAccount({ account, evidenceOnly }));
  }

  /** Drafts payments for the chosen invoices; returns the notice, or null after a refusal. */
  async draft(line: BankLineView, { uses }: CandidateView): Promise<string | null> {
    const choice = { line: line.id, uses: uses.map(({ invoiceId, minor }) => ({ invoiceId, minor })) };
    const done = await this.#run(this.#app.api.statements.draft({ choices: [choice] }));
    return done && draftedWords(done.ids.length);
  }

  async draftReady(): Promise<string | null> {
    const done = await this.#run(this.#app.api.statements.draftReady());
    return done && draftedWords(done.ids.length);
  }

  async putAside(line: number, reason: string | null): Promise<void> {
    await this.#run(this.#app.api.statements.putAside({ line, reason }));
  }

  /** A doubtful line is one of its own. */
  async keep(line: number): Promise<void> {
    await this.#run(this.#app.api.statements.keepLine({ line }));
  }

  #page(last: BankLineView | null) {
    const after = last && { bookedOn: last.bookedOn, id: last.id };
    return safe(this.#app.api.statements.list({ ...this.#filter(), after, limit: pageSize }));
  }

  #filter() {
    const { tab, account, day, find } = this;
    return { state: tab === 'all' ? null : tab, account, day, find };
  }

  async #run<Done>(command: Promise<Done>): Promise<Done | null> {
    this.#start();
    const answer = await safe(command);
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
