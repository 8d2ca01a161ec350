import path from 'node:path';
import { openSecrets } from '#main/accounts/keychain.ts';
import type { App } from '#main/app/app.ts';
import { createApp } from '#main/app/create-app.ts';
import type { Host } from '#main/app/host.ts';
import type { World } from '#shared/world.ts';
import { prepareDataFolder } from './data-folder.ts';
import type { HostFlags } from './flags.ts';
import { fileLog } from './log-file.ts';
import { readPolicy } from './policy.ts';
import { holderIsAlive } from './explain-start.ts';
import { SandboxFailed, startSandbox, type SandboxProcess } from './sandbox.ts';
import { refuseUncheckedCertificates } from './unchecked-certificates.ts';
import { realWorld } from './world.ts';

export interface HostedOptions {
  flags: HostFlags;
  makeHost: (world: World) => Host;
  launchSandbox: (args: string[]) => SandboxProcess;
  /** One line for the person who started the program. */
  say: (line: string) => void;
  /** The policy file; the machine's own place when absent. */
  policyFile?: string;
}

export interface Hosted {
  app: App;
  world: World;
  /** False where IT's policy forbids updates. */
  updates: boolean;
  /** Why the embedded sandbox is off although it was wanted, with the next step; null when nothing is wrong. */
  problem: string | null;
  /** Ends what was started, in order: the app first, then its sandbox. */
  close(): Promise<void>;
}

/** What both hosts do: make a World, start the sandbox, create the app. Rejects with an error that `explainStart` can put into words. */
export async function startHosted({ flags, makeHost, launchSandbox, say, policyFile }: HostedOptions): Promise<Hosted> {
  refuseUncheckedCertificates(process.env);
  prepareDataFolder(flags.dataFolder);
  const policy = readPolicy(policyFile);
  const log = fileLog(path.join(flags.dataFolder, 'logs'), (line) => process.stderr.write(line));
  const world = realWorld(log);
  const secrets = await openSecrets({ world });
  let problem: string | null = null;
  // the sandbox is for learning: whoever works with a company of their own opens without it
  const withoutSandbox = (error: unknown): undefined => {
    if (!(error instanceof SandboxFailed) || holderIsAlive(flags)) throw error;
    problem = error.message;
    say(problem);
  };
  const sandbox = flags.withService
    ? await startSandbox({
        launch: (args) => launchSandbox([...args, ...flags.sandboxFlags]),
        dataFolder: flags.dataFolder,
        log,
        sleep: (ms) => world.sleep(ms),
        say,
      }).catch(withoutSandbox)
    : undefined;
  try {
    const app = await createApp({
      world,
      host: makeHost(world),
      secrets,
      dataFolder: flags.dataFolder,
      policy,
      ...(sandbox ? { embedded: sandbox.service } : {}),
    });
    return {
      app,
      world,
      updates: policy.updates !== false,
      problem,
      close: async () => {
        await app.close();
        await sandbox?.close();
      },
    };
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
}
