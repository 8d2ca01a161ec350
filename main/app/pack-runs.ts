import type { PackView } from '#shared/contract/views.ts';
import type { OpenAccount } from './open-account.ts';
import { refuseFailure } from './refuse-failure.ts';
import { found } from './refuse.ts';

/** A run that cannot reach the service says so within this time, in milliseconds; a longer one goes on by itself. */
const FIRST_WORD_MS = 1_500;

/** Starts or pauses the filling of a pack. Refuses when the service cannot be reached at once; answers while the rest goes on. */
export async function runPack({ packs, store }: OpenAccount, id: string, paused: boolean): Promise<PackView> {
  found(packs.view(id), 'pack');
  if (paused) packs.pause(id);
  else {
    const failure = await Promise.race([packs.run(id), store.world.sleep(FIRST_WORD_MS).then(() => null)]);
    if (failure) return refuseFailure(failure, 'pack');
  }
  return found(packs.view(id), 'pack');
}

/** Lets packs go on that were stopped by the line or by the end of the app, whenever the service can be reached. */
export function keepPacksRunning({ packs, store, engine }: Pick<OpenAccount, 'packs' | 'store' | 'engine'>): () => void {
  let online = false;
  const look = () => {
    const was = online;
    online = engine.connection().kind === 'online';
    if (!online || was) return;
    for (const pack of packs.views()) {
      const unfinished = pack.items.some((item) => item.state === 'waiting');
      if (!pack.paused && !pack.running && unfinished) void packs.run(pack.id);
    }
  };
  look();
  return store.subscribe((changes) => {
    if (changes.some((change) => change.kind === 'status')) look();
  });
}
