import type { JsonObject } from '#shared/json/json.ts';
import type { ServiceRequest } from '#shared/edits/edit-kind.ts';
import { getInvoiceDocument } from '#shared/service/operations.ts';
import type { ClientParts } from './client-account.ts';
import { createAuthenticatedClient, unprovenAfter303, type Arrival } from './authenticated-client.ts';
import { judgeAny, judgeBytes, judgeJson, type JsonBody } from './judge.ts';
import { prepareRequest, type PreparedRequest, type SendRequest } from './prepare.ts';
import { createProbe, portalLike } from './probe.ts';
import { failed, succeeded, type ApiResult } from './result.ts';
import { headerOf, type PriorityClass, type WireAnswer } from '#main/api/transport/transport.ts';

/** A 2xx with a JSON object. `url` is where the answer came from in the end. */
export interface Answer {
  status: number;
  headers: [string, string][];
  text: string;
  /** The very bytes of `text`. */
  bytes?: Uint8Array;
  value: JsonObject;
  etag: string | null;
  url: string;
  /** It answers the read that followed a 303 to a write. */
  after303?: true;
}

/** An answer whose content is not specified: shown as it came. Bytes that are not UTF-8 are shown with replacement characters. */
export type RawAnswer = Pick<Answer, 'status' | 'headers' | 'text'>;

export interface DocumentAnswer {
  bytes: Uint8Array;
  headers: [string, string][];
  url: string;
}

export interface Sending extends SendRequest {
  priority: PriorityClass;
  /** The exact request where it was made already, so that what was committed is what leaves. */
  prepared?: PreparedRequest;
  /** Tells the record that a write must answer with: lets a 303 be followed. Never given for a payment. */
  expects?: (value: JsonObject) => boolean;
  /**
   * For how many milliseconds from now its first byte may still leave; 0 when it may not any more. Asked each time when nothing but the way
   * itself is left to wait for.
   */
  leavesWithinMs?: () => number;
}

/** HTTPS in, a result out; never throws for the network, never repeats a request but once after a refreshed sign-in. */
export interface Client {
  /** The exact bytes that `send` will send for the same request. */
  prepare(request: SendRequest): PreparedRequest;
  send(request: Sending, signal?: AbortSignal): Promise<ApiResult<Answer>>;
  read(request: SendRequest, signal?: AbortSignal): Promise<ApiResult<Answer>>;
  /** Sends an OPTIONS and shows the answer as it came ("Endpoints 6"). */
  options(request: SendRequest, signal?: AbortSignal): Promise<ApiResult<RawAnswer>>;
  /**
   * Downloads a purchase invoice's document; `variant` is omitted while the parameter's name is unknown ("Endpoints 8"). `parameter`
   * tries a name other than the account's.
   */
  document(invoicePayableId: string, variant: string | null, signal?: AbortSignal, parameter?: string): Promise<ApiResult<DocumentAnswer>>;
  /** Asks, without credentials at first, whether the service itself answers and is well, and opens connections meanwhile; see probe.ts. */
  probe(signal?: AbortSignal, connections?: number): Promise<ApiResult<{ status: number }>>;
  /** The service's clock minus ours, from the newest `Date` header; for showing only. */
  clockOffsetMs(): number | null;
}

export function createClient({ world, transport, account }: ClientParts): Client {
  const courier = createAuthenticatedClient({ world, transport, account });
  const judge = {
    json: (answer: WireAnswer) => judgeJson(answer, world.now()),
    any: (answer: WireAnswer) => judgeAny(answer, world.now()),
  };

  const probe = createProbe({
    ...{ world, transport, account },
    read: async (request, signal) => {
      const plan = { priority: 'read' as const, judge: judge.json };
      const arrived = await courier.carry(prepareRequest(account.baseUrl, request), plan, signal);
      return arrived.ok ? succeeded(arrived.value.judged) : arrived;
    },
  });

  /** HTML on a read, or a redirect of one to a stranger, may be the network's own sign-in page: then everything is answered so. */
  const orPortal = async <T>(request: ServiceRequest, result: ApiResult<T>, signal?: AbortSignal): Promise<ApiResult<T>> => {
    const reading = request.method === 'GET' || request.method === 'OPTIONS';
    if (result.ok || !reading || !portalLike(result.failure)) return result;
    const { failure } = result;
    const redirect = failure.kind === 'redirected' && failure.why === 'untrusted' ? failure : null;
    // A user answered for this host already: it is no portal's.
    if (redirect && account.trusts(redirect.host) !== 'ask') return result;
    const probed = await probe(signal);
    // While the service itself gives no answer, nobody knows who leads to that stranger.
    if (!probed.ok && (redirect || probed.failure.kind === 'captivePortal')) return probed;
    if (redirect) account.asks?.(redirect.host);
    return result;
  };

  const json = async (request: Sending, signal?: AbortSignal): Promise<ApiResult<Answer>> => {
    const prepared = request.prepared ?? prepareRequest(account.baseUrl, request);
    const follow303 = request.expects !== undefined && request.priority !== 'payment';
    const { priority, leavesWithinMs } = request;
    const arrived = await courier.carry(prepared, { priority, follow303, judge: judge.json, leavesWithinMs }, signal);
    const result = arrived.ok ? answerOf(arrived.value, request) : arrived;
    // Every record of the service's is asked about; what a write came to is never turned around by this.
    const foreign = result.ok && account.belongs?.(result.value.value) === false;
    if (result.ok && foreign && request.priority === 'read') return failed({ kind: 'otherCompany', status: result.value.status });
    return orPortal(request, result, signal);
  };

  return {
    prepare: (request) => prepareRequest(account.baseUrl, request),
    send: json,
    read: (request, signal) => json({ ...request, priority: 'read' }, signal),
    options: async (request, signal) => {
      const prepared = prepareRequest(account.baseUrl, request);
      const arrived = await courier.carry(prepared, { priority: 'read', judge: judge.any }, signal);
      if (!arrived.ok) return orPortal(request, arrived, signal);
      const { status, headers, body } = arrived.value.answer;
      return succeeded({ status, headers, text: new TextDecoder().decode(body) });
    },
    document: async (invoicePayableId, variant, signal, parameter) => {
      const request = getInvoiceDocument(invoicePayableId, variant, parameter ?? account.documentParameter);
      const plan = { priority: 'document' as const, judge: (a: WireAnswer) => judgeBytes(a, 'application/pdf', world.now()) };
      const arrived = await courier.carry(prepareRequest(account.baseUrl, request), plan, signal);
      if (!arrived.ok) return orPortal(request, arrived, signal);
      return succeeded({ bytes: arrived.value.judged, headers: arrived.value.answer.headers, url: arrived.value.url });
    },
    probe,
    clockOffsetMs: () => courier.clockOffsetMs(),
  };
}

/** A GET after a 303 proves the write only when it shows the expected record. */
function answerOf({ answer, judged, url, after303 }: Arrival<JsonBody>, request: Sending): ApiResult<Answer> {
  if (after303 && request.expects?.(judged.value) !== true) return failed(unprovenAfter303(url), answer);
  return succeeded({
    status: answer.status,
    headers: answer.headers,
    bytes: answer.body,
    ...judged,
    etag: headerOf(answer.headers, 'etag'),
    url,
    ...(after303 ? { after303 } : {}),
  });
}
