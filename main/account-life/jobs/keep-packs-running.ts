import { whenOnline } from './background-jobs.ts';
import type { OpenAccount } from '#main/account-life/account.ts';

/** Resumes packs that a lost connection or the app's end stopped, as soon as the service can be reached. */
export function keepPacksRunning({ packs, store, engine }: Pick<OpenAccount, 'packs' | 'store' | 'engine'>): () => void {
  return whenOnline(store, engine, () => {
    for (const pack of packs.views()) {
      const unfinished = pack.items.some((item) => item.state === 'waiting');
      if (!pack.paused && !pack.running && unfinished) void packs.run(pack.id);
    }
  }).stop;
}
