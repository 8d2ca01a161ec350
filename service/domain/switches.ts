/** Switches for behaviour beyond the specification, or where it is silent. Everything is off, or the plainest choice, by default. */
export interface Switches {
  /** Offers GET on the paths of vendor, invoice receivable and card transaction. */
  readonly reads: boolean;
  /** Honours an `Idempotency-Key` header on creating operations: the first answer is given again. */
  readonly idempotency: boolean;
  /** Sends `ETag` and refuses a stale `If-Match` with CONFLICT. */
  readonly etag: boolean;
  /** The meaning of a field that the vendor PUT's body omits. */
  readonly omitted: 'keep' | 'clear';
  /** True when the card transaction PATCH empties fields that its body omits. */
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
