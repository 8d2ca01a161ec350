import { getExpense } from '#shared/service/operations.ts';
import { connectTimeoutMs, priorityLimits } from '#main/api/transport/limits.ts';
import { urlOf } from '#shared/service/service-url.ts';
import type { WireRequest } from '#main/api/transport/transport.ts';

/** An id that no record has: asking for it shows who answers, and nothing else. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** The cheapest question there is: an expense that does not exist, with a sign-in (the header's whole value) or without one. */
export function question(baseUrl: string, authorization: string | null = null): WireRequest {
  const headers: [string, string][] = [['Accept', 'application/json']];
  if (authorization !== null) headers.unshift(['Authorization', authorization]);
  const { totalTimeoutMs } = priorityLimits.read;
  return {
    method: 'GET',
    url: urlOf(baseUrl, getExpense(nobody)),
    headers,
    body: null,
    priority: 'read',
    connectTimeoutMs,
    totalTimeoutMs,
  };
}
