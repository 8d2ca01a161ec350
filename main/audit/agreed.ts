import { hash } from 'node:crypto';
import { eq, max, min, sql } from 'drizzle-orm';
import { amongGiven, param, prepared, selectFrom } from '#main/storage/prepared.ts';
import { batches, isOpen, outbox } from '#main/storage/schema/outbox.ts';
import { audit } from '#main/storage/schema/audit.ts';
import type { Store } from '#main/storage/store.ts';
import { bodyOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { isClosed } from '#main/outbox/transitions.ts';
import type { EditState, NotAsApproved } from '#shared/edit.ts';
import { objectIn, type JsonObject } from '#shared/json/json.ts';
import type { Anchor } from './anchor.ts';
import { followAuditLog, lineAt, auditStart, type AuditHead } from './audit.ts';

// An edit's row says what is sent; its lines in the audit log say what a user recorded and approved. Both must say the same (law 31).

/** The approval of an edit as its lines tell it. */
interface Agreed {
  kind: string | null;
  record: string | null;
  bodySha256: string | null;
  state: string | null;
  /** The state that a held edit goes back to. */
  heldFrom: string | null;
  /** Number of its newest request. */
  left: number;
  approvedBy: string | null;
  /** Null where no user had to approve. */
  confirmed: boolean | null;
  /** The line of the newest approval by a user; 0 without one. */
  approvedAt: number;
}

type Told = Pick<typeof audit.$inferSelect, 'seq' | 'what' | 'who' | 'facts' | 'recordKind' | 'recordId'>;

const nothing: Agreed = {
  ...{ kind: null, record: null, bodySha256: null, state: null, heldFrom: null, left: 0 },
  ...{ approvedBy: null, confirmed: null, approvedAt: 0 },
};

/** Adds the next line of an edit. */
function withLine(agreed: Agreed, { seq, what, who, ...excluded }: Told): Agreed {
  const facts = objectIn(excluded.facts) ?? {};
  if (what === 'left') return { ...agreed, state: 'sending', heldFrom: null, left: Number(facts['attempt']) };
  const record = recordIn(excluded);
  const text = (name: string) => (typeof facts[name] === 'string' ? facts[name] : null);
  if (what === 'recorded' || what === 'broughtBack') {
    const state = what === 'recorded' ? text('state') : 'held';
    const byRule = what === 'recorded' && state === 'waiting' ? byARule(who) : null;
    const approvedBy = text('approvedBy') ?? byRule;
    return { ...nothing, kind: text('kind'), record, bodySha256: text('bodySha256'), state, heldFrom: text('heldFrom'), approvedBy };
  }
  const to = text('to');
  const moved = to === null ? agreed : { ...agreed, state: to, heldFrom: to === 'held' ? (text('heldFrom') ?? text('from')) : null };
  const approvedBy = text('approvedBy');
  if (approvedBy === null) return moved;
  // The content that the user saw and approved after it was found to differ from the recorded one.
  const bodySha256 = text('bodySha256') ?? moved.bodySha256;
  const kind = text('kind') ?? moved.kind;
  return { ...moved, kind, record, bodySha256, approvedBy, confirmed: facts['confirmed'] === true, approvedAt: seq };
}

const recordIn = (of: Pick<Told, 'recordKind' | 'recordId'>): string => `${of.recordKind} ${of.recordId}`;

/** The approver of an edit that no user has to approve. */
export const byARule = (who: string): string => `${who}, by a rule`;

const batchOf = selectFrom(batches, {
  fields: { by: batches.approvedBy, confirmed: batches.secondConfirmation },
  where: eq(batches.id, param('id')),
});

/** The difference of an edit's row from its audit lines; null when they agree. */
function differenceOf(store: Store, row: Pick<OutboxRow, keyof typeof compared>, agreed: Agreed): NotAsApproved | null {
  if (agreed.state !== row.state || agreed.heldFrom !== row.heldFrom || agreed.left > row.lastAttempt) return 'state';
  // Whatever else is open leaves only after a user's word, or a claim.
  if (row.state !== 'waiting') return null;
  // An unreadable edit is reported as damaged, and never sent.
  if (agreed.bodySha256 !== hash('sha256', row.body)) return bodyOf(row) === null ? null : 'body';
  if (agreed.kind !== row.kind || agreed.record !== recordIn(row)) return 'body';
  if (agreed.approvedBy !== row.approvedBy) return 'approver';
  if (row.review !== 'person' && row.priority !== 'payment' && row.touchesBank === 0) return null;
  const batch = row.batchId === null ? null : batchOf(store).get({ id: row.batchId });
  return agreed.confirmed !== true || batch?.confirmed === false ? 'confirmation' : null;
}

const linesOf = selectFrom(audit, { where: eq(audit.editId, param('id')), order: audit.seq });

/** The difference of an edit's row from the audit log, checked with each claim; null when they agree. */
export function differsFromLog(store: Store, row: OutboxRow): NotAsApproved | null {
  return differenceOf(store, row, agreedOn(store, row));
}

/** An edit's present content where the log differs: for the line of an approval by a user who sees it as it is. */
export function otherThanLog(store: Store, row: OutboxRow): JsonObject {
  const { kind, bodySha256 } = agreedOn(store, row);
  const now = hash('sha256', row.body);
  return { ...(kind === row.kind ? {} : { kind: row.kind }), ...(bodySha256 === now ? {} : { bodySha256: now }) };
}

/** The open state that the log gives an edit: where it is held, the one that it goes back to; null where the log has closed it. */
export function stateInLog(store: Store, row: OutboxRow): EditState | null {
  const { state, heldFrom } = agreedOn(store, row);
  const open = (state === 'held' ? heldFrom : state) as EditState | null;
  return open === null || isClosed(open) ? null : open;
}

function agreedOn(store: Store, row: OutboxRow): Agreed {
  return linesOf(store).all({ id: row.id }).reduce(withLine, nothing);
}

const oldestOpen = selectFrom(audit, {
  fields: { seq: min(audit.seq) },
  where: sql`${audit.editId} IN (SELECT ${outbox.id} FROM ${outbox} WHERE ${isOpen(outbox)})`,
});
/** The start's findings about open edits in the audit log. */
export interface OpenInLog {
  /** The first line that does not follow from the one before. */
  brokenAt: number | null;
  /** Open edits that are not as their lines have them. */
  differ: Map<string, NotAsApproved>;
  /** The verified part of the log. */
  to: AuditHead;
}

/** Lines of one portion, and rows of the outbox: a few milliseconds. */
const LINES = 500;
const ROWS = 5_000;
const COMPARED = 1_000;

// No index: one of another copy would hide rows, or show some that are closed.
const openAmong = prepared((db) =>
  db.rows(
    { id: outbox.id },
    sql`FROM ${outbox} NOT INDEXED WHERE ${outbox.seq} > ${param('after')} AND ${outbox.seq} <= ${param('last')} AND ${isOpen(outbox)}`,
  ),
);
const newestEdit = selectFrom(outbox, { fields: { seq: max(outbox.seq) } });

/**
 * Reads the audit lines of all open edits and compares them with the edits' rows. Reads rows and lines in order, without an index: older pages
 * spliced into a file may contain one that hides the newest. `from` is the end of the last check; `known` is the keychain's newest anchor: a user's
 * approval after its line and up to `startedAt` is asked for again (later ones are of this process), and a known break is not reported again.
 */
export async function followOpenEdits(store: Store, from: AuditHead, known: Anchor | null, startedAt = Infinity): Promise<OpenInLog> {
  const open = await openEditsIn(store);
  const first = open.size === 0 ? null : (oldestOpen(store).get()?.seq ?? null);
  let to = first !== null && first <= from.seq ? markBefore(store, first) : from;
  const told = new Set<string>();
  const readOn = async (): Promise<number | null> => {
    for (let atEnd = false; !atEnd;) {
      const followed = followAuditLog(store, to, LINES, (line) => {
        const agreed = line.editId === null ? undefined : open.get(line.editId);
        if (line.editId === null || !agreed) return;
        open.set(line.editId, withLine(agreed, line));
        told.add(line.editId);
      });
      ({ to, atEnd } = followed);
      const { brokenAt } = followed;
      if (brokenAt !== null && brokenAt !== known?.broken) return brokenAt;
      if (brokenAt !== null) to = markBefore(store, brokenAt + 1);
      else if (!atEnd) await store.world.sleep(0);
    }
    return null;
  };
  let brokenAt = await readOn();
  if (brokenAt !== null) return { brokenAt, differ: new Map(), to };
  told.clear();
  const differ: OpenInLog['differ'] = new Map();
  const compare = (ids: readonly string[]) => differencesIn(store, ids, { open, known, startedAt, differ });
  const ids = [...open.keys()];
  for (let at = 0; at < ids.length; at += COMPARED) {
    compare(ids.slice(at, at + COMPARED));
    if (at + COMPARED < ids.length) await store.world.sleep(0);
  }
  // Of edits that moved meanwhile the lines are known only now.
  brokenAt = await readOn();
  if (brokenAt !== null) return { brokenAt, differ: new Map(), to };
  compare([...told]);
  return { brokenAt, differ, to };
}

async function openEditsIn(store: Store): Promise<Map<string, Agreed>> {
  const open = new Map<string, Agreed>();
  const newest = newestEdit(store).get()?.seq ?? 0;
  for (let after = 0; after < newest; after += ROWS) {
    for (const { id } of openAmong(store).all({ after, last: after + ROWS })) open.set(id, nothing);
    if (after + ROWS < newest) await store.world.sleep(0);
  }
  return open;
}

const compared = {
  ...{
    id: outbox.id,
    kind: outbox.kind,
    recordKind: outbox.recordKind,
    recordId: outbox.recordId,
    body: outbox.body,
    format: outbox.format,
  },
  ...{ state: outbox.state, heldFrom: outbox.heldFrom, lastAttempt: outbox.lastAttempt, approvedBy: outbox.approvedBy },
  ...{ review: outbox.review, priority: outbox.priority, touchesBank: outbox.touchesBank, batchId: outbox.batchId },
};
const rowsOf = selectFrom(outbox, { fields: compared, where: amongGiven(outbox.id, 'ids') });

interface Comparison {
  open: ReadonlyMap<string, Agreed>;
  known: Anchor | null;
  startedAt: number;
  /** The outcome: what was found of an edit before is written over. */
  differ: OpenInLog['differ'];
}

/** Of those that are still open: others were closed while this looked. */
function differencesIn(store: Store, ids: readonly string[], { open, known, startedAt, differ }: Comparison): void {
  for (const row of rowsOf(store).all({ ids: JSON.stringify(ids) })) {
    const agreed = open.get(row.id);
    differ.delete(row.id);
    if (!agreed || isClosed(row.state)) continue;
    const isUnknown = known !== null && agreed.approvedAt > known.line.seq && agreed.approvedAt <= startedAt;
    const difference = differenceOf(store, row, agreed) ?? (isUnknown ? 'approval' : null);
    if (difference !== null) differ.set(row.id, difference);
  }
}

const markBefore = (store: Store, seq: number): AuditHead => lineAt(store, seq - 1) ?? auditStart;
