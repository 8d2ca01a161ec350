import { readBaseUrl } from '#shared/service/service-url.ts';

/** Why an address cannot be a service's base address. */
export type BaseUrlProblem = 'notAnAddress' | 'plainHttp' | 'userinfo' | 'queryOrFragment';

/** Checks `{base_url}` before an account is made of it; only https ("Authentication", rule 1). The answer has no slash at its end. */
export function parseBaseUrl(text: string): { ok: true; baseUrl: string; origin: string } | { ok: false; why: BaseUrlProblem } {
  const read = readBaseUrl(text);
  const url = URL.parse(text.trim());
  if (read.ok && url) return read;
  if (url?.protocol === 'http:') return { ok: false, why: 'plainHttp' };
  if (url?.protocol !== 'https:') return { ok: false, why: 'notAnAddress' };
  if (url.username !== '' || url.password !== '') return { ok: false, why: 'userinfo' };
  return { ok: false, why: url.search !== '' || url.hash !== '' ? 'queryOrFragment' : 'notAnAddress' };
}
