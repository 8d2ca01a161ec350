/** Acts that one window remembers for undo; older ones stay undoable from the outbox itself. */
const REMEMBERED_ACTS = 200;

/** One act of a person in a window: the edits that it recorded, undone as one. */
interface Scope {
  done: string[][];
  undone: string[][];
}

/** Remembers, a window at a time, which edits the newest acts recorded. In memory only: the edits themselves are in the outbox. */
export class UndoScopes {
  readonly #scopes = new Map<string, Scope>();

  /** Remembers an act; a new act ends what could be redone. */
  remember(windowId: string | undefined, ids: string[]): void {
    if (ids.length === 0) return;
    const scope = this.#scope(windowId);
    scope.done.push(ids);
    if (scope.done.length > REMEMBERED_ACTS) scope.done.shift();
    scope.undone = [];
  }

  /** The newest act that can be undone; null when the window has none. It stays until `dropNewest`. */
  newest(windowId: string | undefined): string[] | null {
    return this.#scope(windowId).done.at(-1) ?? null;
  }

  dropNewest(windowId: string | undefined): void {
    this.#scope(windowId).done.pop();
  }

  /** The newest undo that can be redone; null when there is none. It stays until `dropUndone`. */
  newestUndone(windowId: string | undefined): string[] | null {
    return this.#scope(windowId).undone.at(-1) ?? null;
  }

  dropUndone(windowId: string | undefined): void {
    this.#scope(windowId).undone.pop();
  }

  rememberUndone(windowId: string | undefined, ids: string[]): void {
    if (ids.length > 0) this.#scope(windowId).undone.push(ids);
  }

  rememberRedone(windowId: string | undefined, ids: string[]): void {
    if (ids.length > 0) this.#scope(windowId).done.push(ids);
  }

  /** Another account became active: its edits are not undone from here. */
  forget(): void {
    this.#scopes.clear();
  }

  #scope(windowId: string | undefined): Scope {
    const key = windowId ?? '';
    const known = this.#scopes.get(key) ?? { done: [], undone: [] };
    this.#scopes.set(key, known);
    return known;
  }
}
