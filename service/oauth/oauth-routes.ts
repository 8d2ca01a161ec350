import { languageOf, languagesAccepted } from '#shared/values/language.ts';
import { spokenIn } from '#shared/messages/speak.ts';
import { randomBytes } from 'node:crypto';
import type { App, AppReply, AppRequest } from '#service/http/reply.ts';
import type { Sandbox } from '#service/http/sandbox.ts';
import type { OauthClient } from '#service/domain/records/credentials.ts';
import { consentPage, problemPage, signInPage, type PageFrame, type Problem } from './pages.ts';
import { isRegistered } from './redirect-uri.ts';
import { SignIns, type AuthorizationRequest, type SignIn } from './sign-ins.ts';
import { grantTokens, type TokenDesk } from './tokens.ts';

const FORMS_AT_MOST = 1_000;

type Fields = Readonly<Record<string, string | undefined>>;
type Page = (frame: PageFrame) => string;
interface Asked {
  readonly desk: TokenDesk;
  readonly request: AppRequest;
  readonly reply: AppReply;
}

/** The authorization-code flow: /oauth/authorize, the two forms of its pages, and /oauth/token ("OAuth 2.0 authorization code flow"). */
export function addOauth(app: App, sandbox: Sandbox): void {
  const desk: TokenDesk = { ...sandbox, signIns: new SignIns(sandbox.options.now) };
  const { basePath } = sandbox.options;
  app.get(`${basePath}/oauth/authorize`, (request, reply) => authorize(desk, request, reply));
  app.post(`${basePath}/oauth/sign-in`, (request, reply) => signIn(desk, request, reply));
  app.post(`${basePath}/oauth/consent`, (request, reply) => consent(desk, request, reply));
  app.post(`${basePath}/oauth/token`, async (request, reply) => {
    const form = textFields(request.body);
    if (sandbox.tokenForms.length < FORMS_AT_MOST) sandbox.tokenForms.push(form);
    const granted = await grantTokens(desk, form);
    await sandbox.durable();
    reply.header('cache-control', 'no-store').header('content-type', 'application/json;charset=UTF-8');
    return reply.code(granted.status).send(JSON.stringify(granted.body));
  });
}

function textFields(from: unknown): Fields {
  if (typeof from !== 'object' || from === null || Buffer.isBuffer(from)) return {};
  return Object.fromEntries(Object.entries(from).filter(([, value]) => typeof value === 'string'));
}

const languageAsked = ({ headers }: AppRequest) => languageOf('', languagesAccepted(headers['accept-language']));

function sendPage({ desk, request, reply }: Asked, status: number, redirectUri: string | undefined, make: Page): AppReply {
  const nonce = randomBytes(16).toString('base64');
  // A form may only lead to us and, through our redirect, back to the application; browsers check both against form-action.
  const back = redirectUri === undefined ? '' : ` ${new URL(redirectUri).origin}`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'none'`;
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(spokenIn(languageAsked(request), () => make({ base: desk.options.basePath, nonce })));
}

function sendBack(reply: AppReply, redirectUri: string, answer: Fields): AppReply {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) target.searchParams.set(name, value);
  return reply.code(303).header('location', target.href).header('cache-control', 'no-store').send('');
}

function sendSignIn(asked: Asked, started: SignIn, wrong: boolean): AppReply {
  const { desk } = asked;
  const client = desk.store.get('oauthClient', started.request.clientId) as OauthClient;
  const people = [...desk.store.list('user')];
  return sendPage(asked, wrong ? 401 : 200, started.request.redirectUri, (frame) => signInPage(frame, client, started, people, wrong));
}

function sendProblem(asked: Asked, problem: Problem): AppReply {
  return sendPage(asked, 400, undefined, (frame) => problemPage(frame, problem));
}

function authorize(desk: TokenDesk, request: AppRequest, reply: AppReply): AppReply {
  const asked = { desk, request, reply };
  const query = textFields(request.query);
  const {
    redirect_uri: redirectUri,
    state,
    response_type: type = 'code',
    code_challenge: value,
    code_challenge_method: method = 'plain',
  } = query;
  const client = desk.store.get('oauthClient', query['client_id'] ?? '');
  if (client === undefined) return sendProblem(asked, 'client');
  if (redirectUri === undefined || !isRegistered(client, redirectUri)) return sendProblem(asked, 'redirect');
  if (type !== 'code') return sendBack(reply, redirectUri, { error: 'unsupported_response_type', state });
  if (method !== 'S256' && method !== 'plain') return sendBack(reply, redirectUri, { error: 'invalid_request', state });
  const challenge: AuthorizationRequest['challenge'] = value === undefined ? undefined : { value, method };
  return sendSignIn(asked, desk.signIns.start({ clientId: client.clientId, redirectUri, state, challenge }), false);
}

function signIn(desk: TokenDesk, request: AppRequest, reply: AppReply): AppReply {
  const asked = { desk, request, reply };
  const form = textFields(request.body);
  const started = desk.signIns.find(form['signIn'] ?? '');
  if (started === undefined) return sendProblem(asked, 'expired');
  const email = form['email']?.trim().toLowerCase();
  const user = [...desk.store.list('user')].find((each) => each.email === email && each.password === form['password']);
  if (user === undefined) return sendSignIn(asked, started, true);
  const identified = desk.signIns.identify(started, user.id);
  const client = desk.store.get('oauthClient', started.request.clientId) as OauthClient;
  const companies = user.companyIds.flatMap((id) => desk.store.get('company', id) ?? []);
  return sendPage(asked, 200, started.request.redirectUri, (frame) => consentPage(frame, client, identified, user, companies));
}

function consent(desk: TokenDesk, request: AppRequest, reply: AppReply): AppReply {
  const asked = { desk, request, reply };
  const form = textFields(request.body);
  const started = desk.signIns.find(form['signIn'] ?? '');
  const user = desk.store.get('user', started?.userId ?? '');
  if (started === undefined || user === undefined) return sendProblem(asked, 'expired');
  const { redirectUri, state } = started.request;
  const companyId = form['companyId'] ?? '';
  if (form['decision'] === 'allow' && !user.companyIds.includes(companyId)) return sendProblem(asked, 'expired');
  desk.signIns.end(started);
  if (form['decision'] !== 'allow') return sendBack(reply, redirectUri, { error: 'access_denied', state });
  return sendBack(reply, redirectUri, { code: desk.signIns.makeCode(started.request, user.id, companyId), state });
}
