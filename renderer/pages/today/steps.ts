import type { AccountView, Counters } from '#shared/contract/views.ts';
import { hrefOf } from '#renderer/state/router.svelte.ts';
import { recordsHere } from './today.ts';

/** One step of getting started: what it is, and the ways to do it. */
export interface Step {
  id: 'signIn' | 'records' | 'edit' | 'payment' | 'pack' | 'names' | 'protect';
  title: string;
  /** What to do, or, once done, what came of it. */
  detail: string;
  done: boolean;
  ways: { says: string; href: string }[];
  /** The mail to a colleague who can export, and the template, stand beside this step. */
  letter?: true;
}

/** What is known of how far a person has come. */
export interface Come {
  account: AccountView | null;
  counters: Counters;
  packs: string[];
  names: { named: number; unnamed: number };
  sealed: boolean;
  /** Something was recorded on this laptop before. */
  tried: boolean;
}

/** The steps in their order. They stay until all are done or they are hidden, on a practice company as on a real one. */
export function stepsOf(come: Come): Step[] {
  const { account, counters, packs, names, sealed, tried } = come;
  const records = recordsHere(counters);
  const practice: Step[] = [
    {
      id: 'edit',
      title: 'Change the date of an expense',
      detail: 'Open one, press E, and record it. It is saved at once and sent by itself.',
      done: tried,
      ways: [{ says: 'Change the date of an expense', href: hrefOf('expenses', null, { status: 'IN_DRAFT' }) }],
    },
    {
      id: 'payment',
      title: 'Record a payment',
      detail: 'It waits in the Outbox until you have approved it.',
      done: tried,
      ways: [{ says: 'Record a payment', href: hrefOf('invoices', null, { status: 'OPEN' }) }],
    },
  ];
  return [
    {
      id: 'signIn',
      title: 'Sign in',
      detail: account ? account.name || account.baseUrl : 'With an API key or your usual sign-in.',
      done: account !== null,
      ways: [{ says: 'Connect your account', href: hrefOf('sign-in') }],
    },
    ...(account ? [bring(records)] : []),
    ...(account?.embedded ? practice : []),
    ...(account ? afterwards({ packs, names, sealed }) : []),
  ];
}

function bring(records: number): Step {
  return {
    id: 'records',
    title: 'Bring your records',
    detail:
      records > 0
        ? `${records.toLocaleString()} are on this laptop`
        : 'Paste the ids that you work on, or import an export of the service. A colleague who can export sends you the file: the mail is written.',
    done: records > 0,
    ways: [
      { says: 'Import an export', href: hrefOf('packs', 'import') },
      { says: 'Paste ids', href: hrefOf('packs') },
    ],
    letter: true,
  };
}

function afterwards({ packs, names, sealed }: Pick<Come, 'packs' | 'names' | 'sealed'>): Step[] {
  return [
    {
      id: 'pack',
      title: 'Pack for a trip',
      detail: packs.length > 0 ? packs.join(', ') : 'Take expenses, invoices and documents along, and see whether you are ready to travel.',
      done: packs.length > 0,
      ways: [{ says: 'Make a trip pack', href: hrefOf('packs') }],
    },
    {
      id: 'names',
      title: 'Name what still shows as an id',
      detail:
        names.unnamed > 0
          ? `${names.unnamed.toLocaleString()} accounts, cost centres and others. A colleague with the list can send it: the mail is written.`
          : names.named > 0
            ? `${names.named.toLocaleString()} have a name`
            : 'Accounts, cost centres and people come by their ids. Names stay on this laptop.',
      done: names.named > 0 && names.unnamed === 0,
      ways: [{ says: 'Import names', href: hrefOf('names', 'import') }],
      letter: true,
    },
    {
      id: 'protect',
      title: 'Protect this laptop',
      detail: sealed ? 'What is here is encrypted' : 'Encrypts what is here. You keep a recovery code on paper.',
      done: sealed,
      ways: [{ says: 'Start', href: hrefOf('security') }],
    },
  ];
}
