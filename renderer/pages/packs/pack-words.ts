import type { PackView } from '#shared/contract/views.ts';
import type { Tone } from '#shared/words.ts';

export const verdictWords: Record<PackView['verdict'], { says: string; tone: Tone }> = {
  empty: { says: 'Empty', tone: 'neutral' },
  preparing: { says: 'Preparing', tone: 'waiting' },
  readyToTravel: { says: 'Ready to travel', tone: 'confirmed' },
  readyWithGaps: { says: 'Ready, with gaps', tone: 'unsure' },
  notReady: { says: 'Not ready', tone: 'needsYou' },
};

export const itemWords: Record<PackView['items'][number]['state'], string> = {
  waiting: 'waiting',
  fetching: 'being fetched',
  ready: 'ready',
  noAccess: 'no access',
  missing: 'not found',
  failed: 'failed',
  notReadable: 'known by its id only',
};

const failures: Record<string, string> = {
  quota: 'no room for its document (Settings, storage)',
  forgotten: 'its document is no longer on this laptop',
};

/** What became of one item, with the reason where a person can do something about it. */
export function wordsOfItem({ state, detail }: PackView['items'][number]): string {
  return (state === 'failed' && detail !== null ? failures[detail] : undefined) ?? itemWords[state];
}

/** "58 of 60 ready, 2 no access". */
export function progressSentence(pack: PackView): string {
  const said = [`${pack.ready} of ${pack.items.length} ready`];
  for (const state of ['noAccess', 'missing', 'failed', 'notReadable'] as const) {
    const count = pack.items.filter((item) => item.state === state).length;
    if (count > 0) said.push(`${count} ${itemWords[state]}`);
  }
  return said.join(', ');
}
