import { implement } from '@orpc/server';
import { contract } from '#shared/contract.ts';
import type { House } from '#main/app/house.ts';
import { isRefusal, refuse } from '#main/app/refuse.ts';
import type { WindowContext } from '#main/app/window-context.ts';

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
        if (isStorage(error)) refuse('STORAGE_FAILED', { detail: error.code, next: 'freeDiskSpace' });
        house.bug(error);
        throw error;
      }
    });
}
/** The contract as the areas' routers implement it. */
export type Implementer = ReturnType<typeof createImplementer>;

const storageCodes = [
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
];

/** Told by SQLite's or the system's code, never by an error's text. */
function isStorage(error: unknown): error is Error & { code: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return storageCodes.some((storage) => code === storage || code.startsWith(`${storage}_`));
}
