import { Agent, request } from 'undici';
import { readJson, writeJson } from '#service/domain/json.ts';
import type { GivenOptions } from '#service/options.ts';
import { startService, type RunningService } from '#service/start-service.ts';

/** An answer over the wire, with its body as bytes, text and JSON. */
export interface LiveAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  // The answer of a service is whatever it is: tests look into it freely.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Options of a request beyond method and path; `auth` replaces the admin's API key. */
export interface More {
  readonly auth?: string | null;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** A sandbox that answers over HTTPS, with a client that trusts its certificate. */
export interface LiveSandbox {
  readonly service: RunningService;
  readonly agent: Agent;
  readonly send: (method: string, path: string, body?: unknown, more?: More) => Promise<LiveAnswer>;
  readonly close: () => Promise<void>;
}

function asJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** Starts a sandbox with a client beside it; both end with `close()`. */
export async function liveSandbox(options: GivenOptions = {}, http2 = false): Promise<LiveSandbox> {
  const service = await startService(options);
  const agent = new Agent({ connect: { ca: service.caPem }, allowH2: http2 });
  const send = async (method: string, path: string, body?: unknown, more: More = {}): Promise<LiveAnswer> => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : writeJson(body);
    const auth = more.auth === undefined ? `Basic ${service.apiKey}` : more.auth;
    const headers = {
      ...(auth === null ? {} : { authorization: auth }),
      ...(text === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
      ...more.headers,
    };
    const answer = await request(service.baseUrl + path, {
      method: method as 'GET',
      dispatcher: agent,
      headers,
      body: text ?? null,
      signal: more.signal ?? null,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString(), body: asJson(bytes.toString()) };
  };
  const close = async (): Promise<void> => {
    await agent.destroy();
    await service.close();
  };
  return { service, agent, send, close };
}

/** The id of the first expense that can be changed. */
export function someExpenseId({ service }: LiveSandbox): string {
  for (const expense of service.store.list('expense')) if (expense.status === 'CREATED') return expense.id;
  throw new Error('the seed has no expense');
}

/** The first open invoice of the first company, and an account to pay into. */
export function someInvoice({ service }: LiveSandbox): { id: string; amount: bigint; bankAccountId: string } {
  const bankAccountId = [...service.store.list('bankAccount')][0]?.id ?? '';
  for (const invoice of service.store.list('invoiceReceivable')) {
    if (invoice.state === 'OPEN' && invoice.companyId === service.companyId)
      return { id: invoice.id, amount: invoice.amount, bankAccountId };
  }
  throw new Error('the seed has no open invoice');
}
