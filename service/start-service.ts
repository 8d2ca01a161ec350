import path from 'node:path';
import { credentialsOf, type Credentials } from './data/credentials.ts';
import { certificateIn, openDataFolder } from './data/data-folder.ts';
import { SqliteStore } from './data/sqlite-store.ts';
import { PurchaseInvoiceDocuments } from './documents/purchase-invoice-documents.ts';
import { MemoryStore } from './domain/memory-store.ts';
import type { Store } from './domain/store.ts';
import { FaultPlan } from './faults.ts';
import { buildApp } from './http/app.ts';
import type { Sandbox } from './http/sandbox.ts';
import { AccessTokens } from './oauth/access-tokens.ts';
import { withDefaults, type GivenOptions, type ServiceOptions } from './options.ts';
import { seedStore } from './seed/seed.ts';

/** A sandbox that answers. */
export interface RunningService {
  /** The base address, base path included, without a slash at the end. */
  readonly baseUrl: string;
  readonly caFile: string;
  readonly caPem: string;
  /** The API key with all rights; `credentials.apiKeys` has one for each role. */
  readonly apiKey: string;
  readonly companyId: string;
  readonly userId: string;
  readonly credentials: Credentials;
  /** The truth behind the answers. Do not write to it while requests are in flight, except through /sandbox/change. */
  readonly store: Store;
  /** Faults to come, switches, delay, and the requests that came. */
  readonly sandbox: Sandbox;
  /** Stops answering, cuts open connections, and closes the data. */
  readonly close: () => Promise<void>;
}

interface OpenStore {
  readonly store: Store;
  readonly durable: () => Promise<void>;
  readonly close: () => void;
}

function openStore(options: ServiceOptions): OpenStore {
  if (options.dataFolder === undefined) return { store: new MemoryStore(), durable: () => Promise.resolve(), close: () => undefined };
  const store = new SqliteStore(path.join(options.dataFolder, 'sandbox.sqlite'));
  return { store, durable: () => store.durable(), close: () => store.close() };
}

function firstOf<T>(values: Iterable<T>): T {
  for (const value of values) return value;
  throw new Error('the store is not seeded');
}

/** Starts a sandbox on 127.0.0.1 and resolves when it answers. Rejects when the port is taken or the folder cannot be used. */
export async function startService(given: GivenOptions = {}): Promise<RunningService> {
  const options = withDefaults(given);
  const folder = openDataFolder(options.dataFolder);
  const certificate = await certificateIn(folder.folder);
  const { store, durable, close } = openStore(options);
  if (store.count('company') === 0) seedStore(store, { seed: options.seed, records: options.records });
  const credentials = credentialsOf(store, options);
  await durable();
  const sandbox: Sandbox = {
    options,
    store,
    durable,
    credentials,
    tokens: new AccessTokens(credentials.signingKey, store, options.now),
    faults: new FaultPlan(),
    documents: new PurchaseInvoiceDocuments(store),
    switches: options.switches,
    latencyMs: options.latencyMs,
    captured: [],
    capturedCount: 0,
  };
  const app = await buildApp(sandbox, certificate);
  const address = await app.listen({ port: options.port, host: '127.0.0.1' });
  return {
    baseUrl: address + options.basePath,
    caFile: certificate.caFile,
    caPem: certificate.caPem,
    apiKey: credentials.apiKeys['admin'] ?? '',
    companyId: firstOf(store.list('company')).id,
    userId: firstOf(store.list('user')).id,
    credentials,
    store,
    sandbox,
    close: async () => {
      await app.close();
      close();
      folder.discard();
    },
  };
}
