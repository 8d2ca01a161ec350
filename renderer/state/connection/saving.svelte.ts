import { safe } from '@orpc/client';
import type { Api } from './connect.ts';
import { sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import { saveFile } from '#renderer/state/save-file.ts';

/** A file made of what the account holds. */
export interface MadeFile {
  name: string;
  file: Blob;
}

/** Files on their way out of the account. From an encrypted one they leave its protection: a user is told, and offered a password. */
export class Saving {
  /** Made, and waiting for a user's word. */
  asked = $state.raw<MadeFile | null>(null);
  readonly #app: { readonly api: Api };

  constructor(app: { readonly api: Api }) {
    this.#app = app;
  }

  /** Saves a file, at once where the account is not encrypted. */
  async offer(made: MadeFile): Promise<void> {
    const answer = await safe(this.#app.api.protection.view());
    if (answer.data?.form === 'sealed') this.asked = made;
    else saveFile(made);
  }

  /** Saves a file that the main process is asked for; answers a sentence when it could not be made, else null. */
  async make(asked: Promise<MadeFile>): Promise<string | null> {
    const answer = await safe(asked);
    if (!answer.isSuccess) return sentenceOfUnread(answer.error);
    await this.offer(answer.data);
    return null;
  }
}
