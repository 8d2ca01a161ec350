import CircleAlert from '@lucide/svelte/icons/circle-alert';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import CirclePause from '@lucide/svelte/icons/circle-pause';
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import CircleSlash from '@lucide/svelte/icons/circle-slash';
import CircleX from '@lucide/svelte/icons/circle-x';
import Clock from '@lucide/svelte/icons/clock';
import GitCompareArrows from '@lucide/svelte/icons/git-compare-arrows';
import PenLine from '@lucide/svelte/icons/pen-line';
import Replace from '@lucide/svelte/icons/replace';
import ScanSearch from '@lucide/svelte/icons/scan-search';
import SendHorizontal from '@lucide/svelte/icons/send-horizontal';
import type { Component } from 'svelte';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import { wordsOfState, type StateWords } from '#shared/messages/words.ts';

export type Icon = Component<{ size?: number | string; strokeWidth?: number | string; 'aria-hidden'?: 'true' }>;

/** The badge of an edit's state, with its sign. */
export interface Mark extends StateWords {
  icon: Icon;
}

const icons: Record<EditState, Icon> = {
  draft: PenLine,
  waiting: Clock,
  sending: SendHorizontal,
  checking: ScanSearch,
  applied: CircleCheck,
  rejected: CircleX,
  conflict: GitCompareArrows,
  inDoubt: CircleQuestionMark,
  held: CirclePause,
  confirmed: CircleDashed,
  superseded: Replace,
  discarded: CircleSlash,
};

/** The mark of a state; a reason can sharpen "Confirmed". */
export function markOf(state: EditState, reason: Reason | null = null): Mark {
  const words = wordsOfState(state, reason);
  return { ...words, icon: state === 'applied' && words.severity !== 'confirmed' ? CircleAlert : icons[state] };
}

/** True for a state that ends in a moment, so that showing it would only flicker. */
export function isPassing(state: EditState, connection: Connection | null): boolean {
  return connection?.kind === 'online' && (state === 'waiting' || state === 'sending');
}
