import { blockerOf, reasonOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { paymentInDoubt } from '#main/outbox/reading/edit-lists.ts';
import type { Store } from '#main/storage/store.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { WaitingWhy } from '#shared/contract/views/edit-views.ts';
import { findEdits, waitLeft } from '#main/edits/record/command-result.ts';

/** The engine's state: its connection, and whether payments wait for a proof that the service responds (law 8). */
interface Line {
  connection: Connection;
  createsWait: boolean;
  /** For how long doubts in a row keep back what creates something, in milliseconds. */
  createsInMs?: number;
}

/** Why edits have not left yet: facts for one sentence and one next action each. Closed and unknown ones are left out. */
export function waitingWhy(store: Store, ids: readonly string[], line: Line): WaitingWhy[] {
  const known = ids.flatMap((id) => {
    const found = findEdits(store, [id]);
    return found.ok ? found.rows : [];
  });
  return known.flatMap((row) => {
    const why = whyOf(store, row, line);
    return why ? [{ editId: row.id, why }] : [];
  });
}

type Why = WaitingWhy['why'];

function whyOf(store: Store, row: OutboxRow, line: Line): Why | null {
  const reason = reasonOf(row);
  switch (row.state) {
    case 'applied':
    case 'confirmed':
    case 'superseded':
    case 'discarded':
      return null;
    case 'draft':
      return { kind: 'approval' };
    case 'rejected':
    case 'conflict':
    case 'inDoubt':
      return { kind: 'person', reason };
    case 'held':
      return reason?.kind === 'untrustedHost' ? { kind: 'trust', host: reason.host } : { kind: 'person', reason };
    case 'waiting':
    case 'checking':
    case 'sending':
      return whyNotYet(store, row, line);
  }
}

/** In the order in which a user could do something about it. */
function whyNotYet(store: Store, row: OutboxRow, line: Line): Why {
  const blocker = blockerOf(store, row);
  if (blocker) return { kind: 'behind', editId: blocker.id, state: blocker.state };
  const trouble = lineWhy(line.connection);
  if (trouble) return trouble;
  const left = waitLeft(store, row);
  if (left > 0) return { kind: 'timer', inMs: left, reason: reasonOf(row) };
  const doubtful = row.priority === 'payment' && line.createsWait ? paymentInDoubt(store) : null;
  if (doubtful) return { kind: 'paymentInDoubt', editId: doubtful };
  const createsInMs = row.repeat === 'creates' ? (line.createsInMs ?? 0) : 0;
  return createsInMs > 0 ? { kind: 'timer', inMs: createsInMs, reason: null } : { kind: 'next' };
}

function lineWhy(connection: Connection): Why | null {
  switch (connection.kind) {
    case 'workingOffline':
      return { kind: 'workingOffline' };
    case 'signedOut':
      return { kind: 'signIn', signedOut: connection };
    case 'offline':
    case 'captivePortal':
      return { kind: 'offline' };
    case 'broken':
      return { kind: 'stopped' };
    case 'serviceDown':
      return { kind: 'serviceDown' };
    case 'connecting':
    case 'rateLimited':
    case 'slow':
    case 'online':
      return null;
  }
}
