import { safe } from '@orpc/client';
import type { EndedTrip, FoundIds, PackView, TripEnd } from '#shared/contract/views/views.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { Kept } from '#renderer/state/data/kept.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';

/** The trip packs and what can be done with one. */
export class Packs {
  readonly kept: Kept<PackView[]>;
  readonly list = $derived.by(() => this.kept.value ?? []);
  /** The reason why the last command on a pack failed, and the pack. */
  problem = $state.raw<{ id: string; message: string } | null>(null);
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
    this.kept = new Kept(app, () => app.api.library.packs(), ['packs', 'accounts']);
  }

  /** Makes a pack; null when it did not work. */
  async create(name: string): Promise<PackView | null> {
    const answer = await safe(this.#app.api.library.createPack({ name }));
    await this.kept.read();
    return answer.isSuccess ? answer.data : null;
  }

  async remove(id: string): Promise<void> {
    await safe(this.#app.api.library.removePack({ id }));
    await this.kept.read();
  }

  /** A preview of the end of a trip; null when the pack is gone. */
  async tripEnd(id: string): Promise<TripEnd | null> {
    const answer = await safe(this.#app.api.library.tripEnd({ id }));
    return answer.isSuccess ? answer.data : null;
  }

  /** Ends a trip with the numbers that the person saw; a sentence when it could not be done. */
  async endTrip(id: string, { records, documents }: TripEnd): Promise<EndedTrip | string> {
    const answer = await safe(this.#app.api.library.endTrip({ id, records, documents }));
    await this.kept.read();
    return answer.isSuccess ? answer.data : sentenceOfRefusal(answer.error);
  }

  /** Finds ids in a text; null when the text was refused. */
  async parse(text: string): Promise<FoundIds | null> {
    const answer = await safe(this.#app.api.library.parseIds({ text }));
    return answer.isSuccess ? answer.data : null;
  }

  /** Adds the ids; the pack as it is then, or null when it could not be written. */
  async put(id: string, groups: { kind: RecordKind; ids: string[] }[], way: 'list' | 'ids'): Promise<PackView | null> {
    let after: PackView | null = null;
    for (const { kind, ids } of groups) {
      after = await this.#change(id, this.#app.api.library.addToPack({ id, kind, ids, way }));
      if (!after) return null;
    }
    return after;
  }

  /** Lets a pack take in what a saved view finds, now and at each fetch; false when that could not be written. */
  async follow(id: string, viewId: string): Promise<boolean> {
    return (await this.#change(id, this.#app.api.library.followView({ id, viewId, locale: this.#app.locale }))) !== null;
  }

  /** Takes in no more of a view; what it brought stays. */
  async leaveView(id: string, viewId: string): Promise<void> {
    await this.#change(id, this.#app.api.library.leaveView({ id, viewId }));
  }

  /** Takes records off the list; their copies here stay. */
  async leaveOut(id: string, refs: RecordRef[]): Promise<void> {
    await this.#change(id, this.#app.api.library.leaveOutOfPack({ id, refs }));
  }

  /** Fills or pauses a pack; `again` are asked for once more whatever the service said of them. */
  async run(id: string, paused: boolean, again: RecordRef[] = []): Promise<void> {
    this.problem = null;
    await this.#change(id, this.#app.api.library.runPack({ id, paused, again }));
  }

  async #change(id: string, asked: Promise<PackView>): Promise<PackView | null> {
    const answer = await safe(asked);
    if (!answer.isSuccess) this.problem = { id, message: sentenceOfRefusal(answer.error) };
    await this.kept.read();
    return answer.data ?? null;
  }
}
