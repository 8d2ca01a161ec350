import type { ImportFormat } from './import-format.ts';
import type { FileProblem } from '#shared/messages/file-problem.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';

/** The first look at an export file, before anything is stored. */
export interface ImportLook {
  format: ImportFormat;
  columns: string[];
  mapping: Record<string, string>;
  /** Every field that a column can be mapped to. */
  fields: string[];
  rows: number;
  sample: JsonObject[];
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

/** The records that the end of a trip removes from this laptop, and those that stay: `notBrought` was here before it, or came in an import. Nothing is sent while edits of its records are `unsent`. */
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
  state: 'known' | 'fetching' | 'here' | 'failed' | 'hostile';
  bytes: number | null;
  sha256: string | null;
  pinned: boolean;
  fetchedAt: EpochMs | null;
  /** Which rendition was asked for, ORIGINAL or GENERATED; null when the service chose. */
  variant?: string | null;
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
