import { editKind } from '#shared/edits/edit-kinds.ts';
import { reasonOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
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

/** What the choice depends on besides the edits. */
export interface Scene {
  /** Requests that may be added, besides one that creates something. */
  slots: number;
  isBusy(row: OutboxRow): boolean;
  /** Whether a request that creates something is under way. */
  creatingUnderWay: boolean;
  /** Approvals of which an edit that is no payment is under way. */
  busyBatches: ReadonlySet<string>;
  /** Whether a request was answered in the last minute, with no doubt since. */
  pathProven: boolean;
  /** False while the keychain is locked, and for a while after doubts: nothing that creates may leave. */
  mayCreate: boolean;
  isFresh(ref: RecordRef): boolean;
  /** Whether the newest read of a record failed: its trouble keeps nothing else back. */
  hasFailed(ref: RecordRef): boolean;
  mayRead(kind: string): boolean;
}

export interface Choice {
  errands: Errand[];
  /** Candidates that stay: no slot, or not their turn. */
  left: OutboxRow[];
  /** A creating edit waits for nothing but a proof that the path is healthy. */
  needsProof: boolean;
}

/**
 * Chooses what to do now, in the order given. Pure. Each candidate is the first open edit of its record. What creates something goes one at
 * a time, beside everything else, and never while the path is in doubt: one outage then costs one such request (laws 6 and 8). A payment leaves
 * after what was approved with it, as far as that can leave now.
 */
export function choose(candidates: readonly OutboxRow[], scene: Scene): Choice {
  const choice: Choice = { errands: [], left: [], needsProof: false };
  let { slots, creatingUnderWay } = scene;
  const comesFirst = (row: OutboxRow) =>
    row.lane === 'write' && triesOf(row) === 0 && !scene.hasFailed({ kind: row.recordKind, id: row.recordId });
  const unsent = new Set(candidates.flatMap((row) => (comesFirst(row) ? [row.batchId] : [])));
  const waits = ({ lane, batchId }: OutboxRow) =>
    lane === 'payment' && batchId !== null && (unsent.has(batchId) || scene.busyBatches.has(batchId));
  for (const row of candidates.toSorted((a, b) => triesOf(a) - triesOf(b))) {
    if (scene.isBusy(row)) continue;
    if (waits(row)) {
      choice.left.push(row);
      continue;
    }
    const creates = row.repeat === 'creates';
    if (creates ? creatingUnderWay || !scene.mayCreate || !scene.pathProven : slots <= 0) {
      choice.needsProof ||= creates && !creatingUnderWay && scene.mayCreate;
      choice.left.push(row);
      continue;
    }
    if (creates) creatingUnderWay = true;
    else slots -= 1;
    choice.errands.push(errandFor(row, scene));
  }
  return choice;
}

/** What a person sends again and again lets others go first: after each doubt all that creates something waits, and one record's would starve it. */
const triesOf = ({ repeat, attempts }: OutboxRow): number => (repeat === 'creates' ? attempts : 0);

function errandFor(row: OutboxRow, scene: Scene): Errand {
  const readable = canBeRead(row, scene.mayRead);
  if (row.state === 'checking') return { kind: readable ? 'check' : 'again', row };
  const ref = { kind: row.recordKind, id: row.recordId };
  const looks = row.repeat !== 'creates' && row.base !== null && readable && !scene.isFresh(ref);
  if (looks && !sentUnread(row)) return { kind: 'reread', row };
  return { kind: 'send', row };
}

/** A person was told that the record cannot be read, and let the edit go without. */
function sentUnread(row: OutboxRow): boolean {
  return row.settledBy !== null && reasonOf(row)?.kind === 'cannotRead';
}

/** Whether the edit's record can be read: by the specification, or because this service was seen to offer it. */
export function canBeRead(row: Pick<OutboxRow, 'kind' | 'recordId'>, mayRead: (kind: string) => boolean): boolean {
  const kind = editKind(row.kind);
  if (!kind) return false;
  return kind.read(row.recordId) !== null || (mayRead(row.kind) && kind.undocumentedRead(row.recordId) !== null);
}
