import { hash } from 'node:crypto';
import { stringifyJson } from '#shared/json/json.ts';
import type { ServiceRequest } from '#shared/edits/edit-kind.ts';
import { urlOf } from '#shared/service/service-url.ts';
import type { WireRequest } from '#main/api/transport/transport.ts';

/** The interface's media type, to the letter. */
export const jsonMediaType = 'application/json;charset=UTF-8';

/** A service request with what one attempt adds to it. */
export interface SendRequest extends ServiceRequest {
  /** Stable over all attempts of one edit; never relied upon. */
  idempotencyKey?: string;
  /** An `ETag` that a response once carried. */
  ifMatch?: string;
}

/** A request's exact bytes, before credentials: what an intent records and what then leaves. */
export interface PreparedRequest {
  method: WireRequest['method'];
  url: string;
  /** Without `Authorization`: credentials are never stored. */
  headers: [string, string][];
  bytes: Uint8Array | null;
  /** Hex, of the body's bytes; of nothing where there is no body. */
  sha256: string;
}

/** Makes the exact request; the same request gives the same bytes every time. */
export function prepareRequest(baseUrl: string, request: SendRequest): PreparedRequest {
  const bytes = request.body === undefined ? null : new TextEncoder().encode(stringifyJson(request.body));
  return {
    method: request.method,
    url: urlOf(baseUrl, request),
    headers: headersOf(request, bytes),
    bytes,
    sha256: hash('sha256', bytes ?? ''),
  };
}

function headersOf(request: SendRequest, bytes: Uint8Array | null): [string, string][] {
  const headers: [string, string][] = [
    ['Accept', request.accept === 'pdf' ? 'application/pdf' : 'application/json'],
    ['Accept-Encoding', 'gzip'],
  ];
  // A copy that a cache on the way kept is no look at the record.
  if (request.method === 'GET') headers.push(['Cache-Control', 'no-cache']);
  // Explicit even for OPTIONS, whose body would otherwise travel unframed.
  if (bytes) headers.push(['Content-Type', jsonMediaType], ['Content-Length', String(bytes.byteLength)]);
  if (request.idempotencyKey !== undefined) headers.push(['Idempotency-Key', request.idempotencyKey]);
  if (request.ifMatch !== undefined) headers.push(['If-Match', request.ifMatch]);
  return headers;
}
