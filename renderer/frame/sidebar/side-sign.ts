import { inSentence } from '#shared/values/language.ts';
import { sections } from '#renderer/pages/pages.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { SideSign } from '#renderer/state/navigation/side-panel.svelte.ts';
import type { Severity } from '#shared/messages/words.ts';
import { pillOf } from '#renderer/frame/connection-words.ts';

const worstFirst: Severity[] = ['needsYou', 'unsure', 'waiting'];

/** The menu button's badge for the hidden sidebar: what can be acted on, and a connection that is not as it should be. */
export function sideSignOf({ line, connection, progress, counters }: AppState): SideSign {
  const counts = sections.flatMap(({ count }) => count?.(counters) ?? []);
  // A running sync has its line and its voice on the page.
  const pill = pillOf(line, connection, { ...progress, running: false }, counters);
  const isOff = worstFirst.includes(pill.severity);
  const severities = [...counts.map(({ dot }) => dot), pill.severity];
  return {
    severity: worstFirst.find((severity) => severities.includes(severity)) ?? null,
    message: [...counts.map(({ label }) => label), ...(isOff ? [inSentence(pill.word)] : [])],
  };
}
