import type { Change } from '#shared/contract/views/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { World } from '#shared/world.ts';

/** The least milliseconds between two progress changes of a window. */
const PROGRESS_EVERY_MS = 100;

/**
 * Makes the one publisher of the app: what changed, never how. Windows read again what they show. Progress is throttled; its last value always
 * arrives. What asks for a window waits for the first one.
 */
export function createChanges(world: World) {
  const listeners = new Set<(change: Change) => void>();
  const invitations = new Map<string, Change>();
  let windows = 0;
  const deliver = (change: Change) => {
    for (const listener of [...listeners]) listener(change);
  };
  const throttled = { progress: throttle(world, deliver), importing: throttle(world, deliver) };
  const subscribe = (listener: (change: Change) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    publish: (change: Change): void => {
      if (change.kind === 'progress' || change.kind === 'importing') throttled[change.kind](change);
      else deliver(change);
      if (windows === 0 && isInvitation(change)) invitations.set(invitationSlot(change), change);
    },
    /** Calls the listener for every change at once; returns a function that stops. */
    subscribe,
    /** One window's stream: while the window is busy, changes of one kind join into one. Ends when `signal` aborts. */
    stream: async function* (signal: AbortSignal | undefined): AsyncGenerator<Change, void> {
      const mailbox = new ChangeQueue();
      windows += 1;
      for (const invitation of invitations.values()) mailbox.put(invitation);
      invitations.clear();
      const unsubscribe = subscribe((change) => mailbox.put(change));
      const stop = () => mailbox.close();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        // The first word tells the window that it is being heard, so that it can read without a gap.
        yield { kind: 'status' };
        while (await mailbox.filled()) yield* mailbox.take();
      } finally {
        signal?.removeEventListener('abort', stop);
        unsubscribe();
        windows -= 1;
      }
    },
  };
}

function throttle(world: World, deliver: (change: Change) => void): (change: Change) => void {
  let last = -PROGRESS_EVERY_MS;
  let late: Change | null = null;
  return (change) => {
    const since = world.monotonic() - last;
    if (since >= PROGRESS_EVERY_MS && !late) {
      last = world.monotonic();
      deliver(change);
      return;
    }
    const scheduled = late !== null;
    late = change;
    if (scheduled) return;
    void world.sleep(Math.max(0, PROGRESS_EVERY_MS - since)).then(() => {
      last = world.monotonic();
      const newest = late;
      late = null;
      if (newest) deliver(newest);
    });
  };
}

/** A link, a file or an act of the tray that opened the window comes before it listens. */
const isInvitation = (change: Change): boolean => ['open', 'fileOpened', 'command'].includes(change.kind);
/** Two records can only be shown one after the other: the newest is meant. Two acts are two. */
const invitationSlot = (change: Change): string => (change.kind === 'command' ? slotOf(change) : change.kind);

/** Keeps what one window has not heard yet, joined by kind: its size is bounded by what exists, not by how often it changed. */
export class ChangeQueue {
  readonly #refs = new Map<string, RecordRef>();
  readonly #ids = { edits: new Set<string>(), documents: new Set<string>() };
  readonly #others = new Map<string, Change>();
  #closed = false;
  #wake: (() => void) | null = null;

  put(change: Change): void {
    switch (change.kind) {
      case 'records':
        for (const ref of change.refs) this.#refs.set(`${ref.kind} ${ref.id}`, ref);
        break;
      case 'edits':
      case 'documents':
        for (const id of change.ids) this.#ids[change.kind].add(id);
        break;
      default:
        this.#others.set(slotOf(change), change);
    }
    this.#wake?.();
  }

  /** Everything that waits, in a fixed order: facts first, then figures. Empties the mailbox. */
  take(): Change[] {
    const taken: Change[] = [];
    if (this.#refs.size > 0) taken.push({ kind: 'records', refs: [...this.#refs.values()] });
    for (const kind of ['edits', 'documents'] as const) if (this.#ids[kind].size > 0) taken.push({ kind, ids: [...this.#ids[kind]] });
    taken.push(...this.#others.values());
    for (const kept of this.#kept()) kept.clear();
    return taken;
  }

  /** Resolves true when something waits, false when the mailbox was closed. */
  async filled(): Promise<boolean> {
    while (!this.#closed && this.#kept().every(({ size }) => size === 0)) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
    return !this.#closed;
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  #kept() {
    return [this.#refs, this.#ids.edits, this.#ids.documents, this.#others];
  }
}

/** Changes with the same slot replace each other; a question or an invitation never replaces another. */
function slotOf(change: Change): string {
  switch (change.kind) {
    case 'trustAsked':
      return `trustAsked ${change.host} ${change.editId ?? ''}`;
    case 'syncFinished':
      return `syncFinished ${change.reportId}`;
    case 'command':
      return `command ${change.command}`;
    case 'open':
      return `open ${change.ref.kind} ${change.ref.id}`;
    default:
      return change.kind;
  }
}
