import { t } from '#shared/messages/t.ts';
import type { AppState } from './app-state.svelte.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';

/** Runs a command that needs the network. While the user works offline, a notice offers to go online first: the press did not say so. */
export function askOnline(app: AppState, notices: Notices, label: string, command: () => Promise<unknown>): void {
  if (!app.worksOffline) void command();
  else notices.say(t('frame.workingOffline'), { action: { label, command: () => void app.online(command) } });
}
