import { implement } from '@orpc/server';
import { contract } from '#shared/contract.ts';
import { codeOf, troubleOf, type Trouble } from '#main/cache/database/driver.ts';
import type { House } from '#main/app/house.ts';
import { isRefusal, refuse } from '#main/app/refuse.ts';
import type { WindowContext } from '#main/app/window-context.ts';

const storageTroubles: ReadonlySet<Trouble | null> = new Set(['full', 'failing', 'refused'] as const);

/**
 * The contract with the one handler for bugs around every procedure. A refusal reaches the window as promised; the disk's refusal is told
 * as STORAGE_FAILED; anything else is a bug: it is logged, and the window that asked says that it did not work.
 */
export function createImplementer(house: House) {
  return implement(contract)
    .$context<WindowContext>()
    .use(async ({ next }) => {
      try {
        return await next();
      } catch (error) {
        if (isRefusal(error)) throw error;
        if (storageTroubles.has(troubleOf(error))) refuse('STORAGE_FAILED', { detail: codeOf(error), next: 'freeDiskSpace' });
        house.bug(error);
        throw error;
      }
    });
}
/** The contract as the areas' routers implement it. */
export type Implementer = ReturnType<typeof createImplementer>;
