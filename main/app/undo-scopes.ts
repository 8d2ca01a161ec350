/** Acts that one window remembers for undo; older ones stay undoable from the outbox itself. */
const REMEMBERED_ACTS = 200;

/** A command by the edits that it recorded, or discarded (`discards`). It is undone and redone as one. */
export interface WindowCommand {
  ids: string[];
  discards: boolean;
}

/** A window's newest commands, and those of them that were undone, the newest last. */
interface WindowActs {
  done: WindowCommand[];
  undone: WindowCommand[];
}

/** Remembers, a window at a time, which edits the newest acts recorded or discarded. In memory only: the edits themselves are in the outbox. */
export class UndoScopes {
  readonly #windows = new Map<string | undefined, WindowActs>();

  of(windowId: string | undefined): WindowActs {
    const acts = this.#windows.get(windowId) ?? { done: [], undone: [] };
    this.#windows.set(windowId, acts);
    return acts;
  }

  /** Remembers an act; a new act ends what could be redone. */
  remember(windowId: string | undefined, ids: string[], discards = false): void {
    if (ids.length === 0) return;
    const acts = this.of(windowId);
    acts.done.push({ ids, discards });
    if (acts.done.length > REMEMBERED_ACTS) acts.done.shift();
    acts.undone = [];
  }

  /** Another account became active: its edits are not undone from here. */
  forget(): void {
    this.#windows.clear();
  }
}
