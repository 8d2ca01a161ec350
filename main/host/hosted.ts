import path from 'node:path';
import type { EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import { openSecrets } from '#main/accounts/keychain/keychain.ts';
import { createApp, type App } from '#main/app/create-app.ts';
import type { Host } from '#main/app/host.ts';
import type { World } from '#shared/world.ts';
import { prepareDataFolder } from './data-folder.ts';
import type { HostFlags } from './flags.ts';
import { fileLog } from './log-file.ts';
import { readPolicy } from './policy/read-policy.ts';
import type { PlacedPolicy } from '#main/host/policy/windows-registry.ts';
import { networkThread } from './network/network-thread.ts';
import type { StartReader } from './reading/reader-process.ts';
import { readInProcesses } from './reading/reading-processes.ts';
import { holderIsAlive } from './explain-start.ts';
import { sweepOpenings } from './redirect-file.ts';
import { SandboxFailed, sandboxWords, startSandbox, type Sandbox, type SandboxProcess } from './sandbox.ts';
import { refuseUncheckedCertificates } from './unchecked-certificates.ts';
import { realWorld } from './world.ts';

export interface HostedOptions {
  flags: HostFlags;
  makeHost: (world: World) => Host;
  launchSandbox: (args: string[]) => SandboxProcess;
  startReader: StartReader;
  /** The program of the network's thread. */
  networkProgram: string;
  /** One line for the user who started the program. */
  say: (line: string) => void;
  /** The path of IT's policy; the machine's own places when absent. */
  policyPlaces?: PlacedPolicy[];
  /** Aborts when the app begins to end. */
  ends?: AbortSignal;
  /** The time before the window says that the sandbox is slow; a window with nothing else to show waits as long. */
  patienceMs?: number;
}

/** With what the app itself needs, the window is there within five seconds. */
const PATIENCE_MS = 2_000;

export type Hosted = Awaited<ReturnType<typeof startHosted>>;

/** An output whose reader is gone, or whose file lies on a full disk, emits an error; unheard, it would end the process. */
const notWritten = (): void => undefined;

/** Starts the app for both hosts: makes a World, starts the sandbox, creates the app. Rejects with an error that `explainStart` can put into words. */
export async function startHosted(options: HostedOptions) {
  const { flags, makeHost, policyPlaces } = options;
  refuseUncheckedCertificates(process.env);
  prepareDataFolder(flags.dataFolder);
  const { policy, ...policySource } = readPolicy(policyPlaces);
  for (const output of [process.stdout, process.stderr]) output.off('error', notWritten).on('error', notWritten);
  const log = fileLog(path.join(flags.dataFolder, 'logs'), (line) => process.stderr.write(line));
  const world = realWorld(log);
  const secrets = await openSecrets({ world });
  const made = Promise.withResolvers<App>();
  const sandbox = flags.withService && policy.sandbox !== false ? begunOnce(options, world, made.promise) : null;
  const reading = readInProcesses(options.startReader);
  const endSweeping = sweepOpenings(flags.dataFolder);
  const carrying = networkThread(world, options.networkProgram);
  const endBeside = async () => {
    reading.close();
    endSweeping();
    await carrying.close();
    await secrets.close();
    await sandbox?.close();
  };
  try {
    const app = await createApp({
      world,
      reading,
      openTransport: carrying.openTransport,
      host: makeHost(world),
      secrets,
      dataFolder: flags.dataFolder,
      policy,
      policySource,
      ...(sandbox ? { sandbox: sandbox.begin } : {}),
    });
    made.resolve(app);
    void app.begun.then(() => carrying.begin());
    return {
      app,
      world,
      /** False where IT's policy forbids updates. */
      updates: policy.updates !== false,
      /** IT's own mirror of the feed, where there is one. */
      feed: policy.updateFeed === undefined ? null : { url: policy.updateFeed, channel: policy.updateChannel ?? 'latest' },
      /** Ends what was started, in order: the app first, then its sandbox. */
      close: async () => {
        await app.close();
        await endBeside();
      },
    };
  } catch (error) {
    await endBeside();
    throw error;
  }
}

/** The sandbox, started on demand; the app gets its outcome. */
function begunOnce(options: HostedOptions, world: World, app: Promise<App>) {
  let sandbox: Sandbox | null = null;
  return {
    begin: (): Promise<EmbeddedService | null> => {
      const launch = (args: string[]) => options.launchSandbox([...args, ...options.flags.sandboxFlags]);
      sandbox = startSandbox({ launch, dataFolder: options.flags.dataFolder, world, ends: options.ends, say: options.say });
      const soon = inTime(options, world, sandbox);
      void tellOf(sandbox, soon, app, options.say);
      return soon;
    },
    close: async () => sandbox?.close(),
  };
}

/** The sandbox when it is ready soon, else null: users with a company of their own need not wait. */
async function inTime({ flags, patienceMs = PATIENCE_MS }: HostedOptions, world: World, sandbox: Sandbox): Promise<EmbeddedService | null> {
  const patience = new AbortController();
  try {
    return await Promise.race([sandbox.ready, world.sleep(patienceMs, patience.signal).then(() => null)]);
  } catch (error) {
    if (!(error instanceof SandboxFailed) || holderIsAlive(flags)) throw error;
    return null;
  } finally {
    patience.abort();
  }
}

/** Tells the app when the sandbox is there, which lets it in then; and when it is not there in time, and why: the window says so. */
async function tellOf(sandbox: Sandbox, soon: Promise<unknown>, made: Promise<App>, say: (line: string) => void): Promise<void> {
  const isHere = (await soon.catch(() => null)) !== null;
  // one that could not be made has nobody to tell
  const app = await made;
  if (!isHere) app.sandbox({ kind: 'late' });
  sandbox.ready.then(
    (service) => app.sandbox({ kind: 'ready', service }),
    (error: unknown) => {
      say(error instanceof SandboxFailed ? sandboxWords(error) : String(error));
      app.sandbox({ kind: 'off', why: error instanceof SandboxFailed ? error.why : String(error) });
    },
  );
}
