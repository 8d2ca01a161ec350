import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRouterClient, ORPCError, type AnyRouter } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import { createApp, type App } from '#main/app/create-app.ts';
import type { Policy, SystemQuestion } from '#main/app/host.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import type { contract } from '#shared/contract.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import type { World } from '#shared/world.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { GivenOptions } from '#service/options.ts';
import { startService, type RunningService } from '#service/start-service.ts';
import { testReading } from '#test/reading.ts';
import { layCable, type Cable } from './cable.ts';
import { MemorySecrets } from './memory-secrets.ts';
import { quickWorld, type QuickWorld } from './quick-world.ts';

type Api = ContractRouterClient<typeof contract>;

/** The whole app without a window, on a real sandbox over HTTPS, with a cable between them that a test can pull. */
export interface TestDesk {
  api: Api;
  app: App;
  world: QuickWorld;
  service: RunningService;
  cable: Cable;
  secrets: MemorySecrets;
  /** Everything that the windows heard, oldest first. */
  heard: Change[];
  /** Notifications of the user. */
  notices: { title: string; detail: string }[];
  /** Addresses that the app asked the system browser to open. */
  opened: string[];
  folder: string;
  /** Ends the app as it is and starts it again over the same folder and keychain. */
  restart(): Promise<void>;
  /** The same, and asks something before the app began what follows its first page. */
  restart<T>(firstPage: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Options of a test's desk. */
export interface DeskOptions {
  service?: GivenOptions;
  /** Without the embedded account: the test connects one. */
  empty?: boolean;
  rate?: number;
  /** The app's log; none when absent. */
  log?: (folder: string) => World['log'];
  /** Stands for the user in the system browser. */
  browser?: (url: string) => Promise<void>;
  /** Accepts each returned sign-in at once; false leaves the question to the test. */
  keeps?: boolean;
  policy?: Policy;
  systemQuestion?: SystemQuestion;
  /** Reads files; the real reader when absent. */
  reading?: Reading;
}

/** Starts everything; `close` ends everything. */
export async function startDesk({ service: given = {}, empty = false, ...options }: DeskOptions = {}): Promise<TestDesk> {
  // enough of each kind for every test, and a quarter of the work of every start
  const service = await startService({ records: 300, ...given });
  const cable = await layCable(Number(new URL(service.baseUrl).port));
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-desk-'));
  const baseUrl = service.baseUrl.replace(/:\d+/, `:${cable.port}`);
  const embedded = { baseUrl, ca: service.caPem, apiKey: service.apiKey, controlKey: service.credentials.controlKey };
  const desk = { service, cable, folder, secrets: new MemorySecrets(), heard: [], notices: [], opened: [] } as unknown as TestDesk;
  const begin = () => beginApp(desk, empty ? null : embedded, options);
  desk.restart = async <T>(firstPage?: () => Promise<T>): Promise<T | undefined> => {
    await desk.app.close();
    await begin();
    const answer = await firstPage?.();
    await desk.app.begun;
    return answer;
  };
  desk.close = async () => {
    await desk.app.close();
    // In every test: nothing that creates was carried out twice.
    const twice = carriedOutTwice(service.store.journal(0));
    await cable.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
    if (twice.length > 0) throw new Error(`the service carried out twice: ${twice.join(', ')}`);
  };
  await begin();
  await desk.app.begun;
  return desk;
}

async function beginApp(
  desk: TestDesk,
  embedded: EmbeddedService | null,
  { rate = 60, browser, policy, keeps = true, reading = testReading, log, systemQuestion }: Omit<DeskOptions, 'service' | 'empty'>,
): Promise<void> {
  desk.world = { ...quickWorld(rate), ...(log ? { log: log(desk.folder) } : {}) };
  desk.app = await createApp({
    world: desk.world,
    reading,
    host: {
      kind: 'test',
      version: '0.0.0',
      openExternal: async (url) => {
        desk.opened.push(url);
        await browser?.(url);
      },
      notify: (title, detail) => void desk.notices.push({ title, detail }),
      ...(systemQuestion ? { systemQuestion } : {}),
    },
    secrets: desk.secrets,
    dataFolder: desk.folder,
    ...(embedded ? { embedded } : {}),
    ...(policy ? { policy } : {}),
  });
  desk.app.subscribe((change) => void desk.heard.push(change));
  const api = createRouterClient(desk.app.router as AnyRouter, { context: {} }) as unknown as Api;
  desk.api = api;
  if (keeps) desk.app.subscribe((change) => void (change.kind === 'status' && keepSignIn(api)));
}

/** The user says at once that the sign-in is theirs, unless the app closes meanwhile. */
async function keepSignIn(api: Api): Promise<void> {
  try {
    const { signIn } = await api.app.status();
    if (signIn) await api.accounts.answerSignIn({ id: signIn.id, keep: true });
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 10;

/** Looks until it is so and answers what it saw; throws with the last look when it never was. */
export async function eventually<T>(look: () => Promise<T> | T, isSo: (seen: T) => boolean): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (performance.now() > until)
      throw new Error(
        `it never was so: ${JSON.stringify(seen, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`,
      );
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Waits until an edit is in one of these states. */
export async function untilState(desk: TestDesk, id: string, ...states: string[]) {
  return eventually(
    () => desk.api.edits.get({ id }),
    (edit) => states.includes(edit.state),
  );
}
