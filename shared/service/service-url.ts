import type { ServiceRequest } from '#shared/edits/edit-kind.ts';

/** Why an address cannot be a service's base address. */
export type BaseUrlProblem = 'notAnAddress' | 'plainHttp' | 'userinfo' | 'queryOrFragment';

export type BaseUrlAnswer = { ok: true; baseUrl: string } | { ok: false; why: BaseUrlProblem };

/** Longer addresses are none; 2,000 characters is what browsers and proxies take. */
const longestAddress = 2_000;
const baseUrlPattern = /^https:\/\/((?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)(?::\d{1,5})?)(\/[^\s?#\\]*)?$/i;

/**
 * Checks `{base_url}`, with or without a path and a slash at its end; the answer has no slash there. Plain HTTP is refused, because the service
 * refuses it and because a sign-in would travel readable ("Authentication", rule 1); so are user names, queries and fragments.
 */
export function readBaseUrl(text: string): BaseUrlAnswer {
  const trimmed = text.trim();
  // Letters of other alphabets draw another host than the one that is asked.
  const isPlain = trimmed.length <= longestAddress && !/[^\x21-\x7E]/.test(trimmed);
  const [, host, path = ''] = (isPlain && baseUrlPattern.exec(trimmed)) || [];
  if (host !== undefined) return { ok: true, baseUrl: `https://${host.toLowerCase().replace(/:443$/, '')}${path.replace(/\/+$/, '')}` };
  if (/^http:\/*[^/]/i.test(trimmed)) return { ok: false, why: 'plainHttp' };
  if (/^https:\/\/[^/?#]*@/i.test(trimmed)) return { ok: false, why: 'userinfo' };
  return { ok: false, why: /^https:[^]*[?#]/i.test(trimmed) ? 'queryOrFragment' : 'notAnAddress' };
}

const prefixes: Record<ServiceRequest['family'], string> = { A: '/v1', B: '/rest/ext/v1' };

/**
 * Builds request URLs: the only place that knows both path families ("Endpoints"). Throws for a base address that was never checked: that is a
 * bug, not a failure.
 */
export function urlOf(baseUrl: string, request: Pick<ServiceRequest, 'family' | 'path' | 'query'>): string {
  const base = readBaseUrl(baseUrl);
  if (!base.ok) throw new Error(`an account with an unusable base address: ${base.why}`);
  const query = Object.entries(request.query ?? {}).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const tail = query.length === 0 ? '' : `?${query.join('&')}`;
  return base.baseUrl + prefixes[request.family] + request.path + tail;
}

/** Host and port of an https address, and the path behind it; the whole text where it is no such address. For words only, never for trust. */
export function partsOfUrl(url: string): { host: string; path: string } {
  const [, host, path] = /^https:\/\/([^/?#]+)([^?#]*)/.exec(url) ?? [];
  return host === undefined ? { host: url, path: url } : { host, path: path || '/' };
}
