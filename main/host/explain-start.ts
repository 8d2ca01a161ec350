import type { HostFlags } from './flags.ts';
import { DataFolderUnsafe } from './data-folder.ts';
import { PolicyUnusable } from './policy/policy-unusable.ts';
import { UncheckedCertificates } from './unchecked-certificates.ts';
import { isAlive, readRunning } from './running.ts';
import { SandboxFailed } from './sandbox.ts';

/** Why the app did not start, in a sentence, and the next step. */
export function explainStart(error: unknown, flags: HostFlags): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return `Port ${flags.port} is in use by another program. Next: choose another, --port ${flags.port + 1}, or leave --port out.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `The data folder ${flags.dataFolder} cannot be written. Next: give yourself the right to write there, or choose another with --data <folder>.`;
  if (code === 'ENOSPC')
    return `The disk that holds ${flags.dataFolder} is full. Nothing was lost. Next: free some space, then start again.`;
  if (isLocked(error) || (error instanceof SandboxFailed && holderIsAlive(flags))) return locked(flags);
  if (error instanceof Error && error.name === 'DataFolderUnusable') return error.message;
  if (error instanceof PolicyUnusable)
    return `${error.message} Next: ask your administrator; Layover does not start without the rules that were meant.`;
  if (error instanceof SandboxFailed || error instanceof RangeError || error instanceof DataFolderUnsafe) return error.message;
  if (error instanceof UncheckedCertificates) return error.message;
  return `Layover could not start: ${error instanceof Error ? error.message : String(error)}. Next: look into logs/layover.log in ${flags.dataFolder}.`;
}

/** The cache says so by its error's name or SQLite's code, never by its text. */
function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'CacheInUse' || ('code' in error && (error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_LOCKED'));
}

/** The sandbox starts first, so a folder in use is often noticed there. */
export function holderIsAlive(flags: HostFlags): boolean {
  const holder = readRunning(flags.dataFolder);
  return holder !== null && holder.pid !== process.pid && isAlive(holder.pid);
}

function locked(flags: HostFlags): string {
  const holder = readRunning(flags.dataFolder);
  const who = holder ? ` (process ${holder.pid}, in ${holder.kind === 'electron' ? 'its own window' : 'the browser'})` : '';
  return `Layover is open already with the data folder ${flags.dataFolder}${who}. Next: use that one, close it first, or choose another with --data <folder>.`;
}
