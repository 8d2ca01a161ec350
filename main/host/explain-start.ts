import { t } from '#shared/messages/t.ts';
import { CannotOpen, type NotOpened } from '#main/account-life/open/cannot-open.ts';
import type { HostFlags } from './flags.ts';
import { DataFolderUnsafe } from './data-folder.ts';
import { PolicyUnusable } from './policy/policy-unusable.ts';
import { UncheckedCertificates } from './unchecked-certificates.ts';
import { isAlive, readRunning } from './running.ts';
import { SandboxFailed, sandboxWords } from './sandbox.ts';

/** The value of --data, as the help of the command line has it. */
const flag = '<folder>';

/** Why the app did not start, in a sentence, and the next step. */
export function explainStart(error: unknown, flags: HostFlags): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return t('host.start.port', { port: String(flags.port), next: String(flags.port + 1) });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return t('host.start.unwritable', { folder: flags.dataFolder, flag });
  if (code === 'ENOSPC') return t('host.start.full', { folder: flags.dataFolder });
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') return locked(flags);
  // the sandbox starts first, so a folder in use is often noticed there
  if (error instanceof SandboxFailed && holderIsAlive(flags)) return locked(flags);
  if (error instanceof CannotOpen) return cannotOpen(error.answer, flags);
  if (error instanceof PolicyUnusable) return t('host.start.policy', { problem: error.message });
  if (error instanceof SandboxFailed) return sandboxWords(error);
  if (error instanceof DataFolderUnsafe) return t('host.start.unsafe', { folder: error.folder, place: error.place, flag });
  if (error instanceof UncheckedCertificates) return t('host.start.unchecked');
  if (error instanceof RangeError) return error.message;
  const problem = error instanceof Error ? error.message : String(error);
  return t('host.start.other', { problem, folder: flags.dataFolder });
}

/** True when another process that runs holds the folder. */
export function holderIsAlive(flags: HostFlags): boolean {
  const holder = readRunning(flags.dataFolder);
  return holder !== null && holder.pid !== process.pid && isAlive(holder.pid);
}

function locked(flags: HostFlags): string {
  const holder = readRunning(flags.dataFolder);
  const where = { known: holder !== null, process: String(holder?.pid ?? ''), window: holder?.kind === 'electron' ? 'own' : 'browser' };
  return t('host.start.open', { folder: flags.dataFolder, ...where, flag });
}

/** Why the list of accounts did not open. */
function cannotOpen(answer: NotOpened, flags: HostFlags): string {
  switch (answer.kind) {
    case 'locked':
      return locked(flags);
    case 'unwritable':
      return answer.full
        ? t('host.start.noSpace', { problem: answer.detail })
        : t('host.start.readOnly', { problem: answer.detail, folder: flags.dataFolder });
    case 'sealed':
      return t('host.start.sealed');
    case 'newer':
      return t('host.start.newer');
    case 'damaged':
      return answer.setAside === null
        ? t('host.start.damaged', { problem: answer.detail })
        : t('host.start.damagedKept', { problem: answer.detail, name: answer.setAside });
  }
}
