import { createHash } from 'node:crypto';
import { isOpenSql } from '#main/cache/outbox/transitions.ts';
import type { Store } from '#main/cache/database/store.ts';

// What a person looks at in Review and send: every draft and conflict, their bases, and the records under them as they are known now.
const seenSql = `SELECT outbox.id, outbox.state, outbox.changed_at AS changedAt, ifnull(record.as_of, 0) AS asOf, ifnull(record.updated_at, '') AS updatedAt,
    ifnull(record.status, '') AS status
  FROM outbox LEFT JOIN record ON record.kind = outbox.record_kind AND record.record_id = outbox.record_id
  WHERE outbox.${isOpenSql} AND outbox.state IN ('draft', 'conflict') ORDER BY outbox.seq`;

/** One word for everything that *Review and send* shows; another word means that the data changed while somebody was looking. */
export function fingerprintOf(store: Store): string {
  const hash = createHash('sha256');
  for (const row of store.prepared(seenSql).all()) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}
