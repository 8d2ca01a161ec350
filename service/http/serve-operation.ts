import { setTimeout as delay } from 'node:timers/promises';
import { handle, isWrite } from '#service/domain/operations/handle.ts';
import { refusalText, refusalTypes, refuse, type RefusalType } from '#service/domain/refusal.ts';
import type { Fault } from '#service/faults.ts';
import { authenticate } from './authenticate.ts';
import { cut, sendAnswer, type AppReply, type AppRequest, type WireAnswer } from './reply.ts';
import type { Sandbox } from './sandbox.ts';
import { captivePortal, sendSlowly, sendWrongLength, spoil } from './spoil.ts';

const CAPTURED_AT_MOST = 20_000;
const jsonHeaders = { 'content-type': 'application/json;charset=UTF-8' };
const strictText = new TextDecoder('utf-8', { fatal: true });
const EARLIER_READS = 500;

/** One request on its way through the sandbox. `path` is without the base path, with its query. */
interface Visit {
  readonly request: AppRequest;
  readonly reply: AppReply;
  readonly path: string;
  readonly bodyText: string;
}

/** Serves the operations of the interface: delay, limit, redirects and faults first, then the rules, then what spoils the answer. */
export class OperationServer {
  readonly #sandbox: Sandbox;
  readonly #underLimit: () => boolean;
  readonly #earlierReads = new Map<string, WireAnswer>();

  constructor(sandbox: Sandbox, underLimit: () => boolean) {
    this.#sandbox = sandbox;
    this.#underLimit = underLimit;
  }

  /** Serves one request. The reply may stay unanswered, or be cut, when a fault says so. */
  async serve(request: AppRequest, reply: AppReply): Promise<void> {
    const path = request.url.slice(this.#sandbox.options.basePath.length);
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const visit: Visit = { request, reply, path, bodyText: textOf(bytes) };
    const fault = this.#sandbox.faults.take(request.method, path);
    this.#capture(visit, fault);
    if (this.#sandbox.latencyMs > 0) await delay(this.#sandbox.latencyMs);
    if (!this.#underLimit()) return sendAnswer(reply, refusalAnswer(429, '1'));
    const redirect = this.#redirectOf(path);
    if (redirect !== undefined) return sendAnswer(reply, redirect);
    if (fault === undefined) return sendAnswer(reply, await this.#carryOut(visit));
    return this.#strike(visit, fault);
  }

  async #carryOut(visit: Visit): Promise<WireAnswer> {
    const { store, tokens, options, documents } = this.#sandbox;
    const headers = headersOf(visit.request);
    const proven = authenticate(store, tokens, headers['authorization']);
    const caller = proven instanceof Promise ? await proven : proven;
    const request = { method: visit.request.method, path: visit.path, headers, body: visit.bodyText };
    const facts = { now: options.now(), uuid: () => crypto.randomUUID(), caller, switches: this.#sandbox.switches };
    const response = handle(store, request, facts);
    if (response.document !== undefined) return { ...response, body: await documents.bytesOf(response.document) };
    if (isWrite(request.method)) await this.#sandbox.durable();
    const answer = { status: response.status, headers: response.headers, body: Buffer.from(response.bodyText) };
    if (request.method === 'GET') this.#rememberRead(visit.path, answer);
    return answer;
  }

  async #strike(visit: Visit, fault: Fault): Promise<void> {
    const { request, reply } = visit;
    switch (fault.kind) {
      case 'dropBefore':
        return cut(request, reply);
      case 'dropAfter':
        await this.#carryOut(visit);
        return cut(request, reply);
      case 'late':
        return this.#strikeLate(visit, fault);
      case 'hang':
        if (fault.when === 'after') await this.#carryOut(visit);
        reply.hijack();
        return;
      case 'status':
        if (fault.when === 'after') await this.#carryOut(visit);
        return sendAnswer(reply, statusAnswer(fault));
      case 'captivePortal':
        return sendAnswer(reply, captivePortal);
      case 'staleRead':
        return sendAnswer(reply, this.#earlierReads.get(visit.path) ?? (await this.#carryOut(visit)));
      case 'redirect':
        return sendAnswer(reply, redirectAnswer(fault.status, fault.to));
      case 'slow':
        return sendSlowly(reply, await this.#carryOut(visit), fault.pieceBytes, fault.everyMs);
      case 'malformed': {
        const answer = await this.#carryOut(visit);
        if (fault.how === 'tooLong') return sendWrongLength(request, reply, answer, answer.body.length + 50);
        if (fault.how === 'tooShort') return sendWrongLength(request, reply, answer, Math.max(1, answer.body.length - 50));
        return sendAnswer(reply, spoil(answer, fault.how));
      }
    }
  }

  async #strikeLate(visit: Visit, fault: Extract<Fault, { kind: 'late' }>): Promise<void> {
    if (fault.cut) cut(visit.request, visit.reply);
    await (fault.afterMs === null ? this.#sandbox.faults.cleared() : delay(fault.afterMs));
    const answer = await this.#carryOut(visit);
    if (!fault.cut && !visit.reply.raw.destroyed) sendAnswer(visit.reply, answer);
  }

  #redirectOf(path: string): WireAnswer | undefined {
    const rule = this.#sandbox.options.redirects.find((each) => path.startsWith(each.path));
    if (rule === undefined) return undefined;
    return redirectAnswer(rule.status, rule.to.endsWith('*') ? rule.to.slice(0, -1) + path.slice(rule.path.length) : rule.to);
  }

  #rememberRead(path: string, answer: WireAnswer): void {
    if (this.#earlierReads.has(path)) return;
    if (this.#earlierReads.size >= EARLIER_READS) this.#earlierReads.clear();
    this.#earlierReads.set(path, answer);
  }

  #capture({ request, path, bodyText }: Visit, fault: Fault | undefined): void {
    const { captured, options } = this.#sandbox;
    this.#sandbox.capturedCount += 1;
    if (captured.length >= CAPTURED_AT_MOST) captured.splice(0, CAPTURED_AT_MOST / 2);
    captured.push({
      sequence: this.#sandbox.capturedCount,
      at: options.now(),
      httpVersion: request.raw.httpVersion,
      method: request.method,
      path,
      headers: headersOf(request),
      bodyText,
      fault: fault?.kind ?? null,
    });
  }
}

/** A body that is not UTF-8 becomes text that no JSON reader takes. */
function textOf(bytes: Buffer): string {
  try {
    return strictText.decode(bytes);
  } catch {
    return '\u0000 not UTF-8';
  }
}

function headersOf(request: AppRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function redirectAnswer(status: number, to: string): WireAnswer {
  return { status, headers: { location: to }, body: Buffer.alloc(0) };
}

function refusalAnswer(status: number, retryAfter?: string): WireAnswer {
  const known = (Object.keys(refusalTypes) as RefusalType[]).find((type) => refusalTypes[type].status === status);
  const type = known ?? (status >= 500 ? 'INTERNAL_ERROR' : 'BAD_REQUEST');
  const body = Buffer.from(refusalText(refuse(type, type, `The sandbox answers ${String(status)}.`), 'A'));
  return { status, headers: { ...jsonHeaders, ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) }, body };
}

function statusAnswer(fault: Fault & { kind: 'status' }): WireAnswer {
  const usual = refusalAnswer(fault.status, fault.retryAfter);
  if (fault.body === 'html') {
    const body = Buffer.from(`<!doctype html><title>${String(fault.status)}</title><h1>Gateway says ${String(fault.status)}</h1>`);
    return { ...usual, headers: { ...usual.headers, 'content-type': 'text/html; charset=utf-8' }, body };
  }
  return fault.body === 'none' ? { ...usual, headers: {}, body: Buffer.alloc(0) } : usual;
}
