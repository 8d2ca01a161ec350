import type { DocumentReference, Effect } from '#service/domain/operations/operation.ts';

/** A request as it is on the wire. `path` may carry a query; header names are in lower case; `body` is the text, '' without one. */
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** The answer as it goes on the wire. With `document` the body is that PDF, otherwise it is `bodyText`. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** Ids that the request created or changed; empty for reads and refusals. */
  readonly effects: readonly Effect[];
  readonly document?: DocumentReference;
}

/** The media type of every JSON body of the interface. */
export const jsonMediaType = 'application/json;charset=UTF-8';
