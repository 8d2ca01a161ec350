import type { ServiceRequest } from '#shared/edits/edit-kind.ts';

/** Why an address cannot be a service's base address. */
export type BaseUrlProblem = 'notAnAddress' | 'plainHttp' | 'userinfo' | 'queryOrFragment';

/** Reads `{base_url}` with or without a trailing slash or a path; only https ("Authentication", rule 1). The answer has no trailing slash. */
export function parseBaseUrl(text: string): { ok: true; baseUrl: string; origin: string } | { ok: false; why: BaseUrlProblem } {
  const url = URL.parse(text.trim());
  if (url?.protocol === 'http:') return { ok: false, why: 'plainHttp' };
  if (url?.protocol !== 'https:' || url.hostname === '') return { ok: false, why: 'notAnAddress' };
  if (url.username !== '' || url.password !== '') return { ok: false, why: 'userinfo' };
  if (url.search !== '' || url.hash !== '') return { ok: false, why: 'queryOrFragment' };
  return { ok: true, baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, origin: url.origin };
}

/** The one place that knows the two path families: (A) `{base_url}/v1/…`, (B) `{base_url}/rest/ext/v1/…` ("Endpoints"). */
export function requestUrl(baseUrl: string, request: Pick<ServiceRequest, 'family' | 'path' | 'query'>): string {
  const family = request.family === 'A' ? '/v1' : '/rest/ext/v1';
  const query = new URLSearchParams(request.query ?? {}).toString();
  return `${baseUrl.replace(/\/+$/, '')}${family}${request.path}${query === '' ? '' : `?${query}`}`;
}
