import type { OpenAnswer } from '#main/cache/database/open.ts';

type Failed = Exclude<OpenAnswer, { kind: 'open' }>;

/** The data folder cannot be used, and no window can help: another process holds it, or the disk refuses. The message holds the next step. */
export class CannotOpen extends Error {
  override readonly name: 'CacheInUse' | 'DataFolderUnusable';

  constructor(answer: Failed) {
    super(messageOf(answer));
    this.name = answer.kind === 'locked' ? 'CacheInUse' : 'DataFolderUnusable';
  }
}

function messageOf(answer: Failed): string {
  switch (answer.kind) {
    case 'locked':
      return answer.next;
    case 'unwritable':
      return `${answer.detail}. ${answer.next}`;
    case 'sealed':
      return 'The list of accounts is encrypted with a key that is not here. Next: choose another folder with --data.';
    case 'newer':
      return 'This data folder was used by a newer version of Layover. Next: install that version, or choose another folder with --data.';
    case 'damaged': {
      const kept = answer.setAside === null ? '' : ` It was kept as ${answer.setAside}.`;
      return `The list of accounts is damaged (${answer.detail}).${kept} Next: put a copy of registry.db back, or choose another folder with --data.`;
    }
  }
}
