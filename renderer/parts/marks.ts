import CircleAlert from '@lucide/svelte/icons/circle-alert';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import CircleHelp from '@lucide/svelte/icons/circle-question-mark';
import CirclePause from '@lucide/svelte/icons/circle-pause';
import CircleSlash from '@lucide/svelte/icons/circle-slash';
import CircleX from '@lucide/svelte/icons/circle-x';
import Clock from '@lucide/svelte/icons/clock';
import GitCompareArrows from '@lucide/svelte/icons/git-compare-arrows';
import Replace from '@lucide/svelte/icons/replace';
import ScanSearch from '@lucide/svelte/icons/scan-search';
import SendHorizontal from '@lucide/svelte/icons/send-horizontal';
import type { Component } from 'svelte';
import type { EditState, Reason } from '#shared/edit.ts';

/** Red needs you, amber is unsure, grey-blue waits, green only for what the service confirmed. */
export type Tone = 'needs' | 'unsure' | 'waiting' | 'confirmed' | 'plain';

/** Who acts next. */
export type Actor = 'you' | 'layover' | 'nobody';

/** How one state of an edit is shown wherever it appears: word, sign, colour, meaning, who acts. */
export interface Mark {
  word: string;
  icon: Component<{ size?: number | string; strokeWidth?: number | string; 'aria-hidden'?: 'true' }>;
  tone: Tone;
  meaning: string;
  actor: Actor;
}

const marks: Record<EditState, Mark> = {
  draft: {
    word: 'Draft',
    icon: CircleAlert,
    tone: 'needs',
    meaning: 'Recorded here. It leaves after you approve it in Review and send.',
    actor: 'you',
  },
  waiting: { word: 'Waiting', icon: Clock, tone: 'waiting', meaning: 'Recorded here, not sent. It leaves by itself when it can.', actor: 'layover' },
  sending: { word: 'Sending', icon: SendHorizontal, tone: 'waiting', meaning: 'On its way. The service has not answered yet.', actor: 'layover' },
  checking: {
    word: 'Checking',
    icon: ScanSearch,
    tone: 'unsure',
    meaning: 'No clear answer came. Layover waits two minutes and looks whether it arrived.',
    actor: 'layover',
  },
  applied: { word: 'Synced', icon: CircleCheck, tone: 'confirmed', meaning: 'The service confirmed it.', actor: 'nobody' },
  rejected: { word: 'Rejected', icon: CircleX, tone: 'needs', meaning: 'The service refused it. What you typed is kept.', actor: 'you' },
  conflict: {
    word: 'Conflict',
    icon: GitCompareArrows,
    tone: 'needs',
    meaning: 'Someone changed the same field on the service. You choose which value stays.',
    actor: 'you',
  },
  inDoubt: {
    word: 'In doubt',
    icon: CircleHelp,
    tone: 'unsure',
    meaning: 'We do not know whether it was recorded. It is never sent again without you.',
    actor: 'you',
  },
  held: { word: 'Held', icon: CirclePause, tone: 'needs', meaning: 'Kept here until you release it.', actor: 'you' },
  confirmed: { word: 'Confirmed by you', icon: CircleCheck, tone: 'confirmed', meaning: 'You said that it is recorded.', actor: 'nobody' },
  superseded: { word: 'Replaced', icon: Replace, tone: 'plain', meaning: 'A later edit took its place.', actor: 'nobody' },
  discarded: { word: 'Discarded', icon: CircleSlash, tone: 'plain', meaning: 'Taken back before it was sent.', actor: 'nobody' },
};

const changedByService: Mark = {
  ...marks.applied,
  word: 'Synced, changed by the service',
  icon: CircleDashed,
  meaning: 'The service took it and answered with other values.',
};

const appliedWithProblem: Mark = {
  ...marks.applied,
  word: 'Synced, with a problem',
  icon: CircleAlert,
  tone: 'unsure',
  meaning: 'The service took it and reports a problem on the record.',
};

/** The mark of a state; a reason can sharpen "Synced". */
export function markOf(state: EditState, reason: Reason | null = null): Mark {
  if (state !== 'applied' || !reason) return marks[state];
  if (reason.kind === 'changedByService' || reason.kind === 'versionJump') return changedByService;
  if (reason.kind === 'appliedWithProblem' || reason.kind === 'duplicateAlarm') return appliedWithProblem;
  return marks.applied;
}

const urgency: EditState[] = ['inDoubt', 'conflict', 'rejected', 'draft', 'held', 'checking', 'sending', 'waiting'];

/** The one state that a record's or a section's dot shows; null when nothing is pending. */
export function mostUrgent(states: readonly EditState[]): EditState | null {
  return urgency.find((state) => states.includes(state)) ?? null;
}
