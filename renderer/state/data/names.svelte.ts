import { safe } from '@orpc/client';
import { createContext, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { ReferenceName } from '#shared/contract/views/names-views.ts';
import { isolated, marked } from '#shared/odd-characters.ts';
import { referenceKinds, type ReferenceRef } from '#shared/references/reference-kind.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';

const keyOf = ({ kind, id }: ReferenceRef): string => `${kind} ${id.toLowerCase()}`;

const identifiers = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;

/** The maximum size of one request (the contract's limit), and the number of cached names. */
const MOST_AT_ONCE = 5_000;
const MOST_KEPT = 50_000;

/** The name with its code in front: "6200 Travel"; null where nobody gave one. */
export function nameInWords(named: Pick<ReferenceName, 'name' | 'code'> | null | undefined): string | null {
  if (!named?.name) return null;
  return marked(named.code ? `${named.code} ${named.name}` : named.name);
}

/**
 * Names of references on screen: requests are batched, and answers are cached until the directory changes.
 * Also what is unnamed on the page now, and which of it a user is naming.
 */
export class Names {
  /** The reference that the user is naming; the frame holds the dialog. */
  naming = $state.raw<ReferenceRef | null>(null);

  readonly #app: AppState;
  readonly #known = new SvelteMap<string, ReferenceName | null>();
  readonly #wanted = new Map<string, ReferenceRef>();
  /** Each row of a list notes its unnamed references: only a changed set is published. */
  readonly #unnamed = new Map<string, { ref: ReferenceRef; shown: number }>();
  #unnamedTurn = $state(0);
  #asking: Promise<void> | null = null;
  /** The version of the names directory. */
  #turn = 0;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The directory's entry of a reference; undefined while loading, null when unknown. Requested once. */
  of(ref: ReferenceRef): ReferenceName | null | undefined {
    const key = keyOf(ref);
    const known = this.#known.get(key);
    if (known === undefined && !this.#wanted.has(key)) {
      this.#wanted.set(key, { kind: ref.kind, id: ref.id.toLowerCase() });
      queueMicrotask(() => void this.settled());
    }
    return known;
  }

  /** The label of an identifier: its name, or its first eight characters. */
  called(id: string): string {
    const answers = referenceKinds.map((kind) => this.of({ kind, id }));
    return answers.map(nameInWords).find((name) => name !== null) ?? id.slice(0, 8);
  }

  /** A text with every identifier in it by its name, which keeps its direction to itself. */
  tell(text: string): string {
    return text.replaceAll(identifiers, (id) => isolated(this.called(id)));
  }

  /** References without a name that are on screen, in the order they came. */
  get unnamed(): ReferenceRef[] {
    void this.#unnamedTurn;
    return [...this.#unnamed.values()].map(({ ref }) => ref);
  }

  readonly someUnnamed = $derived.by(() => (void this.#unnamedTurn, this.#unnamed.size > 0));

  /** For effects: notes that a reference without a name is on screen, until the answer is called. */
  showUnnamed(ref: ReferenceRef): () => void {
    const key = keyOf(ref);
    const count = (by: number) => {
      const before = this.#unnamed.size;
      const shown = (this.#unnamed.get(key)?.shown ?? 0) + by;
      if (shown > 0) this.#unnamed.set(key, { ref, shown });
      else this.#unnamed.delete(key);
      if (this.#unnamed.size !== before) this.#unnamedTurn += 1;
    };
    // The effect depends on the name, not on the count.
    untrack(() => count(1));
    return () => untrack(() => count(-1));
  }

  /** For effects: asks again after every change of the names directory and every reconnect, until the answer is called. */
  follow(): () => void {
    return this.#app.follow(
      () => this.#askAgain(),
      (change) => {
        if (change.kind === 'accounts') this.#known.clear();
        const concerns = change.kind === 'names' || change.kind === 'accounts';
        if (concerns) this.#turn += 1;
        return concerns;
      },
    );
  }

  async #askAgain(): Promise<void> {
    if (this.#known.size > MOST_KEPT) this.#known.clear();
    for (const key of this.#known.keys()) {
      const [kind, id] = key.split(' ') as [ReferenceRef['kind'], string];
      this.#wanted.set(key, { kind, id });
    }
    await this.settled();
  }

  /**
   * Before rows are asked for that come with the names of what they refer to: takes what came. What the names directory said of a reference before, or
   * after it changed meanwhile, stays.
   */
  awaited(): (refs: readonly ReferenceRef[], names: readonly ReferenceName[]) => void {
    const turn = this.#turn;
    return (refs, names) => {
      if (turn !== this.#turn) return;
      const told = new Map(names.map((name) => [keyOf(name), name]));
      for (const key of refs.map(keyOf)) if (!this.#known.has(key)) this.#known.set(key, told.get(key) ?? null);
    };
  }

  /**
   * Waits until everything that was wished for is answered. One question at a time; what is wanted meanwhile is in the next. What fails is asked
   * again after the next change or reconnect.
   */
  async settled(): Promise<void> {
    if (this.#wanted.size > 0) await (this.#asking ??= this.#askAll());
  }

  async #askAll(): Promise<void> {
    while (this.#wanted.size > 0) {
      const refs = [...this.#wanted.values()].slice(0, MOST_AT_ONCE);
      const { data: answer } = await safe(this.#app.api.names.of({ refs }));
      for (const ref of refs) this.#wanted.delete(keyOf(ref));
      if (!answer) continue;
      const told = new Map(answer.map((row) => [keyOf(row), row]));
      for (const ref of refs) this.#take(keyOf(ref), told.get(keyOf(ref)) ?? null);
    }
    this.#asking = null;
  }

  #take(key: string, told: ReferenceName | null): void {
    const before = this.#known.get(key);
    if (before === undefined || JSON.stringify(before) !== JSON.stringify(told)) this.#known.set(key, told);
  }
}

export const [useNames, provideNames] = createContext<Names>();
