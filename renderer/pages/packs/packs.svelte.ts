import { safe } from '@orpc/client';
import type { PackView } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { Api } from '#renderer/state/connect.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { Kept } from '#renderer/state/kept.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/refusals.ts';

export type ParsedIds = Awaited<ReturnType<Api['library']['parseIds']>>;

/** The trip packs and what can be done with one. */
export class Packs {
  readonly kept;
  readonly list;
  /** Why the last act on a pack did not work, and on which. */
  problem = $state.raw<{ id: string; says: string } | null>(null);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.kept = new Kept(
      desk,
      () => desk.api.library.packs(),
      (change) => change.kind === 'packs' || change.kind === 'accounts',
    );
    this.list = $derived(this.kept.value ?? []);
  }

  /** Makes a pack; null when it did not work. */
  async create(name: string): Promise<PackView | null> {
    const answer = await safe(this.#desk.api.library.createPack({ name }));
    await this.kept.read();
    return answer.isSuccess ? answer.data : null;
  }

  async remove(id: string): Promise<void> {
    await safe(this.#desk.api.library.removePack({ id }));
    await this.kept.read();
  }

  /** Finds ids in a text; null when the text was refused. */
  async parse(text: string): Promise<ParsedIds | null> {
    const answer = await safe(this.#desk.api.library.parseIds({ text }));
    return answer.isSuccess ? answer.data : null;
  }

  /** Adds the ids and starts fetching, unless the person works offline. */
  async add(id: string, kind: RecordKind, ids: string[]): Promise<void> {
    const answer = await safe(this.#desk.api.library.addToPack({ id, kind, ids }));
    if (answer.isSuccess && !this.#desk.worksOffline) await this.run(id, false);
    else if (answer.isSuccess) await this.kept.read();
    else this.problem = { id, says: sentenceOfRefusal(answer.error) };
  }

  async run(id: string, paused: boolean): Promise<void> {
    this.problem = null;
    const answer = await safe(this.#desk.api.library.runPack({ id, paused }));
    if (!answer.isSuccess) this.problem = { id, says: sentenceOfRefusal(answer.error) };
    await this.kept.read();
  }
}
