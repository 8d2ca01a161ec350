import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { wireSerializers } from '#shared/json/json-wire.ts';
import type { OpenLine } from './line.ts';

/** Lines that the contract answers. */
export function routed(router: AnyRouter): OpenLine {
  const handler = new RPCHandler(router, { customJsonSerializers: wireSerializers });
  return (socket, context) => void handler.upgrade(socket, { context });
}
