import { readBaseUrl, type BaseUrlAnswer } from '#shared/service/service-url.ts';

/** Checks `{base_url}` before an account is made of it: as `readBaseUrl`, and what Node cannot ask is no address. */
export function parseBaseUrl(text: string): BaseUrlAnswer {
  const read = readBaseUrl(text);
  return read.ok && !URL.canParse(read.baseUrl) ? { ok: false, why: 'notAnAddress' } : read;
}
