import type { SettingValues } from '#shared/setting-rows.ts';
import type { Connection } from './connection-views.ts';
import type { Provenance, EditRow } from './edit-views.ts';
import type { PaidHere } from '#shared/edits/payments-here.ts';
import type { AmountTotal } from '#shared/values/money.ts';
import type { EditState } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { ChangedColumns } from '#shared/records/columns/changed-columns.ts';
import type { ListColumns } from '#shared/records/columns/list-columns.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import type { WindowCommand } from '#shared/contract/commands.ts';
import type { KeyTrouble } from './protection-views.ts';
import type { ReferenceName } from './names-views.ts';
import type { ProxyQuestion } from './network-views.ts';
import type { SignInQuestion } from './sign-in-views.ts';

export type { EditRow, Provenance, WaitingWhy } from './edit-views.ts';
export type { Connection } from './connection-views.ts';
export type { Preflight, ReviewBatch, ReviewRow, ReviewWarning } from './review-views.ts';
export type { ReportSummary, ReportView } from './report-views.ts';
export type { Overview } from './overview-views.ts';
export type { SignInQuestion, WhoAnswered } from './sign-in-views.ts';
export type { Capability, DocumentView, EndedTrip, FoundIds, PackView, TripEnd, TrustedHost } from './library-views.ts';

/** One row of a list: the narrow columns only. Absent facts are null, never guessed. */
export interface RecordRow extends ListColumns {
  kind: RecordKind;
  id: string;
  /** When this record was last heard of. */
  asOf: EpochMs;
  provenance: Provenance;
  /** Open edits of the record, most urgent first; empty when there is nothing pending. */
  pending: EditState[];
  /** Columns in which its open edits say something else than the service; absent where there are none. */
  changed?: ChangedColumns;
  documentState: 'none' | 'known' | 'here';
  /** Payments of an invoice that are known here, in minor units of its currency; absent where there are none. */
  paidHereMinor?: bigint;
}

export interface RecordPage {
  rows: RecordRow[];
  /** Pass back as `after`; null at the end. */
  next: string | null;
  /** All rows that match the filter; null where counting them takes longer than reading the page: `records.count` is asked for it. */
  total: number | null;
}

/** A page of a list with what the rows' first references are called, in the columns that were asked for: those of which the names directory says anything. */
export interface NamedPage extends RecordPage {
  names: ReferenceName[];
}

/** A field with an open edit over it. */
export interface PendingField {
  path: string[];
  /** The service's last value; undefined when it never sent one. */
  service: unknown;
  mine: unknown;
  editId: string;
  state: EditState;
}

/** Everything that is open, by kind: what the page of the day says beside its numbers. */
export interface UnderWay {
  kinds: { state: EditState; kind: string; touchesBank: boolean; count: number }[];
  /** Totals of the payments that await approval. */
  payments: AmountTotal[];
  /** The newest of what is rejected, in conflict, in doubt and held. */
  newest: EditRow[];
}

/** One line of a record's or the account's history (the audit log). */
export interface ActivityRow {
  seq: number;
  at: EpochMs;
  what: string;
  editId: string | null;
  record: RecordRef | null;
  recordTitle: string | null;
  /** The edit of this line, when the line recorded one: its comment, or old → new. */
  said: EditRow | null;
  facts: JsonObject;
  /** The signed-in user; null in lines from before it was noted. */
  who: string | null;
  /** Hex SHA-256 that chains this line to the one before. */
  hash: string;
}

/** A record page. `service` is null for a stub; `view` is the service's record with every open edit on top. */
export interface RecordView {
  row: RecordRow;
  service: JsonObject | null;
  view: JsonObject;
  complete: boolean;
  /** A user said that an edit of it is recorded, and it was not read since. */
  unsure?: true;
  pending: PendingField[];
  edits: EditRow[];
  /** The newest lines, without requests and answers. */
  history: ActivityRow[];
  /** The audit log has older lines of it. */
  hasOlder?: true;
  /** Of an invoice: what is known here of its payments. */
  paid?: PaidHere;
}

/** Some fields of one record, as the service says them. */
export interface RecordFields {
  id: string;
  fields: JsonObject | null;
}

/** Counters of the whole app, all from one query. */
export interface Counters {
  waiting: number;
  sending: number;
  checking: number;
  draft: number;
  conflict: number;
  rejected: number;
  inDoubt: number;
  held: number;
  /** draft + conflict + rejected + held */
  needsYou: number;
  /** PDFs that are on this laptop. */
  documentsHere: number;
  perKind: { kind: RecordKind; records: number; waiting: number; needsYou: number; inDoubt: number }[];
}

export interface SyncProgress {
  running: boolean;
  done: number;
  total: number;
  applied: number;
  problems: number;
  startedAt: EpochMs | null;
  /** Estimate; null when nothing is known yet. */
  leftMs: number | null;
}

export interface AccountView {
  id: string;
  name: string;
  baseUrl: string;
  auth: 'apiKey' | 'oauth';
  embedded: boolean;
  active: boolean;
  signedIn: boolean;
  /** Access token's expected end by the learned unit; null when unknown or for an API key. */
  tokenUntil: EpochMs | null;
  unfinished: number;
  /** The signed-in user, as the audit log names them; null when nobody is signed in or the account is not open. */
  who: string | null;
  /** The name of the company whose records it holds; null when unknown. */
  company: string | null;
}

export interface AppStatus {
  /** A sign-in that came back from the browser and waits for a user's word; nothing of it is stored. */
  signIn: SignInQuestion | null;
  version: string;
  host: string;
  account: AccountView | null;
  connection: Connection;
  progress: SyncProgress;
  counters: Counters;
  /** Kinds of record that may be read one by one from the service: an expense always, others where the user allowed it. */
  reads: RecordKind[];
  /** Set when the database needs a user: opens Repair. */
  repair: RepairView | null;
  /** Set when the active account is encrypted and its key is not here: only the page that asks for it is shown. */
  noKey: KeyTrouble | null;
  /** The window is locked until its PIN is typed; everything else here is then empty. */
  lockScreen: boolean;
  keychain: { backend: string; state: 'ok' | 'locked' | 'readOnly' | 'unavailable' };
  diskLow: boolean;
  /** A proxy on the way that asks for a password. */
  proxyQuestion: ProxyQuestion | null;
  /** Why the sandbox of this computer cannot be used, where it was wanted; null when nothing is wrong. */
  sandbox: SandboxTrouble | null;
}

/** `late` goes on being waited for; `off` stays so until the next start, `why` in the sandbox's own words. */
export type SandboxTrouble = { kind: 'late' } | { kind: 'off'; why: string };

/** Why a user should look at the data; names of files without their folder. */
export type RepairCause =
  /** `problem` is SQLite's own word; `unreadable` counts lost edits, null when nobody can know. */
  | { kind: 'damaged'; problem: string; keptAs: string | null; unreadable: number | null }
  | { kind: 'newer'; version: number }
  /** `here` is the newest line of the audit log now, `noted` the one that the keychain remembers; `other` is a log that has another line there. */
  | {
      kind: 'restoredBackup';
      counter: number;
      keychainCounter: number;
      log: { how: 'goesOn' | 'shorter' | 'other'; here: number; noted: number };
    }
  | { kind: 'auditBroken'; line: number }
  /** Edits whose rows are not what the audit log has of them. */
  | { kind: 'notAsApproved' }
  | { kind: 'trustForgotten'; hosts: string[] }
  /** `unknown` are folders that do not say whose they are. */
  | { kind: 'accountsRebuilt'; found: number; keptAs: string | null; unknown: string[] };

export type RepairView = RepairCause & { held: number; backups: { id: string; at: EpochMs; edits: number }[] };

/** The evidence card of an edit in doubt. */
export interface Evidence {
  edit: EditRow;
  attempts: { n: number; sentAt: EpochMs; sha256: string; bytes: number; outcome: string; afterMs: number | null }[];
  request: { method: string; url: string; body: string };
  recordBefore: JsonObject | null;
  /** The result of a later read, when there is one. */
  readSince: { at: EpochMs; record: JsonObject } | null;
  /** Milliseconds until "send again" unlocks; 0 when it is. */
  unlocksInMs: number;
}

export interface Settings extends SettingValues {
  /** The settings that IT set, of the sending rules one by one: `reviewRules.<kind>`. */
  managed: string[];
  /** IT's settings for connecting an account; null when the user decides. */
  company: {
    baseUrl: string | null;
    clientId: string | null;
    redirectPort: number | null;
    signInMethods: ('oauth' | 'apiKey')[] | null;
  };
}

/** The notification that windows get after every commit. */
export type Change =
  | { kind: 'records'; refs: RecordRef[] }
  | { kind: 'edits'; ids: string[] }
  | { kind: 'status' }
  | { kind: 'progress'; progress: SyncProgress }
  | { kind: 'packs' }
  /** A reference is called otherwise, or the names directory was learned again. */
  | { kind: 'names' }
  | { kind: 'bankLines' }
  | { kind: 'documents'; ids: string[] }
  | { kind: 'settings' }
  | { kind: 'accounts' }
  | { kind: 'trustAsked'; host: string; editId: string | null }
  | { kind: 'syncFinished'; reportId: string }
  | { kind: 'open'; ref: RecordRef }
  /** A user opened a file with the app: a window takes it with `library.openedFile` and shows the import, or the sign-in. */
  | { kind: 'fileOpened'; name: string }
  /** Records of an import that were read, or, once it `writes` and can't be cancelled, are in their places. */
  | { kind: 'importing'; done: number; of: number; writes: boolean }
  /** A native menu or the tray asks the window for one of its own actions. */
  | { kind: 'command'; command: WindowCommand };
