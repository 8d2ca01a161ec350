import type { Client, DocumentAnswer } from '#main/api/client.ts';
import type { ApiResult, Failure } from '#main/api/result.ts';
import type { Store } from '#main/storage/store.ts';
import { writeCapability } from '#main/registry/trust.ts';

/** Names that the query parameter of a document's variant may have, likeliest first ("Endpoints 8": not shown). */
export const likelyNames = [
  'type',
  'documentType',
  'variant',
  'version',
  'documentVariant',
  'kind',
  'source',
  'format',
  'documentKind',
  'mode',
];

export interface Learned {
  name: string | null;
  tried: { name: string; verdict: 'understood' | 'ignored' | 'refused' | 'failed' }[];
}

const noVariant = 'NO_SUCH_VARIANT';

/**
 * Finds the parameter's name on one document that is known to exist; only ever GETs. A name is right when the service refuses a variant
 * that does not exist and takes one that does, or when the two variants differ. Stops with the failure when the service cannot be reached.
 */
export async function learnDocumentParameter(
  client: Client,
  store: Store,
  invoicePayableId: string,
  signal?: AbortSignal,
): Promise<ApiResult<Learned>> {
  const plain = await client.document(invoicePayableId, null, signal);
  // A service without a rendition of its own choice refuses that one, and takes a name that it knows.
  if (!plain.ok && plain.failure.kind !== 'refused') return plain;
  const tried: Learned['tried'] = [];
  for (const name of likelyNames) {
    const get = (variant: string) => client.document(invoicePayableId, variant, signal, name);
    const verdict = await tryName(get);
    if (typeof verdict !== 'string') return { ok: false, failure: verdict };
    tried.push({ name, verdict });
    if (verdict !== 'understood') continue;
    writeCapability(store, 'documentParameter', { verdict: 'works', evidence: `GET with ${name}`, value: name });
    return { ok: true, value: { name, tried } };
  }
  if (!plain.ok) return plain;
  writeCapability(store, 'documentParameter', { verdict: 'absent', evidence: `none of ${likelyNames.length} names`, value: null });
  return { ok: true, value: { name: null, tried } };
}

/**
 * Tries a name that a user typed, once, on a document that was just read; null when the service could not be asked. The name stays whatever
 * comes of it: only what the renditions are called is not believed where the service ignores it.
 */
export async function tryDocumentParameter(
  client: Client,
  store: Store,
  invoicePayableId: string,
  signal?: AbortSignal,
): Promise<boolean | null> {
  const verdict = await tryName((variant) => client.document(invoicePayableId, variant, signal));
  if (typeof verdict !== 'string') return null;
  const understood = verdict === 'understood';
  writeCapability(store, 'documentParameter', { verdict: understood ? 'works' : 'absent', evidence: `set by hand, GET ${verdict} it` });
  return understood;
}

async function tryName(
  get: (variant: string) => Promise<ApiResult<DocumentAnswer>>,
): Promise<Learned['tried'][number]['verdict'] | Failure> {
  const none = await get(noVariant);
  const original = await get('ORIGINAL');
  const broken = [none, original].find((result) => !result.ok && result.failure.kind !== 'refused');
  if (broken && !broken.ok) return broken.failure;
  if (!original.ok) return 'refused';
  if (!none.ok) return 'understood';
  const generated = await get('GENERATED');
  if (!generated.ok) return generated.failure.kind === 'refused' ? 'understood' : generated.failure;
  return Buffer.compare(original.value.bytes, generated.value.bytes) === 0 ? 'ignored' : 'understood';
}
