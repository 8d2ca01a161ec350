import type { PriorityClass } from './transport.ts';

export const connectTimeoutMs = 10_000;

const million = 1_000_000;

/**
 * Limits by priority class ("Limits": not shown; docs/laws.md, "Judging an answer"): `wireBytes` of the body as they travel, `bodyBytes` after
 * decompression, since 1 MB of gzip can expand to 1 GiB.
 */
export const priorityLimits: Record<PriorityClass, { totalTimeoutMs: number; wireBytes: number; bodyBytes: number }> = {
  payment: { totalTimeoutMs: 90_000, wireBytes: 10 * million, bodyBytes: 20 * million },
  write: { totalTimeoutMs: 60_000, wireBytes: 10 * million, bodyBytes: 20 * million },
  read: { totalTimeoutMs: 30_000, wireBytes: 10 * million, bodyBytes: 20 * million },
  document: { totalTimeoutMs: 120_000, wireBytes: 50 * million, bodyBytes: 50 * million },
};

const shortestWaitMs = 1_000;
const longestWaitMs = 3_600_000;

/**
 * Reads `Retry-After` in seconds or as a date, clamped to 1 s to 1 h; null when absent or unreadable. `now` is the wall clock in
 * milliseconds; the answer's own `Date` is preferred by callers that have one.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return clamp(Number(text) * 1000);
  const at = httpDate(text);
  return Number.isNaN(at) ? null : clamp(at - now);
}

/** The oldest of HTTP's three forms of a date names no zone; it is in GMT as the others are. */
const zoneless = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d [\d:]{8} \d{4}$/;

/** The instant that a header names, in milliseconds; NaN for what is no date of HTTP's. */
export function httpDate(header: string): number {
  const text = header.trim();
  if (!/^[A-Za-z]{3,9},? /.test(text)) return Number.NaN;
  return Date.parse(zoneless.test(text) ? `${text} GMT` : text);
}

function clamp(ms: number): number {
  return Math.min(longestWaitMs, Math.max(shortestWaitMs, ms));
}
