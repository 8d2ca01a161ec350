import { editKind } from '#shared/edits/edit-kinds.ts';
import { reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Sort } from '#main/outbox/queue.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';

/** One thing the engine does for one edit. */
export type Task =
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

/** Inputs of the choice besides the edits. */
export interface SchedulerState {
  /** Requests that may be added, besides one that creates something. */
  slots: number;
  /** Requests that may be claimed beyond these, to leave the moment an answer makes room. */
  ahead: number;
  mayBeAhead(row: OutboxRow): boolean;
  isBusy(row: OutboxRow): boolean;
  /** The fewest tries of a payment whose look is under way and had not failed before; Infinity without one. */
  triesOfLooks: number;
  /** True when a request that creates something is under way. */
  creatingUnderWay: boolean;
  /** True when an edit of this approval other than a payment is under way. */
  isBatchBusy(batchId: string): boolean;
  /** True when a request was answered in the last minute, without a doubt since. */
  pathProven: boolean;
  /** False while the keychain is locked, and for a while after doubts: nothing that creates may leave. */
  mayCreate: boolean;
  isFresh(ref: RecordRef): boolean;
  /** True when the newest read of a record failed: its problem delays no other record. */
  hasFailed(ref: RecordRef): boolean;
  mayRead(kind: string): boolean;
  /** True when the edit may reveal for the first time how this service treats omitted fields. */
  isProbing(row: OutboxRow): boolean;
  /** Kinds of which such an edit is under way. */
  probing: ReadonlySet<string>;
}

export interface Choice {
  tasks: Task[];
  /** A creating edit waits for nothing but a proof that the path is healthy. */
  needsProof: boolean;
}

/**
 * Chooses what to do now, oldest first, and looks no further than there is room. Pure. What creates something goes one at a time, beside
 * everything else, and never while the path is in doubt: one outage then costs one such request (laws 6 and 8). A payment leaves after what was
 * approved with it, as far as that can leave now.
 */
export function choose(movable: Movable, state: SchedulerState): Choice {
  const choice: Choice = { tasks: [], needsProof: false };
  let { slots, ahead } = state;
  const probing = new Set(state.probing);
  for (const row of movable.absolute) {
    if (slots <= 0 && ahead <= 0) break;
    if (state.isBusy(row)) continue;
    const task = taskFor(row, state);
    if (task.kind !== 'check' && state.isProbing(row)) {
      // Only the first of them pays the cost.
      if (probing.has(row.kind)) continue;
      probing.add(row.kind);
    }
    if (slots > 0) slots -= 1;
    // Nothing is claimed ahead past an older one that cannot be: the next room is that one's.
    else if (task.kind === 'send' && state.mayBeAhead(row)) ahead -= 1;
    else break;
    choice.tasks.push(task);
  }
  if (state.creatingUnderWay || !state.mayCreate) return choice;
  // A payment's look at its invoice takes the room of a read, and none of what creates something: a look that hangs delays no edit that was tried as seldom.
  let mostTries = state.triesOfLooks;
  for (const row of creatingInOrder(movable, state)) {
    if (!state.pathProven) return { ...choice, needsProof: true };
    const task = taskFor(row, state);
    if (task.kind !== 'reread') {
      if (triesOf(row) <= mostTries) choice.tasks.push(task);
      break;
    }
    if (!state.hasFailed(refOf(row))) mostTries = Math.min(mostTries, triesOf(row));
    if (slots > 0) choice.tasks.push(task);
    slots -= 1;
  }
  return choice;
}

/** The creating edits that may leave, the least tried first. */
function* creatingInOrder(movable: Movable, state: SchedulerState): Iterable<OutboxRow> {
  let unsent: Set<string | null> | null = null;
  const comesFirst = (row: OutboxRow) => row.priority === 'write' && triesOf(row) === 0 && !state.hasFailed(refOf(row));
  const waits = ({ priority, batchId }: OutboxRow) => {
    if (priority !== 'payment' || batchId === null) return false;
    unsent ??= new Set([...movable.absolute, ...movable.creates].flatMap((row) => (comesFirst(row) ? [row.batchId] : [])));
    return unsent.has(batchId) || state.isBatchBusy(batchId);
  };
  for (const row of [...movable.creates].toSorted((a, b) => triesOf(a) - triesOf(b))) if (!state.isBusy(row) && !waits(row)) yield row;
}

/** An edit that the user retries again and again yields to others: after each doubt all creating edits wait, and one record's would starve the rest. */
export const triesOf = ({ repeat, attempts }: OutboxRow): number => (repeat === 'creates' ? attempts : 0);

function taskFor(row: OutboxRow, state: SchedulerState): Task {
  if (row.state === 'checking') return { kind: canBeRead(row, state.mayRead) ? 'check' : 'again', row };
  return { kind: looksFirst(row, state) ? 'reread' : 'send', row };
}

/** True when the edit's record is read before the edit is sent: of what creates something only an invoice, whose state tells of others' payments. */
export function looksFirst(row: OutboxRow, { isFresh, mayRead }: Pick<SchedulerState, 'isFresh' | 'mayRead'>): boolean {
  if ((row.repeat === 'creates' && row.priority !== 'payment') || !canBeRead(row, mayRead)) return false;
  return !isFresh(refOf(row)) && !sentUnread(row);
}

/** A person was told that the record cannot be read, and let the edit go without. */
export function sentUnread(row: OutboxRow): boolean {
  const reason = reasonOf(row);
  return reason?.kind === 'cannotRead' && reason.accepted === true;
}

/** True when the edit's record can be read: by the specification, or because this service was seen to offer it. */
export function canBeRead(row: Pick<OutboxRow, 'kind' | 'recordId'>, mayRead: (kind: string) => boolean): boolean {
  const kind = editKind(row.kind);
  if (!kind) return false;
  return kind.read(row.recordId) !== null || (mayRead(row.kind) && kind.undocumentedRead(row.recordId) !== null);
}
