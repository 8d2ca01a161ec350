import { t } from '#shared/messages/t.ts';
import type { KeyObject } from 'node:crypto';
import type { Counters } from '#shared/contract/views/views.ts';
import { installOrReopen, type InstallParts } from './update-install.ts';
import { judgeUpdate } from './update-rules.ts';
import { isSigned } from './update-signature.ts';

export interface UpdateOptions extends InstallParts {
  /** False where IT's policy forbids updates. */
  allowed: boolean;
  /** IT's own mirror of the feed; the package's own address when null. */
  feed: { url: string; channel: string } | null;
  /** The public key that signs versions, built into the package. Without one, nothing is ever updated. */
  key: KeyObject | null;
  /** True while the user works offline: then the feed is not asked. */
  offline: () => boolean;
  counters: () => Counters;
  syncRunning: () => boolean;
  /** Asks the user; true is "update now". */
  ask: (version: string, why: string) => Promise<boolean>;
  /** Stops the app in order before the installer takes over. */
  prepare: () => Promise<void>;
}

const CHECK_EVERY_MS = 4 * 3_600_000;
const TRY_AGAIN_MS = 60_000;

/**
 * Follows the update feed: downloads in the background what the release's key has signed, installs only when nothing is on the way, asks when something is in doubt.
 * A failing feed is only logged. Returns how to stop.
 */
export function followUpdates(options: UpdateOptions): () => void {
  const stop = new AbortController();
  if (!options.allowed) {
    options.world.log.info('updates are off by policy');
    return () => undefined;
  }
  const { updater, key } = options;
  const { log } = options.world;
  if (key === null) {
    log.info('updates are off: this package has no key to check them with');
    return () => undefined;
  }
  // The feed is verified before any file is fetched; the files are then checked against its hashes.
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  if (options.feed) updater.setFeedURL({ provider: 'generic', ...options.feed });
  let ready = false;
  updater.on('error', (error) => log.info('update failed', { name: error.name }));
  const believed = new Set<string>();
  updater.on('update-available', (info) => {
    if (!isSigned(info, key)) return log.info('update refused: it is not signed by the release’s key', { version: info.version });
    believed.add(info.version);
    updater
      .downloadUpdate()
      .catch((error: unknown) => log.info('update failed', { name: error instanceof Error ? error.name : 'unknown' }));
  });
  updater.on('update-downloaded', ({ version }) => {
    if (ready || !believed.has(version)) return;
    ready = true;
    void installWhenCalm(options, version, stop.signal);
  });
  void checkNowAndThen(options, stop.signal, () => ready);
  return () => stop.abort();
}

async function checkNowAndThen({ updater, offline, world }: UpdateOptions, signal: AbortSignal, ready: () => boolean): Promise<void> {
  while (!signal.aborted && !ready()) {
    if (offline()) {
      await world.sleep(TRY_AGAIN_MS, signal);
      continue;
    }
    await updater
      .checkForUpdates()
      .catch((error: unknown) => world.log.info('update feed not reached', { name: error instanceof Error ? error.name : 'unknown' }));
    await world.sleep(CHECK_EVERY_MS, signal);
  }
}

async function installWhenCalm(options: UpdateOptions, version: string, signal: AbortSignal): Promise<void> {
  const refused = new Set<string>();
  while (!signal.aborted) {
    const answer = judgeUpdate(options.counters(), options.syncRunning());
    if (answer.kind === 'install' || (answer.kind === 'ask' && !refused.has(answer.why))) {
      const why = answer.kind === 'ask' ? answer.why : t('host.update.safe');
      const agreed = await options.ask(version, why);
      const still = judgeUpdate(options.counters(), options.syncRunning());
      if (agreed && still.kind !== 'later') {
        await options.prepare();
        installOrReopen(options);
        return;
      }
      if (!agreed && answer.kind === 'install') return;
      refused.add(why);
    }
    await options.world.sleep(TRY_AGAIN_MS, signal);
  }
}
