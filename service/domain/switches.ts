/** What the sandbox does beyond, or where the specification is silent. Everything is off, or the plainest choice, by default. */
export interface Switches {
  /** Offers GET on the paths of vendor, invoice receivable and card transaction. */
  readonly reads: boolean;
  /** Honours an `Idempotency-Key` header on creating operations: the first answer is given again. */
  readonly idempotency: boolean;
  /** Sends `ETag` and refuses a stale `If-Match` with CONFLICT. */
  readonly etag: boolean;
  /** What a field that is left out of the vendor PUT's body means. */
  readonly omitted: 'keep' | 'clear';
  /** Whether the card transaction PATCH empties what its body leaves out. */
  readonly replaces: boolean;
  /** Name of the query parameter of the document operation that takes ORIGINAL or GENERATED. */
  readonly documentParameter: string;
  /** The rendition of a request that names none; null where the service refuses such a request. */
  readonly documentDefault: 'ORIGINAL' | 'GENERATED' | null;
}

/** The sandbox as the specification reads: nothing extra is offered. */
export const specificationOnly: Switches = {
  reads: false,
  idempotency: false,
  etag: false,
  omitted: 'clear',
  replaces: false,
  documentParameter: 'variant',
  documentDefault: 'ORIGINAL',
};
