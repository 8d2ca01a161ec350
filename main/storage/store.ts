import type { Change } from '#shared/contract/views/views.ts';
import type { World } from '#shared/world.ts';
import { createHearings, type Hearings } from './hearings.ts';
import { compile, execute, type Sqlite } from './driver.ts';

/** The owner of a database; an edit recorded for another owner is held ("Authentication", design law of identity). */
export interface StoreAccount {
  origin: string;
  companyId: string | null;
  userId: string | null;
  /** The signed-in user's name for the audit log; the owner when no more is known. */
  who?: () => string;
}

/** One account's open database: the only door through which rows are read and written. */
export interface Store {
  readonly sql: Sqlite;
  readonly world: World;
  readonly account: StoreAccount;
  /** The order in which records were asked for and heard of. */
  readonly hearings: Hearings;
  /**
   * Looks a part of the queue through for damage, and answers whether all of it is whole. Throws `QueueDamaged`. Where the first page came before
   * (`OpenOptions.later`) nothing is written until then: a commit looks through what is left (law 22).
   */
  lookThrough(): boolean;
  /**
   * Runs `work` in one durable transaction and answers after COMMIT; a nested call joins the outer one. An error rolls everything back,
   * publishes nothing, and is thrown on.
   */
  commit<T>(label: string, work: () => T): T;
  /**
   * The same without waiting for the disk: a power cut may take the commit back, whole, until a durable one follows. For work that the next start
   * does again.
   */
  commitSoon<T>(label: string, work: () => T): T;
  /**
   * Does `work` at the end of the transaction under way, once for each `name` (the last one said), or at once outside of one. For what is
   * cheap together and dear in between: the word index is rewritten before every statement that could fail by half.
   */
  atEnd(name: string, work: () => void): void;
  /** Does `work` when the transaction under way is rolled back, newest first: for what is kept in memory beside it. */
  ifUndone(work: () => void): void;
  /** Notes what changed, to be published after the commit it happens in (at once outside of one). */
  changed(change: Change): void;
  /** Calls the listener with the changes of every commit, after it. Returns a function that stops. */
  subscribe(listener: (changes: Change[]) => void): () => void;
  close(): void;
}

/** Wraps an opened database; `openStore` is the way to get one with the durability that the promises need. */
export function createStore(sql: Sqlite, world: World, account: StoreAccount, lookThrough: () => boolean = () => true): Store {
  const publisher = createPublisher(world);
  const transaction = createTransaction(sql, world, publisher, lookThrough);
  return {
    sql,
    world,
    account,
    hearings: createHearings(world),
    lookThrough,
    commit: transaction.commit,
    commitSoon: (label, work) => {
      const commit = () => transaction.commit(label, work);
      return transaction.isOpen() ? commit() : soon(sql, commit);
    },
    atEnd: (name, work) => (transaction.isOpen() ? transaction.atEnd(name, work) : work()),
    ifUndone: transaction.ifUndone,
    changed: (change) => (transaction.isOpen() ? publisher.gather(change) : publisher.publish([change])),
    subscribe: publisher.subscribe,
    close: () => {
      if (sql.open) sql.close();
    },
  };
}

type Publisher = ReturnType<typeof createPublisher>;

function createPublisher(world: World) {
  const listeners = new Set<(changes: Change[]) => void>();
  let gathered: Change[] = [];
  const publish = (changes: Change[]) => {
    for (const listener of [...listeners]) {
      try {
        listener(changes);
      } catch (error) {
        // A commit stays: a listener's bug must not look like a failed save.
        world.log.error('changeListenerFailed', { message: String(error) });
      }
    }
  };
  return {
    gather: (change: Change) => void gathered.push(change),
    forget: () => (gathered = []),
    publishGathered: () => {
      const changes = gathered;
      gathered = [];
      if (changes.length > 0) publish(changes);
    },
    publish,
    subscribe: (listener: (changes: Change[]) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function createTransaction(sql: Sqlite, world: World, publisher: Publisher, lookThrough: () => boolean) {
  const begin = compile(sql, 'BEGIN IMMEDIATE');
  const end = compile(sql, 'COMMIT');
  let depth = 0;
  let innerFailure: { error: unknown } | null = null;
  const ending = new Map<string, () => void>();
  let undoing: (() => void)[] = [];

  const doEnding = () => {
    // A table that refers to another comes before it, also when that name was handled already.
    for (const [name, work] of ending) if (ending.delete(name)) work();
  };

  const joinOuter = <T>(work: () => T): T => {
    depth += 1;
    try {
      return work();
    } catch (error) {
      // A caught inner error would otherwise commit half of the inner work.
      innerFailure ??= { error };
      throw error;
    } finally {
      depth -= 1;
    }
  };

  const runOuter = <T>(label: string, work: () => T): T => {
    while (!lookThrough());
    world.passing(`before ${label}`);
    begin.run();
    depth = 1;
    innerFailure = null;
    undoing = [];
    try {
      const result = work();
      if (result instanceof Promise) throw new Error(`commit "${label}" was given asynchronous work: its statements would land outside it`);
      if (innerFailure) throw (innerFailure as { error: unknown }).error;
      doEnding();
      world.passing(`committing ${label}`);
      end.run();
      return result;
    } catch (error) {
      publisher.forget();
      ending.clear();
      if (sql.open && sql.inTransaction) execute(sql, 'ROLLBACK');
      for (const undo of undoing.reverse()) undo();
      throw error;
    } finally {
      depth = 0;
    }
  };

  return {
    isOpen: () => depth > 0,
    atEnd: (name: string, work: () => void) => void ending.set(name, work),
    ifUndone: (work: () => void) => void (depth > 0 && undoing.push(work)),
    commit: <T>(label: string, work: () => T): T => {
      if (depth > 0) return joinOuter(work);
      const result = runOuter(label, work);
      world.passing(`after ${label}`);
      publisher.publishGathered();
      return result;
    },
  };
}

/** Commits without waiting for the disk. */
function soon<T>(sql: Sqlite, commit: () => T): T {
  execute(sql, 'PRAGMA synchronous = NORMAL');
  try {
    return commit();
  } finally {
    if (sql.open) execute(sql, 'PRAGMA synchronous = FULL');
  }
}
