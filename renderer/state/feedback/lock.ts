import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Notices } from './notices.svelte.ts';
import { sentenceOfRefusal } from './refusals.ts';

/** Locks the window. Without a PIN nobody could open it again: that is said, and nothing is locked. */
export async function lock(app: AppState, notices: Notices): Promise<void> {
  const answer = await safe(app.api.lockScreen.draw());
  if (!answer.isSuccess) notices.say(sentenceOfRefusal(answer.error));
}
