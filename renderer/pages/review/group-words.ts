import type { ReviewGroup } from './reviewing.svelte.ts';

/** Title and meaning of a group of Review and send. */
export const groupWords: Record<ReviewGroup['kind'], { title: string; says: string }> = {
  ready: { title: 'Ready', says: 'Nothing changed on the service since you edited, as far as is known.' },
  changedOnService: {
    title: 'Changed on the service, merged',
    says: 'Someone changed other fields meanwhile. Yours and theirs both stay.',
  },
  conflicts: { title: 'Conflicts', says: 'The same field was changed on the service. Choose before it can be sent.' },
  vendors: { title: 'Vendors', says: 'A vendor is replaced whole, so look at it before it leaves.' },
  payments: { title: 'Payments', says: 'Sent one at a time, after what you approve with them, and never twice without you.' },
  blocked: { title: 'Waiting behind others', says: 'An earlier edit of the same record needs you first.' },
};
