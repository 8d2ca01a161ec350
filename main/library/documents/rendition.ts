import type { Client, DocumentAnswer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import { documentVariants } from '#shared/service/operations.ts';

const [original, generated] = documentVariants;

export interface RenditionOptions {
  client: Pick<Client, 'document'>;
  /** True when the service understands the parameter's name; null when it was not tried, `noName` without a name. */
  parameter(): boolean | null | 'noName';
  /** Tries the name on this document; null when the service could not be asked. */
  tryParameter(recordId: string, signal?: AbortSignal): Promise<boolean | null>;
}

/** A document with the rendition that it certainly is; null where the service chose, or may have. */
export type Rendered = ApiResult<DocumentAnswer & { variant: string | null }>;

/**
 * Downloads a document ("Endpoints 8"). Where the parameter's name is known it asks for the rendition: the wanted one, else the original, and
 * what the service generates where it refuses that.
 */
export async function fetchRendition(
  options: RenditionOptions,
  recordId: string,
  wanted: string | null,
  signal?: AbortSignal,
): Promise<Rendered> {
  if (options.parameter() === 'noName') return renderedAs(await options.client.document(recordId, null, signal), null);
  const first = await asked(options, recordId, wanted ?? original, signal);
  if (wanted !== null || first.ok || first.failure.kind !== 'refused') return first;
  const second = await asked(options, recordId, generated, signal);
  return second.ok ? second : first;
}

async function asked(options: RenditionOptions, recordId: string, variant: string, signal?: AbortSignal): Promise<Rendered> {
  const answer = await options.client.document(recordId, variant, signal);
  if (!answer.ok) return answer;
  const understands = options.parameter() ?? (await options.tryParameter(recordId, signal));
  return renderedAs(answer, understands === true ? variant : null);
}

const renderedAs = (answer: ApiResult<DocumentAnswer>, variant: string | null): Rendered =>
  answer.ok ? { ok: true, value: { ...answer.value, variant } } : answer;
