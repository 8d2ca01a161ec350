import { implement } from '@orpc/server';
import { contract } from '#shared/contract.ts';
import { codeOf, troubleOf, type Trouble } from '#main/storage/driver.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { isRefusal, refuse, refuseNow } from '#main/app/refusals/refuse.ts';
import type { WindowContext } from '#main/app/window-context.ts';

const storageTroubles: ReadonlySet<Trouble | null> = new Set(['full', 'failing', 'refused'] as const);

/** The contract's procedures by their paths. */
type Procedure = { [Area in keyof typeof contract]: `${Area}.${keyof (typeof contract)[Area] & string}` }[keyof typeof contract];

/** Reads that windows repeat after every change. */
const repeatedReads: ReadonlySet<string> = new Set<Procedure>([
  ...([
    'app.status',
    'lists.counts',
    'edits.list',
    'edits.underWay',
    'edits.overview',
    'review.batch',
    'activity.list',
    'names.of',
  ] as const),
  ...(['list', 'count', 'ids', 'totals', 'sums', 'facets', 'get', 'fields', 'search'] as const).map((name) => `records.${name}` as const),
]);

/**
 * The contract with one handler for bugs around every procedure. A refusal reaches the window as promised; a disk error becomes STORAGE_FAILED;
 * anything else is a bug: it is logged, and the calling window shows a failure. Nothing starts once the app closes. Repeated reads run one per
 * event-loop turn: a save waits for one of them, and not for all.
 */
export function createImplementer(services: AppServices) {
  let lastRead = Promise.resolve();
  return implement(contract)
    .$context<WindowContext>()
    .use(async ({ next, path }) => {
      if (repeatedReads.has(path.join('.'))) await (lastRead = lastRead.then(() => services.world.sleep(0)));
      if (services.closed) refuseNow('closing');
      if (services.lockScreen.drawn && !toldBehindLockScreen(path)) refuseNow('lockScreen');
      try {
        return await next();
      } catch (error) {
        if (isRefusal(error)) throw error;
        if (storageTroubles.has(troubleOf(error))) refuse('STORAGE_FAILED', { detail: codeOf(error), next: 'freeDiskSpace' });
        services.bug(error);
        throw error;
      }
    });
}
/** A locked window gets nothing of the account, only the data for the PIN page. */
function toldBehindLockScreen([area, name]: readonly string[]): boolean {
  return area === 'lockScreen'
    ? name !== 'setPin' && name !== 'change'
    : area === 'app' && ['status', 'changes', 'settings', 'typing'].includes(name ?? '');
}

/** The contract as the areas' routers implement it. */
export type Implementer = ReturnType<typeof createImplementer>;
