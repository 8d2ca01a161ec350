import { jsonMediaType, type ServiceRequest, type ServiceResponse } from '#service/domain/exchange.ts';
import type { Found } from './find-operation.ts';
import { writeJson } from '#service/domain/json.ts';
import type { Answer, Caller, Facts, Operation, OperationInput, Outcome } from './operation.ts';
import { readBody, type ReadBody } from '#service/domain/read-body.ts';
import { refusalText, refuse, statusOf, type ErrorShape, type Refusal } from '#service/domain/refusal.ts';
import { allows } from '#service/domain/roles.ts';
import type { Store } from '#service/domain/store.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const JSON_MEDIA_TYPE = /^application\/json\s*(;|$)/i;
const jsonHeaders: Readonly<Record<string, string>> = { 'content-type': jsonMediaType };
const challenge = { 'www-authenticate': 'Bearer realm="sandbox", Basic' };
const noBody: ReadBody = { kind: 'body', value: undefined, ignored: [] };

/** A request with all that its processing needs. */
export interface Exchange {
  readonly store: Store;
  readonly request: ServiceRequest;
  readonly facts: Facts;
}

interface Addressed extends Exchange {
  readonly caller: Caller;
  readonly operation: Operation;
  /** The id of the path, in lower case; '' where the path has none. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/** Answers a request whose address was looked up. Order of the checks: caller, address, role, version, body, rule. */
export function apply(exchange: Exchange, found: Found): ServiceResponse {
  const caller = exchange.facts.caller;
  const shape = found.kind === 'operation' ? found.operation.errorShape : 'A';
  if (caller === undefined) return refusalResponse(notAuthenticated(), shape, challenge);
  switch (found.kind) {
    case 'nothing':
      return refusalResponse(refuse('NOT_FOUND', 'PATH_NOT_FOUND', 'There is no such path.'), shape);
    case 'otherMethod':
      return otherMethod(found.allowed);
    case 'operation':
      return carryOut({ ...exchange, caller, operation: found.operation, id: found.id.toLowerCase(), query: found.query });
  }
}

/** The effect of an operation: it creates or updates. */
export function isWrite(operation: Operation): boolean {
  return operation.method !== 'GET' && operation.method !== 'OPTIONS';
}

function carryOut(addressed: Addressed): ServiceResponse {
  const { store, operation } = addressed;
  const key = rememberKey(addressed);
  const remembered = key === undefined ? undefined : store.get('rememberedAnswer', key);
  if (remembered !== undefined) return { ...remembered, effects: [] };
  const body = refusalBeforeBody(addressed) ?? bodyOf(addressed);
  const outcome = body.kind === 'refusal' ? body : operation.apply(inputOf(addressed, body));
  const ignored = body.kind === 'body' ? body.ignored : [];
  const response =
    outcome.kind === 'refusal' ? refusalResponse(outcome, operation.errorShape) : answerResponse(outcome, addressed, ignored);
  if (isWrite(operation)) keepTrace(addressed, outcome, response, key);
  return response;
}

function notAuthenticated(): Refusal {
  return refuse('UNAUTHORIZED', 'NOT_AUTHENTICATED', 'The request carries no valid API key or access token.');
}

function refusalBeforeBody(addressed: Addressed): Refusal | undefined {
  const { operation, id, caller } = addressed;
  if (operation.path.includes('{id}') && !UUID.test(id))
    return refuse('BAD_REQUEST', 'INVALID_ID', 'The id in the path must be a UUID.', ['id']);
  if (!allows(caller.roles, operation.action)) {
    const message = `None of the roles (${caller.roles.join(', ')}) allows this.`;
    return refuse('FORBIDDEN', 'ROLE_NOT_ALLOWED', message, null, { action: operation.action });
  }
  return versionRefusal(addressed);
}

function versionRefusal({ operation, store, request, facts, id }: Addressed): Refusal | undefined {
  const expected = request.headers?.['if-match'];
  if (!facts.switches.etag || expected === undefined || expected === '*' || operation.currentTag === undefined) return undefined;
  const current = operation.currentTag(store, id);
  if (current === null || current === expected) return undefined;
  return refuse('CONFLICT', 'VERSION_MOVED', 'The record changed since it was read.', null, { expected, current });
}

function bodyOf({ operation, request }: Addressed): ReadBody | Refusal {
  if (operation.body === null) return noBody;
  const mediaType = request.headers?.['content-type'];
  if (request.headers !== undefined && !JSON_MEDIA_TYPE.test(mediaType ?? '')) {
    return refuse('BAD_REQUEST', 'MEDIA_TYPE_NOT_JSON', `The body must be ${jsonMediaType}.`, null, { mediaType: mediaType ?? null });
  }
  return readBody(operation.body, request.body ?? '');
}

function inputOf({ store, id, query, caller, facts }: Addressed, body: ReadBody): OperationInput {
  const timestamp = new Date(facts.now).toISOString();
  const { uuid, switches } = facts;
  return { store, id, body: body.value, query, caller, timestamp, today: timestamp.slice(0, 10), uuid, switches };
}

function answerResponse(answer: Answer, { facts }: Addressed, ignored: readonly string[]): ServiceResponse {
  const extra: Record<string, string> = {};
  if (facts.switches.etag && answer.tag !== undefined) extra['etag'] = answer.tag;
  if (ignored.length > 0) extra['sandbox-ignored-fields'] = ignored.map(encodeURIComponent).join(', ').slice(0, 1000);
  const { status, effects, document } = answer;
  if (document !== undefined) return { status, headers: { 'content-type': 'application/pdf', ...extra }, bodyText: '', effects, document };
  return { status, headers: { ...jsonHeaders, ...extra }, bodyText: writeJson(answer.body), effects };
}

function refusalResponse(refusal: Refusal, shape: ErrorShape, extra: Readonly<Record<string, string>> = {}): ServiceResponse {
  return { status: statusOf[refusal.type], headers: { ...jsonHeaders, ...extra }, bodyText: refusalText(refusal, shape), effects: [] };
}

function otherMethod(allowed: readonly string[]): ServiceResponse {
  const refusal = refuse('NOT_FOUND', 'METHOD_NOT_OFFERED', `This path is offered for ${allowed.join(', ')} only.`);
  return refusalResponse(refusal, 'A', { allow: allowed.join(', ') });
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
