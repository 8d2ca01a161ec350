import { createClient } from '#main/api/client.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import { isOpenSql } from '#test/open-edits.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { createEngine } from '#main/sync/engine.ts';
import { openTestStore } from '#test/cache.ts';
import { realWorld } from '#test/world.ts';
import type { FleetOrder, FleetReport } from './fleet.ts';

const world = realWorld();

/** One laptop: its own database, connections and engine. `line.up` is its network. */
function laptop(order: FleetOrder, name: string, line: { up: boolean }) {
  const store = openTestStore(world);
  const wire = createUndiciTransport({ world, trust: { kind: 'pinned', ca: order.ca } });
  let firstWriteAt: number | null = null;
  const transport: Transport = {
    ...wire,
    exchange: (request, signal) => {
      if (!line.up)
        return Promise.resolve({ kind: 'failure', cause: 'unreachable', bytesWritten: false, status: null, detail: 'fleet', afterMs: 0 });
      if (request.method === 'POST') firstWriteAt ??= Date.now();
      return wire.exchange(request, signal);
    },
  };
  const account = {
    baseUrl: order.baseUrl,
    authorization: () => Promise.resolve({ kind: 'header' as const, value: `Basic ${order.apiKey}` }),
    onUnauthorized: () => Promise.resolve(false),
    trusts: () => 'no' as const,
    documentParameter: null,
  };
  for (let n = 0; n < order.edits; n++) {
    const recordId = order.records[n % order.records.length] ?? '';
    const recorded = recordEdit(
      store,
      { kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: `${name} ${n}` } },
      {},
    );
    if (!recorded.ok) throw new Error(`not recorded: ${JSON.stringify(recorded.issues)}`);
  }
  const guard = { read: () => Promise.resolve(null), raise: () => Promise.resolve(true as const) };
  const engine = createEngine({ store, client: createClient({ world, transport, account }), world, guard });
  const left = () =>
    store.sql
      .prepare<unknown[], { n: number }>(
        `SELECT count(*) AS n FROM outbox WHERE state IN ('waiting', 'sending', 'checking') AND ${isOpenSql}`,
      )
      .get()?.n ?? 0;
  const count = (state: string) =>
    store.sql.prepare<unknown[], { n: number }>('SELECT count(*) AS n FROM outbox WHERE state = ?').get(state)?.n ?? 0;
  const doubts = () => store.sql.prepare<unknown[], { reason: string }>(`SELECT reason FROM outbox WHERE state = 'inDoubt'`).all();
  return { engine, left, count, doubts, firstWriteAt: () => firstWriteAt, close: () => (engine.stop(), wire.close()) };
}

/** Starts the laptops without a network, says so, and waits for the word. Then all of them come back at once. */
async function run(order: FleetOrder): Promise<void> {
  const line = { up: false };
  const fleet = Array.from({ length: order.engines }, (_, n) => laptop(order, `${order.name}-${n}`, line));
  for (const { engine } of fleet) await engine.start();
  process.send?.({ ready: true });
  await new Promise((resolve) => process.once('message', resolve));
  line.up = true;
  for (const { engine } of fleet) engine.kick();
  const until = performance.now() + order.limitSeconds * 1000;
  const working = new Set(fleet);
  const doneAt: number[] = [];
  while (working.size > 0 && performance.now() < until) {
    await world.sleep(100);
    for (const one of [...working]) {
      if (one.left() > 0) continue;
      working.delete(one);
      doneAt.push(Date.now());
    }
  }
  const sum = (of: (one: (typeof fleet)[number]) => number) => fleet.reduce((total, one) => total + of(one), 0);
  const report: FleetReport = {
    applied: sum((one) => one.count('applied')),
    inDoubt: sum((one) => one.count('inDoubt')),
    left: sum((one) => one.left()),
    firstWritesAt: fleet.flatMap((one) => one.firstWriteAt() ?? []),
    doneAt,
    doubts: fleet.flatMap((one) => one.doubts().map(({ reason }) => reason)),
  };
  process.send?.(report);
  await Promise.all(fleet.map((one) => one.close()));
  process.disconnect();
}

process.once('message', (order) => void run(order as FleetOrder));
