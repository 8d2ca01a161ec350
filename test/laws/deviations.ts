import type Database from 'better-sqlite3';
import type { learnedReads } from '#main/account-life/first-run/learned-reads.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import type { BroughtBack } from '#main/recovery/bring-back.ts';
import type { Engine } from '#main/sync/engine.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { Store, StoreAccount } from '#main/storage/store.ts';
import { confirm, sendAgain } from '#main/edits/decide/doubt.ts';
import { release } from '#main/edits/decide/hold.ts';
import { recordMany, type ManyAnswer } from '#main/edits/record/record-many.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { recordEdit, type EditInput, type RecordAnswer } from '#main/edits/record/record-edit.ts';

/** Mutations outside of the engine's table of laws; the defaults change nothing. */
export interface Deviations {
  /** Right after a database is opened. */
  prepare(sql: Database.Database): void;
  transport(transport: Transport): Transport;
  record(store: Store, input: EditInput, later: (ms: number, act: () => void) => void): RecordAnswer;
  recordMany(store: Store, inputs: readonly EditInput[]): ManyAnswer;
  sendAgain(store: Store, id: string): { ok: boolean };
  confirm: typeof confirm;
  release: typeof release;
  undo: typeof undo;
  redo: typeof redo;
  engine(engine: Engine): Engine;
  /** The account that the database is taken for. */
  account(account: StoreAccount): StoreAccount;
  /** The newest token is used, whoever's it is. */
  believesAnyToken: boolean;
  learned(learned: ReturnType<typeof learnedReads>): ReturnType<typeof learnedReads>;
  belongs(pin: (record: JsonObject) => boolean, store: Store): (record: JsonObject) => boolean;
  /** The check of the queue at a start. */
  lookThrough(look: () => boolean, sql: Database.Database): () => boolean;
  bringBack(bring: () => BroughtBack, store: Store): BroughtBack;
}

/** Everything as in production. */
export const noDeviations: Deviations = {
  prepare: () => undefined,
  transport: (transport) => transport,
  record: (store, input) => recordEdit(store, input, {}),
  recordMany: (store, inputs) => recordMany(store, inputs, {}),
  confirm,
  sendAgain: (store, id) => sendAgain(store, id, true),
  release,
  undo,
  redo,
  engine: (engine) => engine,
  account: (account) => account,
  believesAnyToken: false,
  learned: (learned) => learned,
  belongs: (pin) => pin,
  lookThrough: (look) => look,
  bringBack: (bring) => bring(),
};
