import { createClient, type Client } from '#main/api/client.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import type { FaultRule } from '#service/faults.ts';
import type { CapturedRequest } from '#service/http/sandbox.ts';
import type { GivenOptions } from '#service/options.ts';
import { startService, type RunningService } from '#service/start-service.ts';
import { realWorld } from '#test/world.ts';

/** The sandbox in this process, with the product's own client for it. */
export interface TestService {
  service: RunningService;
  transport: Transport;
  /** A client with the admin's key, or another `Authorization`; anything else of the account may be given. */
  client(authorization?: string, more?: Partial<ClientAccount>): Client;
  /** Arms a fault. */
  fault(rule: FaultRule): void;
  /** The newest request that came over the wire. */
  last(): CapturedRequest;
  close(): Promise<void>;
}

/** Starts a sandbox that offers what `options` say, by default exactly the specification, in memory on a free port. */
export async function startTestService(options: GivenOptions = {}): Promise<TestService> {
  const service = await startService(options);
  const world = realWorld();
  const transport = createUndiciTransport({ world, trust: { kind: 'pinned', ca: service.caPem } });
  return {
    service,
    transport,
    client: (authorization = `Basic ${service.apiKey}`, more = {}) =>
      createClient({
        world,
        transport,
        account: {
          baseUrl: service.baseUrl,
          authorization: () => Promise.resolve({ kind: 'header', value: authorization }),
          onUnauthorized: () => Promise.resolve(false),
          trusts: () => 'ask',
          documentParameter: service.sandbox.switches.documentParameter,
          ...more,
        },
      }),
    fault: (rule) => void service.sandbox.faults.add(rule),
    last: () => {
      const newest = service.sandbox.captured.at(-1);
      if (!newest) throw new Error('no request came');
      return newest;
    },
    close: async () => {
      await transport.close();
      await service.close();
    },
  };
}
