import type { OpenAccount } from '#main/account-life/account.ts';
import { refuseFailure } from '#main/app/refusals/refuse-failure.ts';
import { found } from '#main/app/refusals/refuse.ts';
import type { PackView } from '#shared/contract/views/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';

interface PackRun {
  id: string;
  paused: boolean;
  /** Items that are asked for once more although the service had refused them. */
  again: RecordRef[];
}

/** A run that cannot reach the service says so within this time, in milliseconds; a longer one continues in the background. */
const FIRST_WORD_MS = 1_500;

/** Starts or pauses the filling of a pack. Refuses when the service cannot be reached at once; answers while the rest goes on. */
export async function runPack({ packs, store }: OpenAccount, { id, paused, again }: PackRun): Promise<PackView> {
  found(packs.view(id), 'pack');
  if (paused) packs.pause(id);
  else {
    const failure = await Promise.race([packs.run(id, again), store.world.sleep(FIRST_WORD_MS).then(() => null)]);
    if (failure) return refuseFailure(failure, 'pack');
  }
  return found(packs.view(id), 'pack');
}
