import type Database from 'better-sqlite3';
import type { Transport } from '#main/api/transport.ts';
import type { Store } from '#main/cache/database/store.ts';
import { sendAgain } from '#main/edits/doubt.ts';
import { recordEdit, type EditInput, type RecordAnswer } from '#main/edits/record-edit.ts';

/** What a mutant may bend outside of the engine's table of laws; the usual ones change nothing. */
export interface Deviations {
  /** Right after a database is opened. */
  prepare(sql: Database.Database): void;
  transport(transport: Transport): Transport;
  record(store: Store, input: EditInput, later: (ms: number, act: () => void) => void): RecordAnswer;
  sendAgain(store: Store, id: string): { ok: boolean };
  /** Whether the person looks at the service before deciding. */
  personLooks: boolean;
}

/** Everything as in production. */
export const noDeviations: Deviations = {
  prepare: () => undefined,
  transport: (transport) => transport,
  record: (store, input) => recordEdit(store, input, {}),
  sendAgain: (store, id) => sendAgain(store, id, true),
  personLooks: true,
};
