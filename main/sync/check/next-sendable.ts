import { editKind } from '#shared/edits/edit-kinds.ts';
import { reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Sort } from '#main/outbox/queue.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';

/** One thing the engine does for one edit. */
export type Errand =
  /** Send it; its intent is committed first. */
  | { kind: 'send'; row: OutboxRow }
  /** Read its record first, so that a conflict is found before anything is sent. */
  | { kind: 'reread'; row: OutboxRow }
  /** Its outcome is unknown: read and compare. */
  | { kind: 'check'; row: OutboxRow }
  /** Its outcome is unknown and nothing can be read: it is safe to send again by now. */
  | { kind: 'again'; row: OutboxRow };

/** The first open edit of each record that may move now, oldest first. */
export type Movable = Readonly<Record<Sort, Iterable<OutboxRow>>>;

/** What the choice depends on besides the edits. */
export interface Scene {
  /** Requests that may be added, besides one that creates something. */
  slots: number;
  /** Requests that may be claimed beyond these, to leave the moment an answer makes room. */
  ahead: number;
  mayBeAhead(row: OutboxRow): boolean;
  isBusy(row: OutboxRow): boolean;
  /** Whether a request that creates something is under way. */
  creatingUnderWay: boolean;
  /** Whether an edit of this approval that is no payment is under way. */
  isBatchBusy(batchId: string): boolean;
  /** Whether a request was answered in the last minute, with no doubt since. */
  pathProven: boolean;
  /** False while the keychain is locked, and for a while after doubts: nothing that creates may leave. */
  mayCreate: boolean;
  isFresh(ref: RecordRef): boolean;
  /** Whether the newest read of a record failed: its trouble keeps nothing else back. */
  hasFailed(ref: RecordRef): boolean;
  mayRead(kind: string): boolean;
  /** Whether the edit may show for the first time what this service does with fields that an update leaves out. */
  isProbing(row: OutboxRow): boolean;
  /** Kinds of which such an edit is under way. */
  probing: ReadonlySet<string>;
}

export interface Choice {
  errands: Errand[];
  /** A creating edit waits for nothing but a proof that the path is healthy. */
  needsProof: boolean;
}

/**
 * Chooses what to do now, oldest first, and looks no further than there is room. Pure. What creates something goes one at a time, beside
 * everything else, and never while the path is in doubt: one outage then costs one such request (laws 6 and 8). A payment leaves after what was
 * approved with it, as far as that can leave now.
 */
export function choose(movable: Movable, scene: Scene): Choice {
  const choice: Choice = { errands: [], needsProof: false };
  let { slots, ahead } = scene;
  const probing = new Set(scene.probing);
  for (const row of movable.absolute) {
    if (slots <= 0 && ahead <= 0) break;
    if (scene.isBusy(row)) continue;
    const errand = errandFor(row, scene);
    if (errand.kind !== 'check' && scene.isProbing(row)) {
      // What the first of them costs, the others do not pay too.
      if (probing.has(row.kind)) continue;
      probing.add(row.kind);
    }
    if (slots > 0) slots -= 1;
    // Nothing is claimed ahead past an older one that cannot be: the next room is that one's.
    else if (errand.kind === 'send' && scene.mayBeAhead(row)) ahead -= 1;
    else break;
    choice.errands.push(errand);
  }
  if (scene.creatingUnderWay || !scene.mayCreate) return choice;
  const creating = firstCreating(movable, scene);
  if (creating && scene.pathProven) choice.errands.push(errandFor(creating, scene));
  return { ...choice, needsProof: creating !== undefined && !scene.pathProven };
}

function firstCreating(movable: Movable, scene: Scene): OutboxRow | undefined {
  let unsent: Set<string | null> | null = null;
  const comesFirst = (row: OutboxRow) => row.lane === 'write' && triesOf(row) === 0 && !scene.hasFailed(refOf(row));
  const waits = ({ lane, batchId }: OutboxRow) => {
    if (lane !== 'payment' || batchId === null) return false;
    unsent ??= new Set([...movable.absolute, ...movable.creates].flatMap((row) => (comesFirst(row) ? [row.batchId] : [])));
    return unsent.has(batchId) || scene.isBatchBusy(batchId);
  };
  return [...movable.creates].toSorted((a, b) => triesOf(a) - triesOf(b)).find((row) => !scene.isBusy(row) && !waits(row));
}

/** What a person sends again and again lets others go first: after each doubt all that creates something waits, and one record's would starve it. */
const triesOf = ({ repeat, attempts }: OutboxRow): number => (repeat === 'creates' ? attempts : 0);

function errandFor(row: OutboxRow, scene: Scene): Errand {
  if (row.state === 'checking') return { kind: canBeRead(row, scene.mayRead) ? 'check' : 'again', row };
  return { kind: looksFirst(row, scene) ? 'reread' : 'send', row };
}

/** Whether the edit's record is read before the edit leaves. */
export function looksFirst(row: OutboxRow, { isFresh, mayRead }: Pick<Scene, 'isFresh' | 'mayRead'>): boolean {
  if (row.repeat === 'creates' || !canBeRead(row, mayRead)) return false;
  return !isFresh(refOf(row)) && !sentUnread(row);
}

/** A person was told that the record cannot be read, and let the edit go without. */
export function sentUnread(row: OutboxRow): boolean {
  const reason = reasonOf(row);
  return reason?.kind === 'cannotRead' && reason.accepted === true;
}

/** Whether the edit's record can be read: by the specification, or because this service was seen to offer it. */
export function canBeRead(row: Pick<OutboxRow, 'kind' | 'recordId'>, mayRead: (kind: string) => boolean): boolean {
  const kind = editKind(row.kind);
  if (!kind) return false;
  return kind.read(row.recordId) !== null || (mayRead(row.kind) && kind.undocumentedRead(row.recordId) !== null);
}
