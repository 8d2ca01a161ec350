import type { Counters } from '#shared/contract/views.ts';
import { personStates, type EditState } from '#shared/edit.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { isOpenSql } from '#main/cache/outbox/transitions.ts';
import type { Store } from '#main/cache/database/store.ts';

interface Count {
  kind: RecordKind;
  state: EditState | 'record';
  count: number;
}

const countsSql = `SELECT record_kind AS kind, state, count(*) AS count FROM outbox WHERE ${isOpenSql} GROUP BY record_kind, state
  UNION ALL SELECT kind, 'record', sum(count) FROM record_count GROUP BY kind`;

/** The newest answer of each database, and after how many changed rows it was given: this process alone changes rows. */
const known = new WeakMap<Store, { changes: number; counters: Counters }>();

/** Every counter that the app shows, from one query over covering indexes: they can never contradict each other. Counted once a change. */
export function countersOf(store: Store): Counters {
  // What a rollback takes back must never be remembered.
  if (store.sql.inTransaction) return countAll(store);
  const changes = store.prepared<{ n: number }>('SELECT total_changes() AS n').get()?.n ?? 0;
  const before = known.get(store);
  if (before?.changes === changes) return before.counters;
  const counters = countAll(store);
  known.set(store, { changes, counters });
  return counters;
}

function countAll(store: Store): Counters {
  const counts = store.prepared<Count>(countsSql).all();
  const sumOf = (states: readonly (EditState | 'record')[], kind?: RecordKind) =>
    counts.filter((row) => states.includes(row.state) && (!kind || row.kind === kind)).reduce((sum, row) => sum + row.count, 0);
  const needsYou = personStates.filter((state) => state !== 'inDoubt');
  return {
    waiting: sumOf(['waiting']),
    sending: sumOf(['sending']),
    checking: sumOf(['checking']),
    draft: sumOf(['draft']),
    conflict: sumOf(['conflict']),
    rejected: sumOf(['rejected']),
    inDoubt: sumOf(['inDoubt']),
    held: sumOf(['held']),
    needsYou: sumOf(needsYou),
    perKind: recordKinds.map((kind) => ({
      kind,
      records: sumOf(['record'], kind),
      waiting: sumOf(['waiting', 'sending', 'checking'], kind),
      needsYou: sumOf(needsYou, kind),
      inDoubt: sumOf(['inDoubt'], kind),
    })),
  };
}
