import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { credentialsOf } from './data/credentials.ts';
import { certificateIn, openDataFolder, type Certificate } from './data/data-folder.ts';
import { SqliteStore } from './data/sqlite-store.ts';
import { PurchaseInvoiceDocuments } from './documents/purchase-invoice-documents.ts';
import { MemoryStore } from './domain/memory-store.ts';
import { FaultPlan } from './faults.ts';
import { buildApp } from './http/app.ts';
import type { App } from './http/reply.ts';
import type { Sandbox } from './http/sandbox.ts';
import { AccessTokens } from './oauth/access-tokens.ts';
import { withDefaults, type GivenOptions, type ServiceOptions } from './options.ts';
import { seedStore } from './seed/seed.ts';

export type RunningService = Awaited<ReturnType<typeof startService>>;

function openStore(dataFolder: string | undefined) {
  if (dataFolder === undefined) return { store: new MemoryStore(), durable: () => Promise.resolve(), close: () => undefined };
  const file = path.join(dataFolder, 'sandbox.sqlite');
  // SQLite gives its side files the rights of this one.
  closeSync(openSync(file, 'a', 0o600));
  const store = new SqliteStore(file);
  return { store, durable: () => store.durable(), close: () => store.close() };
}

function firstOf<T>(values: Iterable<T>): T {
  for (const value of values) return value;
  throw new Error('the store is not seeded');
}

function makeSandbox(options: ServiceOptions, { store, durable }: ReturnType<typeof openStore>): Sandbox {
  if (store.count('company') === 0) seedStore(store, { seed: options.seed, records: options.records });
  const credentials = credentialsOf(store, options);
  return {
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
    tokenForms: [],
  };
}

async function listen(sandbox: Sandbox, certificate: Certificate, release: () => void): Promise<{ app: App; address: string }> {
  try {
    await sandbox.durable();
    const app = await buildApp(sandbox, certificate);
    return { app, address: await app.listen({ port: sandbox.options.port, host: '127.0.0.1' }) };
  } catch (error) {
    release();
    throw error;
  }
}

/** Starts a sandbox on 127.0.0.1 and resolves when it answers. Rejects when the port is taken or the folder cannot be used. */
export async function startService(given: GivenOptions = {}) {
  const options = withDefaults(given);
  const folder = openDataFolder(options.dataFolder);
  const certificate = await certificateIn(folder.folder);
  const opened = openStore(options.dataFolder);
  const sandbox = makeSandbox(options, opened);
  const release = (): void => {
    opened.close();
    folder.discard();
  };
  const { app, address } = await listen(sandbox, certificate, release);
  const { store, credentials } = sandbox;
  return {
    /** The base address, base path included, without a slash at the end. */
    baseUrl: address + options.basePath,
    caFile: certificate.caFile,
    caPem: certificate.caPem,
    /** The API key with all rights; `credentials.apiKeys` has one for each role. */
    apiKey: credentials.apiKeys['admin'] ?? '',
    companyId: firstOf(store.list('company')).id,
    userId: firstOf(store.list('user')).id,
    credentials,
    /** The truth behind the answers. Do not write to it while requests are in flight, except through /sandbox/change. */
    store,
    /** Faults to come, switches, delay, and the requests that came. */
    sandbox,
    /** Stops answering, cuts open connections, and closes the data. */
    close: async (): Promise<void> => {
      await app.close();
      release();
    },
  };
}
