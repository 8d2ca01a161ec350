import type { AppState } from './app-state.svelte.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';

/** Needs the network, and its press does not say so: a key, or a word that is the same online. Going online is then a press of its own. */
export function askOnline(app: AppState, notices: Notices, says: `Go online and ${string}`, command: () => Promise<unknown>): void {
  if (!app.worksOffline) void command();
  else notices.say('You are working offline: nothing leaves.', { action: { says, command: () => void app.online(command) } });
}
