import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import { jsonMediaType } from '#service/domain/exchange.ts';
import { refusalText, refusalTypes, type Refusal } from '#service/domain/refusal.ts';

/** The sandbox's HTTP application: HTTPS, HTTP/2 with HTTP/1.1 allowed. */
export type App = FastifyInstance<Http2SecureServer, Http2ServerRequest, Http2ServerResponse>;
export type AppRequest = FastifyRequest<RouteGenericInterface, Http2SecureServer, Http2ServerRequest>;
export type AppReply = FastifyReply<RouteGenericInterface, Http2SecureServer, Http2ServerRequest, Http2ServerResponse>;

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends an answer as it is, with its exact length. */
export function sendAnswer(reply: AppReply, answer: WireAnswer): void {
  void reply.code(answer.status).headers(answer.headers).send(answer.body);
}

/** Sends a refusal in shape A, with the status of its type unless another is given. */
export function sendRefusal(reply: AppReply, refusal: Refusal, status = refusalTypes[refusal.type].status): AppReply {
  return reply.code(status).header('content-type', jsonMediaType).send(refusalText(refusal, 'A'));
}

/** Cuts the connection without an answer. */
export function cut(request: AppRequest, reply: AppReply): void {
  reply.hijack();
  // With allowHTTP1 the server hands out Node's own HTTP/1.1 objects, which Fastify's type does not say.
  const raw = request.raw as Http2ServerRequest | IncomingMessage;
  if ('stream' in raw && raw.httpVersionMajor === 2) raw.stream.session?.destroy();
  else raw.socket.destroy();
}

/** The raw reply, taken out of Fastify's hands: of HTTP/1.1 or HTTP/2, as far as both are alike. */
export function takeRaw(reply: AppReply): NodeJS.WritableStream & Pick<ServerResponse, 'destroyed'> & { writeHead: WriteHead } {
  reply.hijack();
  return reply.raw as unknown as ReturnType<typeof takeRaw>;
}

type WriteHead = (status: number, headers: object) => void;
