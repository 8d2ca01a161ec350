import type { MadeFile } from '#renderer/state/connection/saving.svelte.ts';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import { useNotices } from './notices.svelte.ts';

/** Saves a file that the main process is asked for; a notice says why it could not be made. Call while a component is made. */
export function useMakingFiles(): (asked: Promise<MadeFile>) => Promise<void> {
  const app = useApp();
  const notices = useNotices();
  return async (asked) => {
    const problem = await app.saving.make(asked);
    if (problem !== null) notices.say(problem, { severity: 'needs' });
  };
}
