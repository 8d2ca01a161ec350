import type { OpenAnswer } from '#main/cache/database/open.ts';

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
