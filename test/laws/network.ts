import { createHash } from 'node:crypto';
import type { Transport, WireAnswer, WireFailure, WireRequest } from '#main/api/transport/transport.ts';
import { headerOf } from '#main/api/transport/transport.ts';
import { editById } from '#main/outbox/outbox.ts';
import { isOpenSql } from '#test/open-edits.ts';
import { asked } from './asked.ts';
import { onTheWire } from './domain-server.ts';
import { refusal } from './refusals.ts';
import { faultKinds, fateOf, strangeNo, type Fate, type FaultKind } from './faults.ts';
import type { Process } from './simulated-world.ts';
import type { SentWrite, Simulation } from './simulation.ts';

interface Traveller {
  editId: string;
  record: string;
  creates: boolean;
  sent: SentWrite | null;
}

const shares = Object.entries(faultKinds) as [FaultKind, number][];

/** The computer slept: the connection is gone. */
const cutBySleep: WireFailure = { kind: 'failure', cause: 'reset', bytesWritten: true, status: null, detail: 'sleep', afterMs: 10 };

/** Whatever was waited for between the claim and the first byte. */
const proofLastsMs = 60_000;

/** The network between one process and the service: loses, delays, doubles nothing, and watches every rule about what may be sent. */
export function simulatedNetwork(simulation: Simulation, process: Process): Transport {
  const { time } = simulation;
  const underWay = new Map<symbol, Traveller>();
  let answeredAt = -Infinity;
  return {
    close: async () => undefined,
    exchange: (request) => {
      if (!process.isAlive()) return new Promise<never>(() => undefined);
      return new Promise((resolve) => {
        const key = Symbol('request');
        const leftAt = time.now;
        const write = isWrite(request);
        const traveller = write ? watch(simulation, request, [...underWay.values()]) : null;
        if (traveller) underWay.set(key, traveller);
        simulation.moods.leaves(request);
        if (request.method === 'POST' && time.now - answeredAt > proofLastsMs)
          simulation.violation('law 8', `${traveller?.editId ?? '?'} left though nothing was answered for a minute`);
        const outage = simulation.outages.fateOf(request, traveller?.editId ?? '');
        const fault = outage ? null : faultFor(simulation, request);
        if (fault) simulation.tally(`fault ${fault}`);
        if (fault === 'seeOther') simulation.shownElsewhere.add(headerOf(request.headers, 'idempotency-key') ?? '');
        simulation.trace(
          () => `leaves ${request.method} ${request.url} ${headerOf(request.headers, 'idempotency-key') ?? ''} ${fault ?? ''}`,
        );
        const latency = 20 + simulation.random() * 400;
        const part = outage || fault || !simulation.isFaulty() ? null : simulation.moods.partOf(request);
        const locked = part === null && simulation.moods.isLocked(request);
        const usual = outage ?? bent(simulation, request, fateOf(fault, request, latency, simulation.random));
        const fate = part ? { ...usual, comesBack: cutBySleep } : usual;
        let said: WireAnswer | null = null;
        if (fate.carriedOutAfter !== null) {
          time.after(fate.carriedOutAfter, () => {
            said = locked ? refusal : simulation.carryOut(part ?? request, fault === 'staleRead', traveller?.sent ?? null);
          });
        }
        time.after(fate.after, () => {
          underWay.delete(key);
          const back: WireAnswer | WireFailure | null = fate.comesBack ?? said;
          simulation.lid.whenOpen((late) => {
            // Nobody hears anything before the lid is open, and then of no answer that came meanwhile.
            const heard = late && back?.kind === 'answer' ? cutBySleep : back;
            simulation.outages.answered(outage !== null || heard === cutBySleep, leftAt);
            if (outage === null && heard?.kind === 'answer') answeredAt = time.now;
            if (!process.isAlive() || !heard) return;
            simulation.looks.delivered(request, heard, leftAt);
            simulation.moods.delivered(request, heard, leftAt);
            simulation.collisions.delivered(request, heard);
            resolve(heard);
          });
        });
      });
    },
  };
}

/** The rules about a write that is leaving now: its intent is committed, nothing of its record is open before it, and it travels alone. */
function watch(simulation: Simulation, request: WireRequest, others: readonly Traveller[]): Traveller {
  const editId = headerOf(request.headers, 'idempotency-key') ?? '?';
  const row = asked<
    [string],
    { place: number; record: string; state: string; priority: string; last: number; owner: string; takenOver: string | null }
  >(
    simulation.sql,
    `SELECT place, record_kind || ' ' || record_id AS record, state, priority, last_attempt AS last, owner, taken_over AS takenOver
        FROM outbox WHERE id = ?`,
  ).get(editId);
  if (!row) {
    simulation.violation('P4', `a request left for an edit that is not in the outbox: ${editId}`);
    return { editId, record: '?', creates: request.method === 'POST', sent: null };
  }
  simulation.narrow.leaves(editId, row.last);
  simulation.partlyKnown.leaves(request, editId);
  simulation.looks.leaves(request, editId);
  const sha256 = createHash('sha256')
    .update(request.body ?? new Uint8Array())
    .digest('hex');
  const intent = asked<[string, number], { sha256: string }>(simulation.sql, 'SELECT sha256 FROM attempts WHERE edit_id = ? AND n = ?').get(
    editId,
    row.last,
  );
  if (row.state !== 'sending' || intent?.sha256 !== sha256)
    simulation.violation('law 2', `no committed intent for ${editId}, state ${row.state}`);
  const before = asked<[string, number], { id: string; state: string }>(
    simulation.sql,
    `SELECT id, state FROM outbox WHERE record_kind || ' ' || record_id = ? AND place < ? AND ${isOpenSql} LIMIT 1`,
  ).get(row.record, row.place);
  if (before) simulation.violation('P6', `${editId} overtook ${before.id}, which is ${before.state}`);
  if (others.some((other) => other.record === row.record)) simulation.violation('P6', `two requests under way for ${row.record}`);
  if (simulation.toReview.has(editId)) simulation.violation('P10', `${editId} left again out of a restored backup, and nobody had looked`);
  simulation.person.repeats.leaves(request, editId);
  simulation.signedIn.leaves(request, row.owner, row.takenOver);
  const edit = simulation.store && editById(simulation.store, editId);
  if (simulation.store && edit) simulation.otherDevice.leaves(simulation.store, edit);
  if (simulation.store && edit) simulation.lastWords.leaves(simulation.store, edit);
  if (edit) simulation.person.paidElsewhere.leaves(edit);
  if (request.method === 'POST' && others.some((other) => other.creates)) simulation.violation('law 8', 'two creating requests under way');
  if (row.priority !== request.priority) simulation.violation('law 6', `a ${row.priority} on the connection of a ${request.priority}`);
  return { editId, record: row.record, creates: request.method === 'POST', sent: simulation.sent(editId, row.place, row.record, request) };
}

function faultFor(simulation: Simulation, request: WireRequest): FaultKind | null {
  const trouble = simulation.moods.blocks(request) ?? simulation.troubleWith(request);
  if (trouble) return trouble;
  // The cost of an outage is counted, so no other fault may cost the same.
  if (!simulation.isFaulty() || simulation.scenario.outage) return null;
  if (simulation.scenario.lags && request.method === 'GET' && simulation.oldCopies.lag(request)) return 'staleRead';
  let at = simulation.random() * 1000;
  for (const [kind, share] of shares) {
    at -= share;
    if (at < 0) return kind === 'staleRead' && request.method !== 'GET' ? null : kind;
  }
  return null;
}

const isWrite = ({ method }: WireRequest): boolean => method !== 'GET' && method !== 'OPTIONS';

/** Bends the service's answer beyond the network's faults: delays it, or replaces it by a proxy's refusal. */
function bent(simulation: Simulation, request: WireRequest, fate: Fate): Fate {
  const { scenario, moods } = simulation;
  if (!simulation.isFaulty() || fate.comesBack !== null) return fate;
  if (scenario.proxyDenies && isWrite(request) && moods.apart() < 0.2) {
    simulation.tally('fault denied by a proxy');
    return { ...fate, comesBack: strangeNo(fate.after) };
  }
  if (!scenario.dawdles || request.method === 'POST' || moods.apart() > 0.25) return fate;
  simulation.tally('fault slow answer');
  return { ...fate, after: fate.after + moods.apart() * (request.totalTimeoutMs - fate.after) };
}

/** The service's answer to a request now. */
export function carriedOut(simulation: Simulation, request: WireRequest): WireAnswer {
  return onTheWire(simulation.server.carryOut(request), 10);
}
