import { isDefinedError, safe } from '@orpc/client';
import type { PackView } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { Api } from '#renderer/connect.ts';
import type { Desk } from './desk.svelte.ts';

export type ParsedIds = Awaited<ReturnType<Api['library']['parseIds']>>;

/** The trip packs and what can be done with one. */
export class Packs {
  list = $state.raw<PackView[]>([]);
  known = $state(false);
  problem = $state<string | null>(null);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Reads now and after every change of packs, until the answer is called. */
  follow(): () => void {
    void this.read();
    return this.#desk.onChange((change) => {
      if (change.kind === 'packs' || change.kind === 'accounts') void this.read();
    });
  }

  async read(): Promise<void> {
    this.list = await this.#desk.api.library.packs();
    this.known = true;
  }

  async create(name: string): Promise<PackView> {
    const pack = await this.#desk.api.library.createPack({ name });
    await this.read();
    return pack;
  }

  async remove(id: string): Promise<void> {
    await safe(this.#desk.api.library.removePack({ id }));
    await this.read();
  }

  parse(text: string): Promise<ParsedIds> {
    return this.#desk.api.library.parseIds({ text });
  }

  /** Adds the ids and starts fetching. */
  async add(id: string, kind: RecordKind, ids: string[]): Promise<void> {
    await this.#desk.api.library.addToPack({ id, kind, ids });
    await this.run(id, false);
  }

  async run(id: string, paused: boolean): Promise<void> {
    this.problem = null;
    const answer = await safe(this.#desk.api.library.runPack({ id, paused }));
    if (!answer.isSuccess) this.problem = isDefinedError(answer.error) ? answer.error.message : 'Layover did not answer.';
    await this.read();
  }
}
