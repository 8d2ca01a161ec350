import type { ServiceRequest } from '#shared/edits/edit-kind.ts';

/** A service's base address, checked; or why it cannot be used, as a sentence. */
export type BaseUrlAnswer = { ok: true; baseUrl: string; origin: string } | { ok: false; why: string };
export type UrlAnswer = { ok: true; url: string } | { ok: false; why: string };

/** Longer addresses are none; 2,000 characters is what browsers and proxies take. */
const longestAddress = 2_000;
const baseUrlPattern = /^https:\/\/((?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)(?::\d{1,5})?)(\/[^\s?#\\]*)?$/i;

/**
 * Takes a base address with or without a path and a trailing slash. Plain HTTP is refused, because the service refuses it and because a
 * sign-in would travel readable ("Authentication", rule 1); so are user names, queries and fragments.
 */
export function readBaseUrl(text: string): BaseUrlAnswer {
  const trimmed = text.trim();
  if (trimmed.length > longestAddress) return { ok: false, why: 'This is too long for an address.' };
  if (/^http:/i.test(trimmed))
    return { ok: false, why: 'The address must begin with https://: plain HTTP would send your sign-in readable.' };
  if (!/^https:\/\//i.test(trimmed)) return { ok: false, why: 'The address must begin with https://.' };
  // Letters of other alphabets draw another host than the one that is asked.
  if (/[^\x21-\x7E]/.test(trimmed))
    return {
      ok: false,
      why: 'The address has a hidden character or a letter of another alphabet. Type it in plain letters (xn--… for such a host).',
    };
  if (/[?#]/.test(trimmed)) return { ok: false, why: 'The address must not carry a ? or a #.' };
  if (/^https:\/\/[^/]*@/i.test(trimmed)) return { ok: false, why: 'The address must not carry a user name.' };
  const match = baseUrlPattern.exec(trimmed);
  if (match?.[1] === undefined) return { ok: false, why: 'This is not an address.' };
  const origin = `https://${match[1].toLowerCase().replace(/:443$/, '')}`;
  return { ok: true, baseUrl: origin + (match[2] ?? '').replace(/\/+$/, ''), origin };
}

const prefixes: Record<ServiceRequest['family'], string> = { A: '/v1', B: '/rest/ext/v1' };

/** Builds request URLs: the only place that knows both path families ("Endpoints"). */
export function urlOf(baseUrl: string, request: Pick<ServiceRequest, 'family' | 'path' | 'query'>): UrlAnswer {
  const base = readBaseUrl(baseUrl);
  if (!base.ok) return base;
  const query = Object.entries(request.query ?? {}).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const tail = query.length === 0 ? '' : `?${query.join('&')}`;
  return { ok: true, url: base.baseUrl + prefixes[request.family] + request.path + tail };
}

/** Host and port of an https address, and the path behind it; the whole text where it is no such address. For words only, never for trust. */
export function partsOfUrl(url: string): { host: string; path: string } {
  const [, host, path] = /^https:\/\/([^/?#]+)([^?#]*)/.exec(url) ?? [];
  return host === undefined ? { host: url, path: url } : { host, path: path || '/' };
}
