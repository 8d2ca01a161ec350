import type { FileSummary } from '#shared/files/import-summary.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';

/** The summary of a file of records, before anything is stored. */
export interface ImportSummary extends Omit<FileSummary, 'part' | 'preview'> {
  /** Every field that a column can be mapped to. */
  fields: string[];
  preview: { row: number; value: JsonObject }[];
  /** Null where every row has an id. */
  match: ImportMatch | null;
  bank: ImportBankChange[];
}

/** The meaning of rows without an id here. */
export interface ImportMatch {
  rows: number;
  /** Rows that match one record. */
  found: number;
  /** Rows that match none, and the first of them. */
  missing: number;
  notHere: { line: number; told: string }[];
  /** Rows that match several records. */
  several: {
    line: number;
    told: string;
    candidates: { id: string; title: string; amountMinor: bigint | null; currency: string; date: string }[];
  }[];
}

/** A vendor whose bank details a file has otherwise. */
export interface ImportBankChange {
  line: number;
  id: string;
  name: string;
  fields: { field: string; old: string; now: string }[];
}

/** The result of an import. */
export interface ImportDone {
  imported: number;
  /** Newer here. */
  kept: number;
  /** Rows that were left out. */
  left: number;
  /** Edits with the changed bank details that wait for review. */
  drafts: string[];
  /** The import's time, by which it is undone. */
  at: EpochMs;
}

/** The ids in a pasted text, each once, and those of them that are known records. Lines count from 1. */
export interface FoundIds {
  ids: string[];
  duplicates: number;
  problems: FileProblem[];
  known: { kind: RecordKind; ids: string[] }[];
}

export interface PackView {
  id: string;
  name: string;
  createdAt: EpochMs;
  items: {
    ref: RecordRef;
    /** The record's title; null while only its id is known. */
    title: string | null;
    state: 'waiting' | 'fetching' | 'ready' | 'noAccess' | 'missing' | 'failed' | 'notReadable';
    detail: string | null;
    bytes: number;
    /** Values read from its document, when there is one on this laptop. */
    reading?: DocumentReading | null;
  }[];
  ready: number;
  bytes: number;
  documents: number;
  paused: boolean;
  running: boolean;
  verdict: 'empty' | 'preparing' | 'readyToTravel' | 'readyWithGaps' | 'notReady';
  /** The sources of its content. */
  sources: PackSource[];
  tokenEndsBefore: EpochMs | null;
}

/** One way by which records came into a pack: a saved view that it takes in at each fetch, a choice in lists of a kind, or ids. */
export type PackSource = { count: number; at: EpochMs } & (
  | { way: 'view'; id: string; kind: RecordKind; name: string; /** The view was removed: nothing more comes of it. */ gone: boolean }
  | { way: 'list'; kind: RecordKind }
  | { way: 'ids' }
);

/** The records that the end of a trip removes from this laptop, and those that stay: `notBrought` was here before it, or came in an import. Nothing is removed while edits of its records are `unsent`. */
export interface TripEnd {
  /** Records of which more than the id is here. */
  records: number;
  documents: number;
  bytes: number;
  /** Open edits of its records. */
  unsent: number;
  stays: { ref: RecordRef; title: string | null; why: 'unsent' | 'otherPack' | 'pinned' | 'notBrought' }[];
}

/** The result. `moved`: the numbers differ from those that the user saw, and nothing was removed. */
export type EndedTrip =
  { kind: 'ended'; records: number; documents: number; bytes: number; stayed: number } | { kind: 'unsent' } | { kind: 'moved' };

/** Values read from a document's text; never treated as facts. */
export interface DocumentReading {
  pages: number;
  /** Its first line that is words. */
  title: string | null;
  number: string | null;
  /** YYYY-MM-DD. */
  due: string | null;
  /** Minor units of `currency`. */
  totalMinor: bigint | null;
  currency: string | null;
}

export interface DocumentView {
  recordId: string;
  name: string;
  state: 'known' | 'fetching' | 'here' | 'failed';
  bytes: number | null;
  sha256: string | null;
  pinned: boolean;
  fetchedAt: EpochMs | null;
  /** Which rendition was asked for, ORIGINAL or GENERATED; null when the service chose. */
  variant?: string | null;
  /** A problem or a remark (document-problem.ts). */
  detail: string | null;
  /** The user's name for it. */
  called?: string | null;
  /** Null while its text was not read, or could not be. */
  reading?: DocumentReading | null;
}

/** A capability of an account's service beyond the specification. */
export const capabilityNames = [
  'readVendor',
  'readInvoice',
  'readCardTransaction',
  'etag',
  'idempotency',
  'documentParameter',
  'expiresInUnit',
  'replaces',
] as const;

export interface Capability {
  name: (typeof capabilityNames)[number];
  verdict: 'works' | 'absent' | 'unknown';
  allowed: boolean;
  evidence: string | null;
  at: EpochMs | null;
  value: string | null;
}

export interface TrustedHost {
  host: string;
  withSignIn: boolean;
  since: EpochMs;
  managed: boolean;
  /** A user said no: nothing goes there, until they answer otherwise. */
  refused?: boolean;
}
