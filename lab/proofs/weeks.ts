import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { countersOf } from '#main/projections/lists/counters.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { createDesk, failure, type Desk } from '#test/sync/desk.ts';
import { seededRandom } from '#test/world.ts';
import type { RunProof } from './proof.ts';

const hourMs = 3_600_000;
const editsPerHour = 4;
/** The first days fill caches and prepare statements. */
const settledAfterDays = 3;
/** P31 asks for less than 1 MB an hour; over weeks of virtual hours that would be a leak all the same. */
const mostGrowthMb = 8;

/** P31: days of the real engine on a virtual clock, heartbeats, outages and edits included; nothing is kept in memory that grows. */
export const run: RunProof = async ({ seed, size, report }) => {
  const random = seededRandom(seed);
  const desk = createDesk({ seed });
  await desk.engine.start();
  let recorded = 0;
  let baseMb = 0;
  for (let day = 0; day < size; day++) {
    if (day === Math.min(settledAfterDays, size - 1)) baseMb = heapMb();
    const outage = Math.floor(random() * 24);
    for (let hour = 0; hour < 24; hour++) {
      desk.weather(hour === outage ? () => failure('unreachable', false) : null);
      for (let n = 0; n < editsPerHour; n++) recorded += edit(desk, random, `${day} ${hour} ${n}`);
      const fingerprint = fingerprintOf(desk.store);
      approve(desk.store, { ids: draftsOf(desk), fingerprint, secondConfirmation: true });
      await desk.run(hourMs);
      // The test's own writes do not count.
      desk.requests.length = 0;
      desk.world.passed.length = 0;
    }
    if (day % 5 === 4) report(`day ${day + 1}: ${recorded} edits, ${heapMb().toFixed(1)} MB`);
  }
  desk.weather(null);
  await desk.run(hourMs);
  const growthMb = heapMb() - baseMb;
  const { waiting, sending } = countersOf(desk.store);
  const violations = [
    ...(growthMb > mostGrowthMb ? [`the heap grew by ${growthMb.toFixed(1)} MB`] : []),
    ...(waiting + sending > 0 ? [`${waiting + sending} edits never moved`] : []),
    ...(desk.engine.connection().kind === 'online' ? [] : [`the connection is ${desk.engine.connection().kind}`]),
  ];
  desk.engine.stop();
  const hours = Math.max(1, size - settledAfterDays) * 24;
  const facts = { 'edits recorded': recorded, 'heap growth, MB': growthMb.toFixed(2), 'MB an hour': (growthMb / hours).toFixed(4) };
  return { ran: size, violations, violationCount: violations.length, facts };
};

/** One edit of a few kinds; answers 1. */
function edit(desk: Desk, random: () => number, what: string): number {
  const { expenses, vendors, invoices } = desk.company;
  const pick = (ids: string[]) => ids[Math.floor(random() * ids.length)] ?? '';
  const [expense, vendor, invoice] = [pick(expenses), pick(vendors), pick(invoices)];
  const body = { performedDate: `2025-0${1 + Math.floor(random() * 9)}-11` };
  const choices = [
    () => desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body }),
    () => desk.record({ kind: 'createUserComment', recordKind: 'invoiceReceivable', recordId: invoice, body: { content: what } }),
    () => {
      desk.know('vendor', vendor);
      desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendor, body: { city: `City ${what}` } });
    },
  ];
  choices[Math.floor(random() * choices.length)]?.();
  return 1;
}

function draftsOf(desk: Desk): string[] {
  return desk.store.sql
    .prepare<unknown[], { id: string }>(`SELECT id FROM outbox WHERE state = 'draft'`)
    .all()
    .map(({ id }) => id);
}

let collect: (() => void) | null = null;

/** The heap in use after a full collection, in MB. */
function heapMb(): number {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}
