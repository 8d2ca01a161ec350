import { outboxColumns, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import { isOpenSql, openStates } from '#main/cache/outbox/transitions.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { EditRow } from '#shared/contract/views.ts';
import type { OutboxFilter } from '#shared/contract/inputs.ts';
import { editRowsOf } from './view.ts';

export interface EditPage {
  rows: EditRow[];
  /** Pass back as `after`; null at the end. */
  next: number | null;
  total: number;
}

/** A page of the outbox, newest first. Without states it shows what is open. */
export function listEdits(store: Store, filter: OutboxFilter): EditPage {
  const { where, values } = conditionsOf(filter);
  const page = store
    .prepared<OutboxRow>(`SELECT ${outboxColumns} FROM outbox WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`)
    .all(...values, filter.after ?? Number.MAX_SAFE_INTEGER, filter.limit + 1);
  const rows = page.slice(0, filter.limit);
  const total = store.prepared<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE ${where}`).get(...values)?.n ?? 0;
  return { rows: editRowsOf(store, rows), next: page.length > rows.length ? (rows.at(-1)?.seq ?? null) : null, total };
}

function conditionsOf(filter: OutboxFilter): { where: string; values: unknown[] } {
  const states = filter.states ?? openStates;
  const conditions = [`state IN (${states.map(() => '?').join(', ') || 'NULL'})`];
  const values: unknown[] = [...states];
  const onlyOpen = states.every((state) => openStates.includes(state));
  if (onlyOpen) conditions.push(isOpenSql);
  if (filter.record) {
    conditions.push('record_kind = ? AND record_id = ?');
    values.push(filter.record.kind, filter.record.id);
    if (!onlyOpen) {
      conditions.push('id IN (SELECT edit_id FROM audit WHERE audit.record_id = ?)');
      values.push(filter.record.id);
    }
  }
  if (filter.batchId !== undefined) {
    conditions.push('batch_id = ?');
    values.push(filter.batchId);
  }
  const words = (filter.text ?? '').split(/\s+/).filter((word) => word !== '');
  for (const word of words) {
    conditions.push(
      `(body LIKE ? ESCAPE '\\' OR kind LIKE ? ESCAPE '\\' OR EXISTS (SELECT 1 FROM record WHERE record.kind = outbox.record_kind AND record.record_id = outbox.record_id AND record.title LIKE ? ESCAPE '\\'))`,
    );
    const like = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    values.push(like, like, like);
  }
  return { where: conditions.join(' AND '), values };
}
