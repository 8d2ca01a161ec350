import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import { mostBytes } from '#shared/values/file-sizes.ts';
import type { RefusedLines } from '#shared/contract/errors.ts';
import type { NameConflict, NameField, NameSummary, NamesImported, ViewConflict } from '#shared/contract/views/names-views.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { refusedLines, sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { bytesWords } from '#renderer/parts/values/bytes-words.ts';
import type { NameChoices } from '#shared/files/import-summary.ts';
import { isTable } from '#shared/files/file-format.ts';

/** A names file: chosen, looked at, and taken in whole or not at all; what the book calls otherwise is asked about once. */
export class ImportingNames {
  file = $state.raw<{ name: string; file: Blob } | null>(null);
  choices = $state.raw<NameChoices>({});
  summary = $state.raw<NameSummary | null>(null);
  kind = $state.raw<ReferenceKind | null>(null);
  mapping = $state.raw<Record<string, NameField>>({});
  conflicts = $state.raw<NameConflict[]>([]);
  viewConflicts = $state.raw<ViewConflict[]>([]);
  refused = $state.raw<RefusedLines | null>(null);
  problem = $state<string | null>(null);
  busy = $state(false);
  readonly mapped = $derived(new Set(Object.values(this.mapping)));
  readonly complete = $derived(
    this.summary !== null && (!isTable(this.summary.format) || (this.mapped.has('id') && this.mapped.has('name'))),
  );
  /** Views alone name nothing, so there is no kind to say. */
  readonly kindKnown = $derived(
    this.summary !== null && (this.kind !== null || this.summary.kindsInside || this.mapped.has('kind') || this.summary.rows === 0),
  );
  readonly asks = $derived(this.conflicts.length + this.viewConflicts.length > 0);
  readonly ready = $derived(this.complete && this.kindKnown && !this.busy);
  readonly #app: AppState;
  #turn = 0;

  constructor(app: AppState) {
    this.#app = app;
  }

  async choose(file: File): Promise<void> {
    this.summary = null;
    this.choices = {};
    this.file = { name: file.name, file };
    await this.inspect();
  }

  /** Corrects how the file is read. */
  async say(choices: NameChoices): Promise<void> {
    this.choices = { ...this.choices, ...choices };
    await this.inspect();
  }

  async inspect(): Promise<void> {
    if (!this.file) return;
    const turn = this.#start();
    if (this.file.file.size > mostBytes.imported) {
      this.busy = false;
      this.problem = t('names.file.tooLarge', {
        name: this.file.name,
        size: bytesWords(this.file.file.size),
        most: bytesWords(mostBytes.imported),
      });
      return;
    }
    const answer = await safe(this.#app.api.names.inspectFile({ ...this.file, kind: null, choices: this.choices }));
    // Another file or correction was chosen meanwhile.
    if (turn !== this.#turn) return;
    this.busy = false;
    if (!answer.isSuccess) return this.#fail(answer.error);
    this.summary = answer.data;
    this.kind = answer.data.kind;
    this.mapping = answer.data.mapping;
  }

  map(column: string, holds: NameField | null): void {
    const kept = Object.entries(this.mapping).filter(([name, each]) => name !== column && each !== holds);
    this.mapping = Object.fromEntries(holds === null ? kept : [...kept, [column, holds]]);
  }

  /** Takes the file in; null when nothing was, because something is refused or must be asked first. */
  async take(take: 'mine' | 'theirs' | null): Promise<NamesImported | null> {
    if (!this.file) return null;
    this.#start();
    const { kind, mapping, choices } = this;
    const answer = await safe(this.#app.api.names.importFile({ ...this.file, kind, mapping, choices, take }));
    this.busy = false;
    if (!answer.isSuccess) {
      this.#fail(answer.error);
      return null;
    }
    this.conflicts = answer.data.conflicts;
    this.viewConflicts = answer.data.viewConflicts;
    return this.asks ? null : answer.data;
  }

  #start(): number {
    this.busy = true;
    this.refused = null;
    this.problem = null;
    this.conflicts = [];
    this.viewConflicts = [];
    return ++this.#turn;
  }

  #fail(error: Error): void {
    this.refused = refusedLines(error);
    if (!this.refused) this.problem = sentenceOfRefusal(error);
  }
}
