import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import type { Api } from '#renderer/state/connection/connect.ts';
import type { RefusedLines } from '#shared/contract/errors.ts';
import type { ImportChoices } from '#shared/files/import-summary.ts';
import { isTable } from '#shared/files/file-format.ts';
import type { ImportDone } from '#shared/contract/views/library-views.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { mostBytes } from '#shared/values/file-sizes.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { bytesWords } from '#renderer/parts/values/bytes-words.ts';
import { refusedLines, sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { partsOf } from '#renderer/pages/packs/import/reading/reading-words.ts';
import { compareEditSheet } from '#renderer/pages/sheet-back/compare-edit-sheet.ts';
import type { SheetComparison } from '#shared/sheets/sheet-comparison.ts';
import { seemingKind } from './seeming-kind.ts';

/** The summary of a file of records: how it is read, what is asked, its columns, its first rows as they will stand. */
export type ImportSummary = Awaited<ReturnType<Api['library']['inspectImport']>>;

/** Choices after which the file has other columns: a mapping of the user belongs to the ones before. */
const othersColumns = ['encoding', 'separator', 'sheet', 'heading'] as const;

/** Takes an edit sheet that came back. */
type ComesBack = (sheet: { name: string; comparison: SheetComparison }) => void;

/** An import of one file: chosen, looked at, corrected, then all of it or what is right of it. */
export class Importing {
  kind = $state<RecordKind>('expense');
  file = $state.raw<{ name: string; file: Blob } | null>(null);
  summary = $state.raw<ImportSummary | null>(null);
  /** Column → field path; columns that are not in it are left out. */
  mapping = $state.raw<Record<string, string>>({});
  choices = $state.raw<ImportChoices>({});
  /** The user's word on rows that match several records, by line; null leaves a row out. */
  matches = $state.raw<Record<string, string | null>>({});
  /** Vendors whose bank details are taken from the file. */
  bank = $state.raw<readonly string[]>([]);
  /** The user says that each record of the file is whole, so that a vendor update may be built on it. */
  complete = $state(false);
  /** The file holds names of ids, not records. A user who then chooses a kind knows better. */
  isNames = $state(false);
  busy = $state(false);
  refused = $state.raw<RefusedLines | null>(null);
  problem = $state<string | null>(null);
  /** Records read or written of the import under way; null without one. */
  progress = $state.raw<{ done: number; of: number; writes: boolean } | null>(null);

  readonly taken = $derived(new Set(Object.values(this.mapping)));
  /** Problems of the file as a whole: nothing of it can be imported before. */
  readonly whole = $derived<FileProblem[]>((this.summary?.problems ?? []).filter(({ line }) => line <= 0));
  /** Rows that match several records and have no answer yet, or the answer "none". */
  readonly #unanswered = $derived((this.summary?.match?.several ?? []).filter(({ line }) => !this.matches[String(line)]));
  /** Rows that the button imports. */
  readonly count = $derived(this.summary === null ? 0 : this.summary.good - (this.summary.match?.missing ?? 0) - this.#unanswered.length);
  readonly left = $derived(this.summary === null ? 0 : this.summary.rows - this.count);
  readonly asks = $derived((this.summary?.questions ?? []).length > 0);
  readonly ready = $derived(!this.asks && this.whole.length === 0 && this.count > 0 && !this.isNames && !this.busy);
  /** The sentence that says how the file was read. */
  readonly parts = $derived.by(() => {
    if (this.summary === null) return [];
    const { reading, questions, raw, sums } = this.summary;
    return partsOf(
      reading,
      questions,
      raw,
      (choices) => void this.say(choices),
      sums.map(({ currency }) => currency),
    );
  });
  readonly isTable = $derived(this.summary !== null && isTable(this.summary.format));
  /** The user's own mapping; before that the file is read by a guess. */
  #mapped = false;
  /** Counts what was asked: the answer to the last question is the one that is shown. */
  #turn = 0;
  /** The user came from a list of this kind. */
  readonly #isChosen: boolean;
  readonly #app: AppState;
  #running = new AbortController();
  readonly #comesBack: ComesBack;

  constructor(app: AppState, kind: RecordKind | null, comesBack: ComesBack) {
    this.#app = app;
    this.#comesBack = comesBack;
    this.kind = kind ?? 'expense';
    this.#isChosen = kind !== null;
  }

  /** Looks at a file; nothing is stored yet. */
  async choose(file: File): Promise<void> {
    if (file.size <= mostBytes.imported) return this.#take({ name: file.name, file });
    this.#forget({ name: file.name, file });
    this.#start();
    this.busy = false;
    this.summary = null;
    this.problem = t('import.tooLarge', { name: file.name, size: bytesWords(file.size), most: bytesWords(mostBytes.imported) });
  }

  /** Looks at the file that the user opened with the app, if there is one. */
  async takeOpened(): Promise<void> {
    const answer = await safe(this.#app.api.library.openedFile());
    if (answer.data) await this.#take(answer.data);
  }

  #forget(file: { name: string; file: Blob }): void {
    this.file = file;
    this.complete = false;
    this.mapping = {};
    this.choices = {};
    this.matches = {};
    this.bank = [];
    this.#mapped = false;
    this.isNames = false;
  }

  /** Of the kind that its fields tell, whatever the page was opened for; a list that was exported to edit is nothing to import. */
  async #take(given: { name: string; file: Blob }): Promise<void> {
    this.#forget(given);
    const comparison = await compareEditSheet(this.#app, given.file);
    if (given !== this.file) return;
    if (comparison) return this.#comesBack({ name: given.name, comparison });
    await this.inspect();
    if (!this.summary) return;
    const headings = this.summary.columns.map(({ name }) => name);
    const seems = seemingKind(headings, this.summary.known, this.kind, this.#isChosen);
    if (seems === 'names') this.isNames = true;
    else if (seems) await this.be(seems);
  }

  /** Another kind reads the same file anew. */
  async be(kind: RecordKind): Promise<void> {
    this.kind = kind;
    this.isNames = false;
    this.mapping = {};
    this.#mapped = false;
    if (this.file) await this.inspect();
  }

  async map(column: string, field: string): Promise<void> {
    const kept = Object.entries(this.mapping).filter(([name, path]) => name !== column && path !== field);
    this.mapping = Object.fromEntries(field === '' ? kept : [...kept, [column, field]]);
    this.#mapped = true;
    await this.inspect();
  }

  /** Corrects how the file is read. */
  async say(choices: ImportChoices): Promise<void> {
    this.choices = { ...this.choices, ...choices };
    if (othersColumns.some((name) => name in choices)) this.#mapped = false;
    await this.inspect();
  }

  /** Mends one cell; an empty text leaves it empty. */
  async mend(at: string, text: string): Promise<void> {
    await this.say({ mended: { ...this.choices.mended, [at]: text } });
  }

  async setComplete(complete: boolean): Promise<void> {
    this.complete = complete;
    await this.inspect();
  }

  match(line: number, id: string | null): void {
    this.matches = { ...this.matches, [String(line)]: id };
  }

  takeBank(id: string, takes: boolean): void {
    this.bank = takes ? [...this.bank, id] : this.bank.filter((each) => each !== id);
  }

  get #asked() {
    const { kind, choices } = this;
    return { kind, choices, mapping: this.#mapped ? this.mapping : {}, complete: kind === 'vendor' && this.complete };
  }

  async inspect(): Promise<void> {
    if (!this.file) return;
    const turn = this.#start();
    const answer = await safe(this.#app.api.library.inspectImport({ ...this.file, ...this.#asked }));
    // Another file, kind, mapping or correction was chosen meanwhile, and is being looked at.
    if (turn !== this.#turn) return;
    this.busy = false;
    if (!answer.isSuccess) {
      this.summary = null;
      return this.#fail(answer.error);
    }
    this.summary = answer.data;
    this.mapping = answer.data.mapping;
  }

  /** Imports what is right in the file; null when nothing is here, because it was refused or ended. */
  async import(): Promise<ImportDone | null> {
    if (!this.file || !this.ready) return null;
    this.#start();
    const { mapping, matches, bank } = this;
    const input = { ...this.file, ...this.#asked, mapping, matches, bank: [...bank], partly: this.left > 0 };
    this.progress = { done: 0, of: this.count, writes: false };
    this.#running = new AbortController();
    const answer = await safe(this.#app.api.library.importRecords(input, { signal: this.#running.signal }));
    this.progress = null;
    const isEnded = this.#running.signal.aborted;
    if (!isEnded && answer.isSuccess && answer.data.left > 0) await this.#saveRest();
    this.busy = false;
    if (!isEnded && !answer.isSuccess) this.#fail(answer.error);
    return isEnded ? null : (answer.data ?? null);
  }

  /** Ends the import under way, while nothing of it is written; answers false where nothing can be ended. */
  cancel(): boolean {
    if (this.progress === null || this.progress.writes) return false;
    this.#running.abort();
    return true;
  }

  /** Follows the import under way, until the answer is called. */
  follow(): () => void {
    return this.#app.onChange((change) => {
      if (change.kind === 'importing' && this.progress !== null) this.progress = change;
    });
  }

  /** Saves the rows that were left out as a file to mend. */
  async #saveRest(): Promise<void> {
    if (!this.file) return;
    const lines = [...(this.summary?.match?.notHere ?? []), ...this.#unanswered].map(({ line }) => line);
    const rest = await safe(this.#app.api.library.restOfImport({ ...this.file, ...this.#asked, mapping: this.mapping, lines }));
    if (rest.isSuccess) await this.#app.saving.offer(rest.data);
  }

  #start(): number {
    this.busy = true;
    this.refused = null;
    this.problem = null;
    return ++this.#turn;
  }

  #fail(error: Error): void {
    this.refused = refusedLines(error);
    if (!this.refused) this.problem = sentenceOfRefusal(error);
  }
}
