import { apply } from './apply.ts';
import type { ServiceRequest, ServiceResponse } from '#service/domain/exchange.ts';
import { findOperation } from './find-operation.ts';
import type { Facts } from './operation.ts';
import type { Store } from '#service/domain/store.ts';

/**
 * Carries out one request by the rules of the interface specification: pure but for the store, synchronous, and whole or not at all.
 * The HTTP server and the simulator both call this and nothing else, so they cannot differ.
 *
 * A refusal is an answer with an error context, never a throw; a throw is a bug of the sandbox.
 *
 *     const store = seedStore(new MemoryStore(), { seed: 7, now });        // service/seed/seed.ts
 *     handle(store, { method: 'PATCH', path: `/v1/expenses/${id}`, body }, { now, uuid, caller, switches: specificationOnly });
 *     store.journal();                                                     // what was applied, and with which Idempotency-Key
 */
export function handle(store: Store, request: ServiceRequest, facts: Facts): ServiceResponse {
  return apply({ store, request, facts }, findOperation(request.method, request.path, facts.switches));
}
