import { jsonMediaType, type ServiceRequest, type ServiceResponse } from '#service/domain/exchange.ts';
import { uuid } from '#service/domain/fields.ts';
import { findOperation } from './find-operation.ts';
import { tagOf } from './company-record.ts';
import { writeJson } from '#service/domain/json.ts';
import type { Answer, Caller, Facts, Operation, OperationInput, Outcome } from './operation.ts';
import { readBody, type ReadBody } from '#service/domain/read-body.ts';
import { refusalText, refusalTypes, refuse, type Refusal } from '#service/domain/refusal.ts';
import { allows } from '#service/domain/roles.ts';
import type { Store } from '#service/domain/store.ts';

const JSON_MEDIA_TYPE = /^application\/json\s*(;|$)/i;
const jsonHeaders: Readonly<Record<string, string>> = { 'content-type': jsonMediaType };
const challenge = { 'www-authenticate': 'Bearer realm="sandbox", Basic' };
const noBody: ReadBody = { kind: 'body', value: undefined, ignored: [] };

/** A request of a known caller for a known operation. */
interface Addressed {
  readonly store: Store;
  readonly request: ServiceRequest;
  readonly facts: Facts;
  readonly caller: Caller;
  readonly operation: Operation;
  /** The id of the path, in lower case; '' where the path has none. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/**
 * Carries out one request by the rules of the interface specification: pure but for the store, synchronous, and whole or not at all.
 * The HTTP server and the simulator both call this and nothing else, so they cannot differ. Order of the checks: caller, address, role,
 * version, body, rule.
 *
 * A refusal is an answer with an error context, never a throw; a throw is a bug of the sandbox.
 *
 *     const store = seedStore(new MemoryStore(), { seed: 7, now });        // service/seed/seed.ts
 *     handle(store, { method: 'PATCH', path: `/v1/expenses/${id}`, body }, { now, uuid, caller, switches: specificationOnly });
 *     store.journal();                                                     // what was applied, and with which Idempotency-Key
 */
export function handle(store: Store, request: ServiceRequest, facts: Facts): ServiceResponse {
  const found = findOperation(request.method, request.path, facts.switches);
  const { caller } = facts;
  if (caller === undefined) {
    const refusal = refuse('UNAUTHORIZED', 'NOT_AUTHENTICATED', 'The request carries no valid API key or access token.');
    return refusalResponse(refusal, found.kind === 'operation' ? found.operation : {}, challenge);
  }
  switch (found.kind) {
    case 'nothing':
      return refusalResponse(refuse('NOT_FOUND', 'PATH_NOT_FOUND', 'There is no such path.'));
    case 'otherMethod':
      return otherMethod(found.allowed);
    case 'operation':
      return carryOut({ store, request, facts, caller, operation: found.operation, id: found.id.toLowerCase(), query: found.query });
  }
}

/** True for a method that creates or updates. */
export function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'OPTIONS';
}

function carryOut(addressed: Addressed): ServiceResponse {
  const { store, operation } = addressed;
  const key = rememberKey(addressed);
  const remembered = key === undefined ? undefined : store.get('rememberedAnswer', key);
  if (remembered !== undefined) return { ...remembered, effects: [] };
  const body = refusalBeforeBody(addressed) ?? bodyOf(addressed);
  const outcome = body.kind === 'refusal' ? body : operation.apply(inputOf(addressed, body));
  const ignored = body.kind === 'body' ? body.ignored : [];
  const response = outcome.kind === 'refusal' ? refusalResponse(outcome, operation) : answerResponse(outcome, addressed, ignored);
  if (isWrite(operation.method)) keepTrace(addressed, outcome, response, key);
  return response;
}

function refusalBeforeBody(addressed: Addressed): Refusal | undefined {
  const { operation, id, caller } = addressed;
  if (operation.path.includes('{id}') && !uuid.safeParse(id).success)
    return refuse('BAD_REQUEST', 'INVALID_ID', 'The id in the path must be a UUID.', ['id']);
  if (!allows(caller.roles, operation.action)) {
    const message = `None of the roles (${caller.roles.join(', ')}) allows this.`;
    return refuse('FORBIDDEN', 'ROLE_NOT_ALLOWED', message, null, { action: operation.action });
  }
  return versionRefusal(addressed);
}

function versionRefusal({ operation, store, request, facts, id }: Addressed): Refusal | undefined {
  const expected = request.headers?.['if-match'];
  if (!facts.switches.etag || expected === undefined || expected === '*' || operation.tagged === undefined) return undefined;
  const record = store.get(operation.tagged, id);
  const current = record && tagOf(record);
  if (current === undefined || current === expected) return undefined;
  return refuse('CONFLICT', 'VERSION_MOVED', 'The record changed since it was read.', null, { expected, current });
}

function bodyOf({ operation, request }: Addressed): ReadBody | Refusal {
  if (operation.body === undefined) return noBody;
  const mediaType = request.headers?.['content-type'];
  if (request.headers !== undefined && !JSON_MEDIA_TYPE.test(mediaType ?? '')) {
    return refuse('BAD_REQUEST', 'MEDIA_TYPE_NOT_JSON', `The body must be ${jsonMediaType}.`, null, { mediaType: mediaType ?? null });
  }
  return readBody(operation.body, request.body ?? '');
}

function inputOf({ store, id, query, caller, facts }: Addressed, body: ReadBody): OperationInput {
  const timestamp = new Date(facts.now).toISOString();
  return { ...facts, store, id, body: body.value, query, caller, timestamp, today: timestamp.slice(0, 10) };
}

function answerResponse(answer: Answer, { facts }: Addressed, ignored: readonly string[]): ServiceResponse {
  const extra: Record<string, string> = {};
  if (facts.switches.etag && answer.tag !== undefined) extra['etag'] = answer.tag;
  if (ignored.length > 0) extra['sandbox-ignored-fields'] = ignored.map(encodeURIComponent).join(', ').slice(0, 1000);
  const { status, effects, document } = answer;
  if (document !== undefined) return { status, headers: { 'content-type': 'application/pdf', ...extra }, bodyText: '', effects, document };
  return { status, headers: { ...jsonHeaders, ...extra }, bodyText: writeJson(answer.body), effects };
}

function refusalResponse(
  refusal: Refusal,
  { errorShape = 'A' }: Pick<Operation, 'errorShape'> = {},
  extra: Readonly<Record<string, string>> = {},
): ServiceResponse {
  return {
    status: refusalTypes[refusal.type].status,
    headers: { ...jsonHeaders, ...extra },
    bodyText: refusalText(refusal, errorShape),
    effects: [],
  };
}

function otherMethod(allowed: readonly string[]): ServiceResponse {
  const refusal = refuse('NOT_FOUND', 'METHOD_NOT_OFFERED', `This path is offered for ${allowed.join(', ')} only.`);
  return refusalResponse(refusal, {}, { allow: allowed.join(', ') });
}

function rememberKey({ facts, operation, request, caller }: Addressed): string | undefined {
  const key = request.headers?.['idempotency-key'];
  if (!facts.switches.idempotency || operation.method !== 'POST' || key === undefined) return undefined;
  return [caller.companyId, caller.userId, request.path, key].join(' ');
}

function keepTrace(addressed: Addressed, outcome: Outcome, response: ServiceResponse, key: string | undefined): void {
  const { store, request, facts, operation, id, caller } = addressed;
  if (key !== undefined && outcome.kind === 'answer') {
    store.put('rememberedAnswer', key, { status: response.status, headers: response.headers, bodyText: response.bodyText });
  }
  store.appendJournal({
    at: facts.now,
    operation: operation.name,
    method: request.method,
    path: request.path,
    recordId: id,
    createdId: outcome.kind === 'answer' ? (outcome.createdId ?? null) : null,
    idempotencyKey: request.headers?.['idempotency-key'] ?? null,
    bodyText: request.body ?? '',
    status: response.status,
    applied: outcome.kind === 'answer',
    userId: caller.userId,
  });
}
