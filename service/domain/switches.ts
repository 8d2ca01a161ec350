/** The sandbox as the specification reads: everything beyond it is off, or the plainest choice where the specification is silent. */
export const specificationOnly = {
  /** Offers GET on the paths of vendor, invoice receivable and card transaction. */
  reads: false,
  /** Honours an `Idempotency-Key` header on creating operations: the first answer is given again. */
  idempotency: false,
  /** Sends `ETag` and refuses a stale `If-Match` with CONFLICT. */
  etag: false,
  /** The meaning of a field that the vendor PUT's body omits. */
  omitted: 'clear' as 'keep' | 'clear',
  /** True when the card transaction PATCH empties fields that its body omits. */
  replaces: false,
  /** Name of the query parameter of the document operation that takes ORIGINAL or GENERATED. */
  documentParameter: 'variant',
  /** The rendition of a request that names none; null where the service refuses such a request. */
  documentDefault: 'ORIGINAL' as 'ORIGINAL' | 'GENERATED' | null,
};

/** Switches for behaviour beyond the specification, or where it is silent. */
export type Switches = Readonly<typeof specificationOnly>;
