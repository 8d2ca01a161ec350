import { lineStateWords } from '#shared/messages/bank-line-words.ts';
import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import type {
  BankLinesOverview,
  BankLinesPage,
  BankLineView,
  CandidateView,
  StatementImport,
} from '#shared/contract/views/statement-views.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';
import type { StatementRefusal } from '#shared/statements/statement.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Portion } from '#renderer/state/data/page-cursor.svelte.ts';
import { WindowedRows } from '#renderer/state/data/windowed-rows.svelte.ts';
import { sentenceOfRefusal, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import type { QueriedList } from '#renderer/pages/records/query/queried-list.ts';
import { wordsOfProblem } from '#shared/messages/query-words.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import { wordsIn } from '#shared/query/write-term.ts';
import { bankLineStates, lineStateTerms } from '#shared/statements/line-state.ts';
import { dateOfEpoch } from '#shared/values/dates.ts';
import { importedWords } from './bank-line-words.ts';

const mostOnPaper = 5_000;
const changesOfLines: ReadonlySet<string> = new Set(['bankLines', 'edits', 'records', 'names', 'accounts']);

/** The bank lines of this laptop that a query finds, and payments drafted from them. */
export class BankLines implements QueriedList {
  readonly kind = 'bankLine';
  /** The newest first: a statement has no other order. */
  readonly standing = { columns: [], sort: 'date', descending: true };
  overview = $state.raw<BankLinesOverview | null>(null);
  trouble = $state<string | null>(null);
  query = $state('');
  /** The place of the line that is shown beside the list. */
  cursor = $state(0);
  /** The refusal of the last file, and the file where it may hold records. */
  refused = $state.raw<(StatementRefusal & { name: string; file: File | null }) | null>(null);
  problem = $state<string | null>(null);
  busy = $state(false);
  readonly rows: WindowedRows<BankLineView>;
  readonly #app: AppState;
  readonly #notices: Notices;

  constructor(app: AppState, notices: Notices) {
    this.#app = app;
    this.#notices = notices;
    const read = (descending: boolean, after: string | null, portion: Portion) =>
      app.api.statements.list({ filter: this.#filter, after, ...portion, descending });
    this.rows = new WindowedRows((after, portion) => read(true, after, portion), {
      backward: (after, portion) => read(false, after, portion),
      count: () => app.api.statements.count(this.#filter),
      leaps: true,
    });
  }

  readonly read = $derived.by(() => parseQuery(this.query, this.kind, { locale: this.#app.locale, today: this.today }));
  readonly narrowed = $derived(this.query.trim() !== '');
  /** The words that a line was found by. */
  readonly words = $derived(wordsIn(this.query, this.kind));
  readonly facets = $derived.by(() => {
    const { counts, accounts = [] } = this.overview ?? {};
    const currencies = [...new Set(accounts.map(({ currency }) => currency))];
    return {
      status: bankLineStates.map((state) => ({ value: lineStateTerms[state], label: lineStateWords[state], count: counts?.[state] ?? 0 })),
      currency: currencies.map((value) => ({ value, count: 0 })),
    };
  });

  get today(): string {
    return dateOfEpoch(Date.now());
  }

  get #filter() {
    return { query: this.query, locale: this.#app.locale };
  }

  follow(): () => void {
    return this.#app.follow(
      () => Promise.all([this.readOverview(), this.rows.ready ? this.#refresh() : this.rows.restart()]),
      ({ kind }) => changesOfLines.has(kind),
    );
  }

  async readOverview(): Promise<void> {
    const overview = await safe(this.#app.api.statements.overview());
    this.trouble = overview.isSuccess ? null : sentenceOfUnread(overview.error);
    if (overview.isSuccess) this.overview = overview.data;
  }

  /** The cursor stays on its line where that is still found, else at its place. */
  async #refresh(): Promise<void> {
    const { cursor } = this;
    const id = this.rows.at(cursor)?.id;
    await this.rows.refresh();
    const found = id === undefined ? -1 : this.rows.find((row) => row.id === id);
    if (this.cursor === cursor) this.cursor = found === -1 ? Math.max(0, Math.min(cursor, this.rows.total - 1)) : found;
  }

  ask(query: string): void {
    if (query === this.query) return;
    this.query = query;
    this.cursor = 0;
    const tooLong = this.read.problems.find(({ why }) => why === 'tooLong');
    if (tooLong) this.rows.refuse(wordsOfProblem(tooLong));
    else void this.rows.restart();
  }

  show({ query }: { query: string }): void {
    this.ask(query);
  }

  /** Moves to a place; returns its line once that is read. */
  async moveTo(place: number): Promise<BankLineView | undefined> {
    this.cursor = Math.max(0, Math.min(place, this.rows.total - 1));
    if (this.rows.at(this.cursor) === undefined) {
      this.rows.show(this.cursor, this.cursor);
      await this.rows.fill();
    }
    return this.rows.at(this.cursor);
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

  /** Imports a file and says what came of it. */
  bring(file: File): Promise<void> {
    return this.#bring(file.name, this.#app.api.statements.importFile({ name: file.name, file }), file);
  }

  bringPractice(): Promise<void> {
    return this.#bring(t('bankLines.refused.practice'), this.#app.api.statements.importPractice());
  }

  async #bring(name: string, asked: Promise<StatementImport>, file: File | null = null): Promise<void> {
    const done = await this.#run(asked);
    if (done?.ok) this.#notices.say(importedWords(done));
    else if (done) this.refused = { ...done.refusal, name, file: done.refusal.why === 'notStatement' ? file : null };
  }

  /** Makes a file of the lines that the query finds. */
  async export(format: 'xlsx' | 'csv'): Promise<void> {
    const answer = await safe(this.#app.api.statements.export({ filter: this.#filter, format }));
    if (answer.isSuccess) await this.#app.saving.offer(answer.data);
    else this.problem = sentenceOfUnread(answer.error);
  }

  /** Every line that the query finds, newest first, for paper; the first 5,000. */
  async all(): Promise<BankLineView[]> {
    const rows: BankLineView[] = [];
    for (let after: string | null = null; rows.length < mostOnPaper;) {
      const page: BankLinesPage = await this.#app.api.statements.list({ filter: this.#filter, after, limit: 200 });
      rows.push(...page.rows);
      after = page.next;
      if (after === null) break;
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

  /** Drafts payments for the chosen invoices. */
  draft(line: BankLineView, { uses }: CandidateView): Promise<void> {
    const choice = { line: line.id, uses: uses.map(({ invoiceId, minor }) => ({ invoiceId, minor })) };
    return this.#draft(this.#app.api.statements.draft({ choices: [choice] }));
  }

  draftReady(): Promise<void> {
    return this.#draft(this.#app.api.statements.draftReady());
  }

  async #draft(asked: Promise<{ ids: string[] }>): Promise<void> {
    const done = await this.#run(asked);
    if (done) this.#notices.say(t('bankLines.drafted', { count: done.ids.length }));
  }

  async putAside(line: number, reason: string | null): Promise<void> {
    await this.#run(this.#app.api.statements.putAside({ line, reason }));
  }

  /** A doubtful line is one of its own. */
  async keep(line: number): Promise<void> {
    await this.#run(this.#app.api.statements.keepLine({ line }));
  }

  async #run<Done>(command: Promise<Done>): Promise<Done | null> {
    this.busy = true;
    this.refused = null;
    this.problem = null;
    const answer = await safe(command);
    this.busy = false;
    if (!answer.isSuccess) this.problem = sentenceOfRefusal(answer.error);
    return answer.data ?? null;
  }
}
