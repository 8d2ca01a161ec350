import { safe } from '@orpc/client';
import type { Api } from '#renderer/state/connection/connect.ts';
import type { RefusedLines } from '#shared/contract/errors.ts';
import { mostBytes } from '#shared/values/file-sizes.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { refusedLines, sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { textOfFile } from '#renderer/parts/files/text-file.ts';
import { seemingKind } from './seeming-kind.ts';

/** The first look at an export file: format, columns, guessed mapping, first records. */
export type ImportLook = Awaited<ReturnType<Api['library']['inspectImport']>>;

/** An import of one export file: chosen, looked at, mapped, then all of it or nothing. */
export class Importing {
  kind = $state<RecordKind>('expense');
  file = $state.raw<{ name: string; text: string } | null>(null);
  look = $state.raw<ImportLook | null>(null);
  /** Column → field path; columns that are not in it are left out. */
  mapping = $state.raw<Record<string, string>>({});
  /** The person says that each record of the file is whole, so that a vendor update may be built on it. */
  complete = $state(false);
  /** The file holds names of ids, not records. A person who then chooses a kind knows better. */
  isNames = $state(false);
  busy = $state(false);
  refused = $state.raw<RefusedLines | null>(null);
  problem = $state<string | null>(null);
  done = $state.raw<{ imported: number; kept: number } | null>(null);

  /** The fields that nothing is imported into more than once. */
  readonly taken = $derived(new Set(Object.values(this.mapping)));
  readonly hasId = $derived(this.look !== null && (this.look.format !== 'csv' || this.taken.has(this.idField)));
  readonly ready = $derived(this.file !== null && this.look !== null && this.hasId && !this.isNames && !this.busy);
  readonly #app: AppState;

  constructor(app: AppState, kind: RecordKind) {
    this.#app = app;
    this.kind = kind;
  }

  get idField(): string {
    return this.kind === 'vendor' ? 'vendorId' : 'id';
  }

  /** Looks at a file; nothing is stored yet. */
  async choose(file: File): Promise<void> {
    const read = await textOfFile(file, mostBytes.imported);
    this.complete = false;
    this.file = { name: file.name, text: 'text' in read ? read.text : '' };
    if ('text' in read) return this.#takeAsItSeems();
    this.#start();
    this.busy = false;
    this.look = null;
    this.problem = read.problem;
  }

  /** Looks at the file that the person opened with the app, if there is one. */
  async takeOpened(): Promise<void> {
    const answer = await safe(this.#app.api.library.openedFile());
    if (!answer.data) return;
    this.file = answer.data;
    await this.#takeAsItSeems();
  }

  /** Of the kind that its fields tell, whatever the dialog was opened for: a wrong record could not be taken away again. */
  async #takeAsItSeems(): Promise<void> {
    this.isNames = false;
    await this.inspect();
    if (!this.look) return;
    const { format, columns, sample } = this.look;
    const seems = seemingKind(format === 'csv' ? columns : Object.keys(sample[0] ?? {}), this.kind);
    if (seems === 'names') this.isNames = true;
    else if (seems) await this.be(seems);
  }

  /** Another kind reads the same file anew. */
  async be(kind: RecordKind): Promise<void> {
    this.kind = kind;
    this.isNames = false;
    if (this.file) await this.inspect();
  }

  map(column: string, field: string): void {
    const kept = Object.entries(this.mapping).filter(([name, path]) => name !== column && path !== field);
    this.mapping = Object.fromEntries(field === '' ? kept : [...kept, [column, field]]);
  }

  async inspect(): Promise<void> {
    if (!this.file) return;
    this.#start();
    this.look = null;
    const { file, kind } = this;
    const answer = await safe(this.#app.api.library.inspectImport({ ...file, kind }));
    // Another file, or kind, was chosen meanwhile, and is being looked at.
    if (this.file !== file || this.kind !== kind) return;
    this.busy = false;
    if (!answer.isSuccess) return this.#fail(answer.error);
    this.look = answer.data;
    this.mapping = answer.data.mapping;
  }

  /** Imports the file, all of it or nothing. True when it is here. */
  async import(): Promise<boolean> {
    if (!this.file || !this.ready) return false;
    this.#start();
    const { kind, mapping } = this;
    const complete = kind === 'vendor' && this.complete;
    const answer = await safe(this.#app.api.library.importRecords({ ...this.file, kind, mapping, complete }));
    this.busy = false;
    if (answer.isSuccess) this.done = answer.data;
    else this.#fail(answer.error);
    return answer.isSuccess;
  }

  #start(): void {
    this.busy = true;
    this.refused = null;
    this.problem = null;
    this.done = null;
  }

  #fail(error: Error): void {
    this.refused = refusedLines(error);
    if (!this.refused) this.problem = sentenceOfRefusal(error);
  }
}
