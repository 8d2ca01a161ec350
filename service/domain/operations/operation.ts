import type { z } from 'zod';
import type { ErrorShape, Refusal } from '#service/domain/refusal.ts';
import type { Action } from '#service/domain/roles.ts';
import type { RecordKind, Store, StoredKind } from '#service/domain/store.ts';
import type { Switches } from '#service/domain/switches.ts';

/** The authenticated caller of a request. */
export interface Caller {
  readonly userId: string;
  readonly companyId: string;
  readonly roles: readonly string[];
}

/** External inputs of the rules: the time, new ids, the caller (undefined without authentication), the switches. */
export interface Facts {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly uuid: () => string;
  readonly caller: Caller | undefined;
  readonly switches: Switches;
}

/** The input of an operation: the path's id, the validated body and query, and the facts with an authenticated caller. */
export interface OperationInput<Body = unknown> extends Facts {
  readonly store: Store;
  readonly id: string;
  readonly body: Body;
  readonly query: URLSearchParams;
  readonly caller: Caller;
  /** The time of the request as an ISO 8601 timestamp. */
  readonly timestamp: string;
  readonly today: string;
}

/** Which document the answer carries in place of JSON. */
export interface DocumentReference {
  readonly invoicePayableId: string;
  readonly variant: 'ORIGINAL' | 'GENERATED';
}

/** A record that a request created or changed. */
export interface Effect {
  readonly kind: StoredKind;
  readonly id: string;
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: unknown;
  readonly effects: readonly Effect[];
  readonly createdId?: string;
  /** The record's version for an ETag, where it has one. */
  readonly tag?: string;
  readonly document?: DocumentReference;
}

export type Outcome = Answer | Refusal;

/** One operation: its address, its schemas, who may do it, and its rule. */
export interface Operation<Body = unknown> {
  /** As the OpenAPI description and the journal call it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'OPTIONS';
  /** The path after the base address, with one `{id}` at most: under /v1 (A) or /rest/ext/v1 (B). */
  readonly path: string;
  readonly summary: string;
  readonly action: Action;
  /** A unless it says otherwise. */
  readonly errorShape?: ErrorShape;
  readonly body?: z.ZodType<Body>;
  readonly response?: z.ZodType;
  /** Only offered with this switch. */
  readonly only?: 'reads';
  /** The kind of the path's record, where `If-Match` is compared with its tag. */
  readonly tagged?: RecordKind;
  readonly apply: (input: OperationInput<Body>) => Outcome;
}

/** Declares an operation with its body's type inferred from the schema, and forgets the type for the table. */
export function operation<Body>(declared: Operation<Body>): Operation {
  return declared as unknown as Operation;
}
