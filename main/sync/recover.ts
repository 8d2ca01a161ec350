import { abandonedState } from '#main/cache/outbox/abandoned.ts';
import { endAttempt } from '#main/cache/outbox/attempts.ts';
import { catchUpClaims, claimsEver, noteRestored } from '#main/cache/outbox/claim.ts';
import { moveEdit, waitAgain } from '#main/cache/outbox/move.ts';
import { allOpenEdits, isOwn, openEditsToRecover, ownerOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { Reason } from '#shared/edit.ts';
import type { EngineParts, Guard } from './engine-parts.ts';
import { endAbandonedReports } from '#main/cache/trail/write-report.ts';

/** What a start found; the app shows it in Repair. */
export interface Recovered {
  abandoned: number;
  otherIdentity: number;
  restored: { held: number; counter: number; keychainCounter: number } | null;
}

type Parts = Pick<EngineParts, 'store' | 'world' | 'laws'>;
type GuardAnswer = Awaited<ReturnType<Guard['read']>>;

/**
 * Whether this database is older than what the keychain remembers, or came here without its keychain: a restored backup or a copied
 * profile (law 12). A keychain that cannot be read answers nothing either way.
 */
export function mustHoldAll(counter: number, keychain: GuardAnswer): boolean {
  if (keychain === 'locked' || keychain === 'unavailable') return false;
  return keychain === null ? counter > 0 : keychain > BigInt(counter);
}

/**
 * Brings the outbox into a state from which the engine may go on, in one commit at start: somebody else's edits and a restored backup are
 * held, abandoned requests are in doubt or checked, and waiting times begin anew, since another boot's clock says nothing (laws 9, 11 to 13).
 */
export function recover(parts: Parts, keychain: GuardAnswer, counter = claimsEver(parts.store)): Recovered {
  const { store, laws } = parts;
  return store.commit('recover', () => {
    const restored = laws.mustHoldAll(counter, keychain);
    const keychainCounter = Number(keychain ?? 0);
    const found: Recovered = { abandoned: 0, otherIdentity: 0, restored: null };
    if (restored) found.restored = { held: 0, counter, keychainCounter };
    const withoutKeychain = keychain === 'unavailable' && counter > 0;
    const rows = restored || withoutKeychain ? allOpenEdits(store) : openEditsToRecover(store);
    for (const row of rows) recoverOne(parts, row, found, withoutKeychain);
    endAbandonedReports(store);
    if (restored) {
      catchUpClaims(store, keychainCounter);
      noteRestored(store);
    }
    return found;
  });
}

function recoverOne(parts: Parts, row: OutboxRow, found: Recovered, withoutKeychain: boolean): void {
  const { store, laws, world } = parts;
  const abandoned = row.state === 'sending';
  if (abandoned) {
    found.abandoned += 1;
    endAttempt(store, row.id, row.lastAttempt, { outcome: 'abandoned', status: null, afterMs: 0 });
  }
  const hold = reasonToHold(parts, row, found, withoutKeychain);
  // What was held already is held for this too: it may have been sent since the backup was taken.
  if (hold && (row.state !== 'held' || hold.kind === 'restoredBackup')) {
    const heldFrom = abandoned ? abandonedState(row) : (row.heldFrom ?? row.state);
    moveEdit(store, { ...row, heldFrom }, { to: 'held', what: 'held', reason: hold, ...heldWait(laws, row, hold) });
    if (hold.kind === 'otherIdentity') found.otherIdentity += 1;
    if (hold.kind === 'restoredBackup' && found.restored) found.restored.held += 1;
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
  if (row.waitBoot !== null && row.waitBoot !== world.bootId) waitAnew(parts, row);
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

function reasonToHold(parts: Parts, row: OutboxRow, found: Recovered, withoutKeychain: boolean): Reason | null {
  if (!isOwn(parts.store, row)) return { kind: 'otherIdentity', owner: row.owner, now: ownerOf(parts.store) };
  if (found.restored) return { kind: 'restoredBackup', counter: found.restored.counter, keychainCounter: found.restored.keychainCounter };
  // Nothing can tell whether this database was restored: what creates something and was approved before this start is asked for again.
  if (withoutKeychain && row.repeat === 'creates' && row.state === 'waiting') return { kind: 'noKeychain' };
  return null;
}

/** A quarantine starts again in full; a mere back-off ends with the boot that it was counted in. */
function waitAnew({ store }: Parts, row: OutboxRow): void {
  waitAgain(store, row, isQuarantined(row) ? row.waitMs : null);
}

const isQuarantined = ({ state }: OutboxRow): boolean => state === 'checking' || state === 'inDoubt' || state === 'held';
