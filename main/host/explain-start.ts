import { CannotOpen, type NotOpened } from '#main/account-life/open/cannot-open.ts';
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
  if (error instanceof CannotOpen) return cannotOpen(error.answer, flags);
  if (error instanceof PolicyUnusable)
    return `${error.message} Next: ask your administrator; Layover does not start without the rules that were meant.`;
  if (error instanceof SandboxFailed || error instanceof RangeError || error instanceof DataFolderUnsafe) return error.message;
  if (error instanceof UncheckedCertificates) return error.message;
  return `Layover could not start: ${error instanceof Error ? error.message : String(error)}. Next: look into logs/layover.log in ${flags.dataFolder}.`;
}

/** Said by the cache's answer or SQLite's code, never by a text. */
function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    (error instanceof CannotOpen && error.answer.kind === 'locked') ||
    ('code' in error && (error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_LOCKED'))
  );
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

/** Why the list of accounts did not open. */
function cannotOpen(answer: NotOpened, flags: HostFlags): string {
  switch (answer.kind) {
    case 'locked':
      return locked(flags);
    case 'unwritable':
      return answer.full
        ? `${answer.detail}. Nothing that was saved is lost. Next: free some disk space, then start again.`
        : `${answer.detail}. Next: make ${flags.dataFolder} writable for yourself, or choose another folder with --data.`;
    case 'sealed':
      return 'The list of accounts is encrypted with a key that is not here. Next: choose another folder with --data.';
    case 'newer':
      return 'This data folder was used by a newer version of Layover. Next: install that version, or choose another folder with --data.';
    case 'damaged': {
      const kept = answer.setAside === null ? '' : ` It was kept as ${answer.setAside}.`;
      return `The list of accounts is damaged (${answer.detail}).${kept} Next: put a copy of registry.db back, or choose another folder with --data.`;
    }
  }
}
