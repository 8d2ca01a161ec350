import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import type { Certificate } from '#service/data/data-folder.ts';
import { refuse } from '#service/domain/refusal.ts';
import { jsonMediaType } from '#service/domain/exchange.ts';
import { openApi } from '#service/openapi.ts';
import { addOauth } from '#service/oauth/oauth-routes.ts';
import { addControl } from './control.ts';
import { OperationServer } from './serve-operation.ts';
import { rateLimit } from './rate-limit.ts';
import { sendRefusal, type App } from './reply.ts';
import type { Sandbox } from './sandbox.ts';

const BODY_LIMIT_BYTES = 1_000_000;

/**
 * Node ends a connection of HTTP/1.1 after five idle seconds, and a server that was busy for as long runs that clock before it reads what came meanwhile: a
 * request on its way is then cut, and nobody knows whether it was seen. Fastify's own 72 s are not told to a server of HTTP/2.
 */
const IDLE_MS = 72_000;

/** Builds the HTTP application, apart from listening: operations, sign-in, description and control. */
export async function buildApp(sandbox: Sandbox, certificate: Certificate): Promise<App> {
  const app: App = Fastify({
    http2: true,
    https: { allowHTTP1: true, key: certificate.keyPem, cert: certificate.caPem },
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  Object.assign(app.server, { keepAliveTimeout: IDLE_MS });
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const server = new OperationServer(sandbox, rateLimit(sandbox.options.rateLimitPerSecond, sandbox.options.now));
  const { basePath } = sandbox.options;
  for (const prefix of ['/v1/*', '/rest/ext/v1/*']) {
    app.route({
      method: ['GET', 'POST', 'PATCH', 'PUT', 'OPTIONS', 'DELETE', 'HEAD'],
      url: basePath + prefix,
      handler: async (request, reply) => {
        await server.serve(request, reply);
        return reply;
      },
    });
  }
  app.get(`${basePath}/openapi.json`, (request, reply) =>
    reply.header('content-type', jsonMediaType).send(JSON.stringify(openApi(sandbox.switches, `https://${request.host}${basePath}`))),
  );
  addOauth(app, sandbox);
  addControl(app, sandbox);
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('NOT_FOUND', 'PATH_NOT_FOUND', 'There is no such path.')));
  app.setErrorHandler((error: { readonly statusCode?: number; readonly code?: string; readonly message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return sendRefusal(reply, refuse('BAD_REQUEST', error.code ?? 'REQUEST_REFUSED', error.message), status);
    process.stderr.write(`The sandbox has a bug: ${error instanceof Error ? (error.stack ?? error.message) : error.message}\n`);
    return sendRefusal(reply, refuse('INTERNAL_ERROR', 'SANDBOX_BUG', 'The sandbox failed; see its error output.'));
  });
  return app;
}
