import type { WireAnswer, WireRequest } from '#main/api/transport/transport.ts';
import { handle } from '#service/domain/operations/handle.ts';
import type { ServiceResponse } from '#service/domain/exchange.ts';
import type { Facts } from '#service/domain/operations/operation.ts';
import type { Switches } from '#service/domain/switches.ts';
import { specificationOnly } from '#service/domain/switches.ts';
import type { SmallCompany } from './small-company.ts';

/** The sandbox's own rules behind the transport's interface: what would happen on the wire, without a wire. */
export interface DomainServer {
  company: SmallCompany;
  switches: Switches;
  /** Carries a request out now and answers what would come back. */
  carryOut(request: WireRequest): ServiceResponse;
}

/** `now` and `uuid` belong to the service: its clock may differ from ours. */
export function domainServer(
  company: SmallCompany,
  facts: Pick<Facts, 'uuid'> & { now: () => number },
  switches: Partial<Switches> = {},
): DomainServer {
  const server: DomainServer = {
    company,
    switches: { ...specificationOnly, ...switches },
    carryOut: (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
      const signedIn = headers['authorization'] !== undefined;
      const body = request.body ? new TextDecoder().decode(request.body) : '';
      return handle(
        company.store,
        { method: request.method, path: pathname + search, headers, body },
        { now: facts.now(), uuid: facts.uuid, caller: signedIn ? company.caller : undefined, switches: server.switches },
      );
    },
  };
  return server;
}

/** The answer as it would be on the wire. */
export function onTheWire(response: ServiceResponse, afterMs: number): WireAnswer {
  return {
    kind: 'answer',
    status: response.status,
    headers: Object.entries(response.headers),
    body: new TextEncoder().encode(response.bodyText),
    afterMs,
  };
}
