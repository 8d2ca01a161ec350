import type { learnedReads } from '#main/account-life/first-run/learned-reads.ts';
import { refOf } from '#main/outbox/outbox.ts';
import { paymentsOf } from '#main/outbox/reading/edit-lists.ts';
import type { Task } from '#main/sync/check/next-sendable.ts';
import { theLaws } from '#main/sync/laws.ts';
import type { Mutant } from './mutants.ts';

type Learned = ReturnType<typeof learnedReads>;

/** Deliberate bugs in what counts as a look, in what is learned of a service, and in the order of what was heard (laws 25, 26 and 28). */
export const looksMutants: readonly Mutant[] = [
  {
    name: 'one deleted record switches off the look before every write of its kind',
    from: 3,
    breaks: 'law 25',
    deviations: { learned: unlearnedByOneRecord },
    scenario: { reads: true, tidying: true, readsVanish: false },
  },
  {
    name: 'one emptied field teaches that the service empties what is left out',
    from: 8,
    breaks: 'law 26',
    deviations: { learned: learnedFromOneRecord },
    scenario: { tidying: true, replaces: false },
  },
  {
    name: 'an older copy counts as a look',
    from: 1_901,
    breaks: 'P15',
    laws: { asLook: (_parts, _row, _asked, result) => result },
    scenario: { twoDevices: true, serviceClock: 'nodes' },
  },
  {
    name: 'a look that failed counts as a look',
    from: 3,
    breaks: 'law 25',
    laws: {
      unseen: (parts, row, look) => {
        const move = theLaws.unseen(parts, row, look);
        if (move?.to !== 'held') return move;
        parts.freshness.heard(refOf(row));
        return null;
      },
    },
    scenario: { badLooks: true },
  },
  {
    name: 'a payment leaves without a look at its invoice',
    from: 1,
    breaks: 'law 25',
    laws: {
      choose: (movable, state) => {
        const choice = theLaws.choose(movable, state);
        const blind = (task: Task): Task => (task.kind === 'reread' && task.row.priority === 'payment' ? { ...task, kind: 'send' } : task);
        return { ...choice, tasks: choice.tasks.map(blind) };
      },
      leavesWithinMs: (parts, line, claimed, doubted) => {
        const unread = claimed.ready.intent.row.priority === 'payment' ? { ...parts, mayRead: () => false } : parts;
        return theLaws.leavesWithinMs(unread, line, claimed, doubted);
      },
    },
    scenario: { reads: true, paidElsewhere: true },
  },
  {
    name: 'a payment leaves on an invoice that moved since its approval',
    from: 1,
    breaks: 'law 34',
    laws: { movedInvoice: () => null },
    scenario: { reads: true, paidElsewhere: true },
  },
  {
    name: 'a payment of ours that had ended before the approval explains what moved since',
    from: 1,
    breaks: 'law 34',
    laws: {
      movedInvoice: (parts, row) => {
        const others = paymentsOf(parts.store, row.recordId).some(({ id, lastAttempt }) => id !== row.id && lastAttempt > 0);
        return others ? null : theLaws.movedInvoice(parts, row);
      },
    },
    scenario: { reads: true, paidElsewhere: true },
  },
  {
    name: 'CONFLICT over a field that the edit does not set is a rejection',
    from: 79,
    breaks: 'conflict',
    laws: {
      judgeRefused: (parts, row, refused, ...seen) => {
        const verdict = theLaws.judgeRefused(parts, row, refused, ...seen);
        return verdict.kind === 'wait' ? refused : verdict;
      },
    },
    scenario: { collisions: true },
  },
  {
    name: 'a read that left before our write takes the record back',
    from: 10,
    breaks: 'cache',
    laws: {
      settleAll: (store, settlements) =>
        theLaws.settleAll(
          store,
          settlements.map((one) => (one.heard ? { ...one, heard: { ...one.heard, asked: store.hearings.ask() } } : one)),
        ),
    },
    scenario: { serviceClock: 'absent', twoDevices: false, narrow: false, dawdles: true },
  },
];

function unlearnedByOneRecord(learned: Learned): Learned {
  const gone = new Set<string>();
  return {
    ...learned,
    mayRead: (kind) => !gone.has(kind) && learned.mayRead(kind),
    learnedRead: (edit, result) => {
      if (!result.ok && result.failure.kind === 'refused' && result.failure.status === 404) gone.add(edit.kind);
      learned.learnedRead(edit, result);
    },
  };
}

function learnedFromOneRecord(learned: Learned): Learned {
  const clears = new Set<string>();
  return {
    ...learned,
    sendsWhole: (kind) => clears.has(kind),
    learnedOmission: ({ kind }, shown) => void (shown !== 'kept' && clears.add(kind)),
  };
}
