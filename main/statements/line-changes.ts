import { eq, sql } from 'drizzle-orm';
import { fixed, param, insertInto, prepared, updateIn } from '#main/storage/prepared.ts';
import { bankLine, lineUse, statement } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import { detailNames, richer, type LineContent } from './same-lines.ts';

const insertStatement = insertInto(statement);
const insertLine = insertInto(bankLine);
const reworded = updateIn(bankLine, eq(bankLine.id, param('id')), ...detailNames);
const anyUse = prepared((db) => db.select({ line: lineUse.line }).from(lineUse).where(eq(lineUse.line, param('line'))).limit(1)); // prettier-ignore

const unseenLines = prepared((db) =>
  db.delete(bankLine).where(sql`${bankLine.statement} IN (SELECT ${statement.id} FROM ${statement} WHERE NOT ${statement.whole})`),
);
const unseen = prepared((db) => db.delete(statement).where(fixed(eq(statement.whole, false))));
const seen = prepared((db) => db.update(statement).set({ whole: true }).where(fixed(eq(statement.whole, false)))); // prettier-ignore

/** Lines in one commit: some milliseconds. */
const portion = 250;
type NewRow = Parameters<ReturnType<typeof insertLine>['run']>[0];

/** The lines of a file on their way into the store: in portions, invisible until the last. Statements that never became visible are dropped first. */
export class LineChanges {
  readonly #store: Store;
  readonly #rewordings: (LineContent & { id: number })[] = [];
  #lines: NewRow[] = [];
  #work = 0;

  constructor(store: Store) {
    this.#store = store;
    store.commit('part of a statement dropped', () => {
      unseenLines(store).run();
      unseen(store).run();
    });
  }

  /** Stores the head of a statement and returns its id. */
  begin(head: Omit<typeof statement.$inferInsert, 'id' | 'importedAt' | 'whole'>): number {
    const row = { ...head, importedAt: this.#store.world.now(), whole: false };
    return this.#store.commit('statement begun', () => Number(insertStatement(this.#store).run(row).lastInsertRowid));
  }

  insert(line: NewRow): void {
    this.#lines.push(line);
  }

  /** Takes the details that an equal line of another format has more of, unless a payment has the line as its evidence. */
  enrich(known: LineContent & { id: number }, line: LineContent): void {
    const more = richer(known, line);
    if (more !== null && !anyUse(this.#store).get({ line: known.id })) this.#rewordings.push({ ...known, ...more });
  }

  /** Lets others work after a portion of lines. */
  async pause(): Promise<void> {
    this.#work += 1;
    if (this.#work % portion === 0) await this.#store.world.sleep(0);
  }

  async flush(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    for (let at = 0; at < lines.length; at += portion) {
      if (at > 0) await this.#store.world.sleep(0);
      this.#store.commit('statement stored', () => {
        for (const line of lines.slice(at, at + portion)) insertLine(this.#store).run(line);
      });
    }
  }

  /** Makes the statements visible, in the current transaction. */
  show(): void {
    seen(this.#store).run();
    for (const row of this.#rewordings) reworded(this.#store).run(row);
  }
}
