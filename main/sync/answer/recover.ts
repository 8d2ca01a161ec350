import type { Recovered, Guard } from '#main/sync/engine-parts.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { abandonedState } from '#main/outbox/abandoned.ts';
import { endAttempt } from '#main/outbox/attempts.ts';
import { catchUpClaims, claimsEver, noteRestored } from '#main/outbox/claim.ts';
import { moveEdit, waitAgain } from '#main/outbox/move.ts';
import { forgetTrust } from '#main/registry/trust.ts';
import { stateInLog, type OpenInLog } from '#main/audit/agreed.ts';
import { compareLine, trustDigest, type Anchor, type AuditContinuity } from '#main/audit/anchor.ts';
import { appendAudit, auditHead, auditOfEdit } from '#main/audit/audit.ts';
import { allOpenEdits, editsByIds, isOwn, openEditsToRecover, ownerOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import { isJsonObject } from '#shared/json/json.ts';
import { endAbandonedReports } from '#main/audit/write-report.ts';

type Parts = Pick<EngineParts, 'store' | 'world' | 'laws'>;
type GuardAnswer = Awaited<ReturnType<Guard['read']>>;

/** An audit log of which nothing is to be said. */
export const nothingOpen: Pick<OpenInLog, 'brokenAt' | 'differ'> = { brokenAt: null, differ: new Map() };

/**
 * Brings the outbox into a state from which the engine may go on, in one commit at start: somebody else's edits, a restored backup and what is not as
 * the audit log has it are held, abandoned requests are in doubt or checked, and waiting times begin anew, since another boot's clock says nothing
 * (laws 9, 11 to 13, 31).
 */
export function recover(
  parts: Parts,
  keychain: GuardAnswer,
  counter = claimsEver(parts.store),
  log: Pick<OpenInLog, 'brokenAt' | 'differ'> = nothingOpen,
): Recovered {
  const { store, laws } = parts;
  return store.commit('recover', () => {
    const anchor = typeof keychain === 'object' ? keychain : null;
    const how = anchor ? compareLine(store, anchor) : 'goesOn';
    const restored = laws.mustHoldAll(counter, keychain, how);
    const keychainCounter = anchor?.claims ?? 0;
    const found: Recovered = { abandoned: 0, otherIdentity: 0, restored: null, broken: null, notAsApproved: 0, trustForgotten: [] };
    if (restored)
      found.restored = { held: 0, counter, keychainCounter, log: { how, here: auditHead(store)?.seq ?? 0, noted: anchor?.line.seq ?? 0 } };
    if (log.brokenAt !== null) found.broken = { line: log.brokenAt, held: 0 };
    const withoutKeychain = keychain === 'unavailable' && counter > 0;
    const all = restored || withoutKeychain || found.broken !== null;
    const rows = all ? allOpenEdits(store) : openEditsToRecover(store);
    const seen = new Set(rows.map(({ id }) => id));
    const differ = editsByIds(store, [...log.differ.keys()]).filter(({ id }) => !seen.has(id));
    for (const row of [...rows, ...differ]) recoverOne(parts, row, found, { withoutKeychain, differ: log.differ });
    endAbandonedReports(store);
    if (anchor && how !== 'goesOn') noteAuditChanged(parts, anchor, how);
    if (anchor && (restored || anchor.trust !== trustDigest(store))) found.trustForgotten = distrusted(parts);
    if (restored) {
      catchUpClaims(store, keychainCounter);
      noteRestored(store);
    }
    return found;
  });
}

/** It stands in the audit log from then on. */
function noteAuditChanged({ store, world }: Parts, { line }: Anchor, how: AuditContinuity): void {
  const here = auditHead(store)?.seq ?? 0;
  appendAudit(store, { what: 'trailChanged', editId: null, record: null, facts: { how, keptLine: line.seq, keptHash: line.hash, here } });
  world.log.info('trail changed', { how, kept: line.seq, here });
}

/** An older copy trusts again whom the user refused since: each is asked about anew. */
function distrusted({ store, world }: Parts): string[] {
  const hosts = forgetTrust(store);
  if (hosts.length === 0) return hosts;
  appendAudit(store, { what: 'trustForgotten', editId: null, record: null, facts: { hosts } });
  world.log.info('trust forgotten', { hosts: hosts.length });
  return hosts;
}

interface Held {
  withoutKeychain: boolean;
  differ: OpenInLog['differ'];
}

function recoverOne(parts: Parts, row: OutboxRow, found: Recovered, held: Held): void {
  const { store, laws, world } = parts;
  const abandoned = row.state === 'sending';
  if (abandoned) {
    found.abandoned += 1;
    endAttempt(store, row.id, row.lastAttempt, { outcome: 'abandoned', status: null, afterMs: 0 });
  }
  const hold = reasonToHold(parts, row, found, held);
  // Edits that were held already are held for this reason too: they may have been sent since the backup, or differ from it.
  if (hold && (row.state !== 'held' || heldAnew.has(hold.kind))) {
    const heldFrom = heldFromOf(store, row, hold);
    moveEdit(store, { ...row, heldFrom }, { to: 'held', what: 'held', reason: hold, ...heldWait(laws, row, hold) });
    if (hold.kind === 'otherIdentity') found.otherIdentity += 1;
    if (hold.kind === 'restoredBackup' && found.restored) found.restored.held += 1;
    if (hold.kind === 'notAsApproved' && found.broken) found.broken.held += 1;
    else if (hold.kind === 'notAsApproved') found.notAsApproved += 1;
    return;
  }
  if (abandoned) {
    const to = laws.abandonedState(row);
    moveEdit(store, row, {
      to,
      what: 'abandoned',
      reason: { kind: 'abandoned', bootId: row.sendingBoot ?? '?' },
      waitMs: laws.abandonedWaitMs(row),
    });
    return;
  }
  if (row.waitBoot !== world.bootId) waitAnew(parts, row);
}

/**
 * Nobody releases an edit before a request of it could have arrived: one that was under way a moment ago, whoever is signed in now, and one that
 * another copy of this database may have sent. Where the keychain takes no notes, an edit that was never claimed has nothing to wait for.
 */
function heldWait(laws: Parts['laws'], row: OutboxRow, { kind }: Reason): { waitMs?: number } {
  const longestMs = laws.abandonedWaitMs(row);
  const mayHaveLeft = kind === 'restoredBackup' || (kind === 'noKeychain' && row.lastAttempt > 0);
  if (row.state === 'sending' || (mayHaveLeft && row.repeat === 'creates')) return { waitMs: longestMs };
  // A check that is tried again and again may wait longer, for its next read only.
  return isQuarantined(row) && row.waitMs !== null ? { waitMs: Math.min(row.waitMs, longestMs) } : {};
}

const countsOf = ({ counter, keychainCounter }: NonNullable<Recovered['restored']>) => ({ counter, keychainCounter });

const heldAnew: ReadonlySet<string> = new Set(['restoredBackup', 'notAsApproved']);

function reasonToHold(parts: Parts, row: OutboxRow, found: Recovered, { withoutKeychain, differ }: Held): Reason | null {
  // Whoever signs in first: only this start finds the restore.
  if (found.restored) return { kind: 'restoredBackup', ...countsOf(found.restored) };
  if (!isOwn(parts.store, row)) return { kind: 'otherIdentity', owner: row.owner, now: ownerOf(parts.store) };
  if (found.broken) return { kind: 'notAsApproved', what: 'history' };
  const what = differ.get(row.id);
  if (what !== undefined) return { kind: 'notAsApproved', what };
  // Nothing can tell whether this database was restored: what creates something and was approved before this start is asked for again.
  if (withoutKeychain && row.repeat === 'creates' && row.state === 'waiting') return { kind: 'noKeychain' };
  return null;
}

/** A quarantine starts again in full; a mere back-off ends with the boot that it was counted in. */
function waitAnew({ store, laws }: Parts, row: OutboxRow): void {
  const waitMs = Math.max(row.waitMs ?? 0, leastWait({ store, laws }, row));
  const wait = isQuarantined(row) && waitMs > 0 ? waitMs : null;
  if (wait !== null || row.waitBoot !== null) waitAgain(store, row, wait);
}

/** The wait that an edit's state asks for, whatever its row says. */
function leastWait({ store, laws }: Pick<Parts, 'store' | 'laws'>, row: OutboxRow): number {
  if (row.state === 'inDoubt' || row.state === 'checking') return laws.quarantineMs;
  if (row.state !== 'held' || row.repeat !== 'creates') return 0;
  const reason = auditOfEdit(store, row.id).findLast(({ what, facts }) => facts['to'] === 'held' || what === 'broughtBack');
  const isRestored =
    reason?.what === 'broughtBack' || (isJsonObject(reason?.facts['reason']) && reason.facts['reason']['kind'] === 'restoredBackup');
  return isRestored ? laws.abandonedWaitMs(row) : 0;
}

/** The state that an edit goes back to when it is released: where its row is not believed, what the log says. */
function heldFromOf(store: Store, row: OutboxRow, hold: Reason): EditState {
  const state = (hold.kind === 'notAsApproved' ? stateInLog(store, row) : null) ?? row.heldFrom ?? row.state;
  return state === 'sending' ? abandonedState(row) : state;
}

const isQuarantined = ({ state }: OutboxRow): boolean => state === 'checking' || state === 'inDoubt' || state === 'held';
