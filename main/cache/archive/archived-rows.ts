import { eq } from 'drizzle-orm';
import { amongGiven, given, insertNew, kept, upsert, type Opened } from '#main/cache/database/kept.ts';
import { archivedAttempt, archivedEdit } from '#main/cache/database/schema/archive-file.ts';
import { audit } from '#main/cache/database/schema/trail-lines.ts';
import { answerOf, type Attempt } from '#main/cache/outbox/attempts.ts';
import { baseTextOf, refOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { Store } from '#main/cache/database/store.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json.ts';

/** A closed edit as an archive keeps it, with its requests. */
export interface ArchivedRows {
  edit: typeof archivedEdit.$inferSelect;
  attempts: (typeof archivedAttempt.$inferSelect)[];
}

/** What an archive is to hold of an edit: its whole row with every text in it, and each request with its bytes. */
export function rowsToArchive(store: Store, row: OutboxRow, requests: readonly Attempt[]): ArchivedRows {
  const ref = refOf(row);
  return {
    edit: { id: row.id, recordId: row.recordId, row: textOf({ ...row, base: baseTextOf(store, row), baseText: null }) },
    attempts: requests.map(({ body, ...request }) => {
      const answer = answerOf(store, ref, request);
      const { answer: _answer, ...rest } = { ...request, answerText: null };
      return { editId: row.id, n: request.n, row: textOf(rest), body, answer };
    }),
  };
}

const textOf = (row: object): string => stringifyJson(row as unknown as JsonValue);

const putLine = insertNew(audit);
// A closed edit does not change; a file that an older copy of this laptop left behind may still hold it as it was then.
const putEdit = upsert(archivedEdit);
const putAttempt = upsert(archivedAttempt);

/** Writes rows and lines in the archive's transaction under way; what stands there already is written once more. */
export function writeArchived(to: Opened, lines: readonly (typeof audit.$inferSelect)[], rows: readonly ArchivedRows[]): void {
  for (const line of lines) putLine(to).run(line);
  for (const { edit, attempts } of rows) {
    putEdit(to).run(edit);
    for (const attempt of attempts) putAttempt(to).run(attempt);
  }
}

const editIn = kept((db) =>
  db
    .select()
    .from(archivedEdit)
    .where(eq(archivedEdit.id, given('id'))),
);
const editsIn = kept((db) => db.select().from(archivedEdit).where(amongGiven(archivedEdit.id, 'ids')));
const attemptsIn = kept((db) =>
  db
    .select()
    .from(archivedAttempt)
    .where(eq(archivedAttempt.editId, given('id')))
    .orderBy(archivedAttempt.n),
);

/** Whether an archive says of an edit exactly what it was given to hold. */
export function holds(from: Opened, { edit, attempts }: ArchivedRows): boolean {
  const found = editIn(from).get({ id: edit.id });
  const requests = attemptsIn(from).all({ id: edit.id });
  return (
    found?.row === edit.row &&
    found.recordId === edit.recordId &&
    requests.length === attempts.length &&
    requests.every((request, at) => {
      const given = attempts[at];
      return given?.row === request.row && sameBytes(given.body, request.body) && sameBytes(given.answer, request.answer);
    })
  );
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;

/** The edits of these ids that an archive holds. */
export function archivedEdits(from: Opened, ids: readonly string[]): OutboxRow[] {
  return editsIn(from)
    .all({ ids: JSON.stringify(ids) })
    .flatMap(({ row }) => (rowIn(row) as unknown as OutboxRow | null) ?? []);
}

/** The requests of an archived edit, oldest first. */
export function archivedAttempts(from: Opened, editId: string): Attempt[] {
  return attemptsIn(from)
    .all({ id: editId })
    .flatMap(({ row, body, answer }) => {
      const request = rowIn(row);
      return request ? [{ ...(request as unknown as Omit<Attempt, 'body' | 'answer'>), body, answer }] : [];
    });
}

function rowIn(text: string): JsonObject | null {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}
