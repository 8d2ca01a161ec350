import path from 'node:path';
import { openStore } from '#main/storage/open/open.ts';
import { allEdits } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import type { JournalEntry } from '#service/domain/journal.ts';
import { testAccount } from '#test/cache.ts';
import { realWorld } from '#test/world.ts';

/** The time that a read counts as fresh, plus the read itself on a slow connection. */
const knownForMs = 5_000 + 5_000;

interface Sent {
  desk: number;
  /** The day that the user saw when recording; null when none was known. */
  saw: string | null;
  /** When its requests left, milliseconds since 1970. */
  leftAt: number[];
}

/** Days of an expense that a colleague had set long before our request left, and that it replaced though its user had seen another. */
export function overwritten(folders: readonly string[], journal: readonly JournalEntry[]): string[] {
  const sent = new Map(folders.flatMap((folder, desk) => sentFrom(folder, desk)));
  const standing = new Map<string, JournalEntry>();
  const wrong: string[] = [];
  for (const entry of journal) {
    if (!entry.applied || entry.method !== 'PATCH') continue;
    const before = standing.get(entry.recordId);
    standing.set(entry.recordId, entry);
    const ours = sent.get(entry.idempotencyKey ?? '');
    const theirs = sent.get(before?.idempotencyKey ?? '');
    if (!before || !ours || !theirs || theirs.desk === ours.desk) continue;
    const left = ours.leftAt.findLast((at) => at <= entry.at) ?? 0;
    const [was, is] = [dayOf(before), dayOf(entry)];
    if (before.at < left - knownForMs && was !== ours.saw && was !== is)
      wrong.push(`overwritten: ${entry.idempotencyKey ?? ''} went over ${was ?? ''}, its person had seen ${ours.saw ?? 'nothing'}`);
  }
  return wrong;
}

/** Edits of a desk by state. */
export function unfinished(folder: string): [string, number][] {
  return withStore(folder, (store) =>
    store.sql
      .prepare<unknown[], { state: string; n: number }>('SELECT state, count(*) AS n FROM outbox GROUP BY state')
      .all()
      .map(({ state, n }) => [state, n]),
  );
}

function sentFrom(folder: string, desk: number): [string, Sent][] {
  return withStore(folder, (store) => {
    const rows = allEdits(store).flatMap((row) => (row.kind === 'updateExpense' ? [{ id: row.id, base: row.base }] : []));
    const lines = store.sql.prepare<unknown[], { at: number }>(`SELECT at FROM audit WHERE edit_id = ? AND what = 'left' ORDER BY seq`);
    return rows.map(({ id, base }) => [id, { desk, saw: sawIn(base), leftAt: lines.all(id).map(({ at }) => at) }]);
  });
}

function withStore<T>(folder: string, look: (store: Store) => T): T {
  const answer = openStore({ file: path.join(folder, 'desk.sqlite'), world: realWorld(), account: testAccount, expected: true });
  if (answer.kind !== 'open') throw new Error(`the database does not open: ${answer.kind}`);
  try {
    return look(answer.store);
  } finally {
    answer.store.close();
  }
}

const dayOf = (entry: JournalEntry): string | null => dayIn(entry.bodyText);
const sawIn = (base: string | null): string | null => (base === null ? null : dayIn(base));

function dayIn(text: string): string | null {
  const { performedDate } = JSON.parse(text) as { performedDate?: string };
  return performedDate ?? null;
}
