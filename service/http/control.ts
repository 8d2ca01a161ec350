import { changeableKinds, changeRecord } from '#service/domain/operations/change.ts';
import { jsonMediaType } from '#service/domain/exchange.ts';
import { readJson, writeJson } from '#service/domain/json.ts';
import { refuse, type Refusal } from '#service/domain/refusal.ts';
import type { StoredKind } from '#service/domain/store.ts';
import type { Switches } from '#service/domain/switches.ts';
import type { FaultRule } from '#service/faults.ts';
import { exportKinds, exportMediaTypes, exportText, type ExportFormat, type ExportKind } from '#service/seed-export.ts';
import { statementText } from '#service/statement-export.ts';
import { isSameSecret, revokeRefreshTokens } from '#service/oauth/tokens.ts';
import { authenticate } from './authenticate.ts';
import { sendRefusal, type App, type AppRequest } from './reply.ts';
import type { Sandbox } from './sandbox.ts';

/** The response of a control route: a value as JSON, text of another media type, or a refusal. */
type Controlled =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly mediaType: string }
  | Refusal;

interface ControlRequest {
  readonly sandbox: Sandbox;
  readonly query: URLSearchParams;
  /** The sequence number that a list begins behind. */
  readonly after: number;
  readonly body: unknown;
}

interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Open to any proven caller for the caller's own company, not only with the control key. */
  readonly openToCallers?: true;
  readonly answer: (request: ControlRequest, companyId: string) => Controlled;
}

const value = (of: unknown): Controlled => ({ kind: 'value', value: of });
const badRequest = (message: string, field: string): Refusal => refuse('BAD_REQUEST', 'FIELD_INVALID', message, [field]);

/** Control routes for tests and for the first run: faults, journal, truth, a colleague's changes, exports. Not part of the interface. */
const routes: readonly ControlRoute[] = [
  { method: 'GET', path: '/sandbox/faults', answer: ({ sandbox }) => value(sandbox.faults.report()) },
  { method: 'POST', path: '/sandbox/faults', answer: addFault },
  { method: 'DELETE', path: '/sandbox/faults', answer: clearFaults },
  { method: 'GET', path: '/sandbox/journal', answer: ({ sandbox, after }) => value(sandbox.store.journal(after)) },
  {
    method: 'GET',
    path: '/sandbox/requests',
    answer: ({ sandbox, after }) => value(sandbox.captured.filter((each) => each.sequence > after)),
  },
  { method: 'GET', path: '/sandbox/records', answer: readRecord },
  { method: 'POST', path: '/sandbox/change', answer: change },
  { method: 'POST', path: '/sandbox/document', answer: putDocument },
  { method: 'POST', path: '/sandbox/switches', answer: changeSwitches },
  { method: 'POST', path: '/sandbox/sign-out', answer: signOut },
  { method: 'GET', path: '/sandbox/grants', answer: readGrants },
  { method: 'GET', path: '/sandbox/token-forms', answer: ({ sandbox }) => value(sandbox.tokenForms) },
  { method: 'GET', path: '/sandbox/export', openToCallers: true, answer: exportKind },
  { method: 'GET', path: '/sandbox/statement', openToCallers: true, answer: exportStatement },
];

function addFault({ sandbox, body }: ControlRequest): Controlled {
  const rule = body as FaultRule | null;
  if (typeof rule?.fault?.kind !== 'string') return badRequest('A rule needs a fault with a kind.', 'fault');
  return value({ id: sandbox.faults.add(rule) });
}

function clearFaults({ sandbox, query }: ControlRequest): Controlled {
  const id = query.get('id');
  sandbox.faults.clear(id === null ? undefined : Number(id));
  return value(sandbox.faults.report());
}

function readRecord({ sandbox, query }: ControlRequest): Controlled {
  const kind = query.get('kind') ?? '';
  const id = query.get('id');
  if (['', 'setting', 'apiKey', 'oauthClient', 'refreshGrant', 'rememberedAnswer'].includes(kind))
    return badRequest('There is no such kind.', 'kind');
  const { store } = sandbox;
  return value(id === null ? { count: store.count(kind as StoredKind) } : (store.get(kind as StoredKind, id) ?? null));
}

function change({ sandbox, body }: ControlRequest): Controlled {
  const asked = body as { kind?: string; id?: string; fields?: Record<string, unknown> } | null;
  const kind = changeableKinds.find((each) => each === asked?.kind);
  if (kind === undefined) return badRequest(`The kind must be one of ${changeableKinds.join(', ')}.`, 'kind');
  const changed = changeRecord(sandbox.store, kind, asked?.id ?? '', asked?.fields ?? {}, sandbox.options.now());
  return changed
    ? value(sandbox.store.get(kind, asked?.id ?? ''))
    : refuse('NOT_FOUND', 'RECORD_NOT_FOUND', 'There is no such record.', ['id']);
}

function putDocument({ sandbox, body }: ControlRequest): Controlled {
  const { id, base64 } = body as { id?: string; base64?: string };
  if (id === undefined || base64 === undefined) return badRequest('A document needs the id of its purchase invoice and base64.', 'id');
  sandbox.documents.put(id, Buffer.from(base64, 'base64'));
  return value({ id });
}

function changeSwitches({ sandbox, body }: ControlRequest): Controlled {
  const { latencyMs, ...switches } = body as Partial<Switches> & { latencyMs?: number };
  if (latencyMs !== undefined) sandbox.latencyMs = latencyMs;
  sandbox.switches = { ...sandbox.switches, ...switches };
  return value({ ...sandbox.switches, latencyMs: sandbox.latencyMs });
}

/** Makes access tokens useless at once, as an administrator would; with `refreshTokens` the refresh tokens too. */
function signOut({ sandbox, body }: ControlRequest): Controlled {
  sandbox.tokens.revokeAll();
  if ((body as { refreshTokens?: boolean }).refreshTokens === true) revokeRefreshTokens(sandbox.store);
  return value({ signedOut: true });
}

/** One entry for each pair of tokens that was ever given, oldest first, and what became of it; never a token. */
function readGrants({ sandbox }: ControlRequest): Controlled {
  return value([...sandbox.store.list('refreshGrant')].map(({ userId, companyId, state }) => ({ userId, companyId, state })));
}

function exportKind({ sandbox, query }: ControlRequest, companyId: string): Controlled {
  const kind = query.get('kind') ?? '';
  const format = query.get('format') ?? 'json';
  if (kind !== 'names' && !Object.hasOwn(exportKinds, kind))
    return badRequest(`The kind must be one of ${[...Object.keys(exportKinds), 'names'].join(', ')}.`, 'kind');
  if (!Object.hasOwn(exportMediaTypes, format)) return badRequest('The format must be json, ndjson, csv or ids.', 'format');
  const mediaType = exportMediaTypes[format as ExportFormat];
  return { kind: 'text', text: exportText(sandbox.store, kind as ExportKind, companyId, format as ExportFormat), mediaType };
}

function exportStatement({ sandbox, query }: ControlRequest, companyId: string): Controlled {
  const currency = query.get('currency') ?? 'EUR';
  const day = query.get('day') ?? '2026-11-24';
  if (!/^[A-Z]{3}$/.test(currency)) return badRequest('The currency must be a code of three letters.', 'currency');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return badRequest('The day must be written YYYY-MM-DD.', 'day');
  return { kind: 'text', text: statementText(sandbox.store, companyId, currency, day), mediaType: 'application/xml;charset=UTF-8' };
}

/** The company that the request may see: any with the control key (the first unless asked), the caller's own where callers are let in. */
async function companyOf(sandbox: Sandbox, request: AppRequest, route: ControlRoute): Promise<string | undefined> {
  const offered = request.headers['sandbox-control'];
  if (typeof offered === 'string' && isSameSecret(offered, sandbox.credentials.controlKey))
    return queryOf(request).get('companyId') ?? [...sandbox.store.list('company')][0]?.id;
  if (route.openToCallers !== true) return undefined;
  return (await authenticate(sandbox.store, sandbox.tokens, request.headers.authorization))?.companyId;
}

function bodyOf(request: AppRequest): unknown {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return {};
  try {
    return readJson(request.body.toString('utf8'));
  } catch {
    return null;
  }
}

function queryOf(request: AppRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?')[1] ?? '');
}

async function control(sandbox: Sandbox, request: AppRequest, route: ControlRoute): Promise<Controlled> {
  const companyId = await companyOf(sandbox, request, route);
  if (companyId === undefined)
    return refuse('UNAUTHORIZED', 'CONTROL_KEY_WRONG', 'This needs the header Sandbox-Control with the control key.');
  const body = bodyOf(request);
  if (body === null) return badRequest('The body is not valid JSON.', 'body');
  const query = queryOf(request);
  const answered = route.answer({ sandbox, query, after: Number(query.get('after') ?? 0), body }, companyId);
  await sandbox.durable();
  return answered;
}

/** Adds /sandbox/… to the application, beside the interface and under the same base path. */
export function addControl(app: App, sandbox: Sandbox): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: sandbox.options.basePath + route.path,
      handler: async (request, reply) => {
        const answered = await control(sandbox, request, route);
        if (answered.kind === 'refusal') return sendRefusal(reply, answered);
        if (answered.kind === 'text') return reply.header('content-type', answered.mediaType).send(answered.text);
        return reply.header('content-type', jsonMediaType).send(writeJson(answered.value));
      },
    });
  }
}
