import { hash } from 'node:crypto';
import type { Answer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import type { KeptAnswer } from '#main/outbox/attempts.ts';

/** Headers that may matter later: what kind of answer it was, when, and the service's own name for it. `Location` only as far as its path. */
const mattering: ReadonlySet<string> = new Set(['content-type', 'date', 'etag', 'retry-after', 'location', 'x-request-id', 'request-id']);

/** The facts of a response that the audit log and the attempt's row keep; null without a response. */
export function keptAnswer(result: ApiResult<Answer>): KeptAnswer | null {
  const came = result.ok ? { headers: result.value.headers, body: bytesOf(result.value) } : result.answer;
  if (!came) return null;
  const headers: Record<string, string> = {};
  for (const [name, value] of came.headers) {
    const plain = name.toLowerCase();
    if (mattering.has(plain)) headers[plain] = plain === 'location' ? withoutQuery(value) : value;
  }
  return { body: came.body, sha256: hash('sha256', came.body), headers };
}

function bytesOf({ bytes, text }: Answer): Uint8Array {
  return bytes ?? new TextEncoder().encode(text);
}

/** A query may carry a secret. */
function withoutQuery(location: string): string {
  return location.split(/[?#]/, 1)[0] ?? '';
}
