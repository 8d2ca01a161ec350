import path from 'node:path';
import type { OpenAnswer } from '#main/storage/open/open.ts';
import type { RepairView } from '#shared/contract/views/views.ts';

/** Why a data folder cannot be used. */
export type NotOpened = Exclude<OpenAnswer, { kind: 'open' }>;

/** The data folder cannot be used, and no window can help: another process holds it, or the disk refuses. Who starts the app has the words. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
  readonly answer: NotOpened;

  constructor(answer: NotOpened) {
    super(`the list of accounts: ${answer.kind}`);
    this.answer = answer;
  }
}

/** The notice about an account that did not open; throws `CannotOpen` when only the start can show it. */
export function repairOf(answer: Exclude<OpenAnswer, { kind: 'open' | 'sealed' }>): RepairView {
  if (answer.kind === 'newer') return { kind: 'newer', version: answer.version, held: 0, backups: [] };
  if (answer.kind !== 'damaged') throw new CannotOpen(answer);
  const keptAs = answer.setAside === null ? null : path.basename(answer.setAside);
  return { kind: 'damaged', problem: answer.detail, keptAs, unreadable: 0, held: 0, backups: [] };
}
