import { formatCount } from '#renderer/state/format-count.ts';
import type { AccountView, Counters } from '#shared/contract/views/views.ts';
import { hrefOf } from '#renderer/state/navigation/router.svelte.ts';
import { recordsHere } from './today.ts';

/** A page to go to, or a file to bring in without leaving this one. */
type Way = { label: string; href: string } | { label: string; brings: 'records' | 'names' | 'practiceStatement' };

/** One step of getting started: what it is, and the ways to do it. */
export interface Step {
  id: 'signIn' | 'records' | 'edit' | 'payment' | 'statement' | 'pack' | 'names' | 'protect';
  title: string;
  /** The next step or, once done, the result. */
  detail: string;
  done: boolean;
  ways: Way[];
  /** The mail to a colleague who can export, and the template, stand beside this step. */
  letter?: true;
}

/** The user's progress through the first steps. */
export interface Come {
  account: AccountView | null;
  counters: Counters;
  packs: string[];
  names: { named: number; unnamed: number };
  sealed: boolean;
  /** Edits recorded on this laptop before, in any state. */
  tried: { expense: boolean; payment: boolean; statement: boolean };
}

/** The steps in their order. They stay until all are done or they are hidden, on a practice company as on a real one. */
export function stepsOf(come: Come): Step[] {
  const { account, counters, packs, names, sealed, tried } = come;
  const records = recordsHere(counters);
  const practice: Step[] = [
    {
      id: 'edit',
      title: 'Change an expense',
      detail: tried.expense ? '' : 'Change the date of any expense. It’s sent automatically.',
      done: tried.expense,
      ways: [{ label: 'Choose an expense', href: hrefOf('expenses', null, { status: 'IN_DRAFT' }) }],
    },
    {
      id: 'payment',
      title: 'Record a payment',
      detail: tried.payment ? '' : 'It waits in the Outbox until you approve it.',
      done: tried.payment,
      ways: [{ label: 'Choose an invoice', href: hrefOf('invoices', null, { q: 'state:open' }) }],
    },
    {
      id: 'statement',
      title: 'Import a bank statement',
      detail: tried.statement ? '' : 'Its receipts find their invoices. Nothing is sent by importing.',
      done: tried.statement,
      ways: [{ label: 'Import its statement', brings: 'practiceStatement' }],
    },
  ];
  return [
    {
      id: 'signIn',
      title: 'Sign in',
      detail: account ? account.name || account.baseUrl : 'With an API key or your usual sign-in.',
      done: account !== null,
      ways: [{ label: 'Connect your account', href: hrefOf('sign-in') }],
    },
    ...(account ? [bring(records)] : []),
    ...(account?.embedded ? practice : []),
    ...(account ? afterwards({ packs, names, sealed }, account.embedded) : []),
  ];
}

function bring(records: number): Step {
  return {
    id: 'records',
    title: 'Bring your records',
    detail: records > 0 ? `${formatCount(records)} are on this laptop` : 'From a file that a colleague exported, or by their ids.',
    done: records > 0,
    ways: [
      { label: 'Import records', brings: 'records' },
      { label: 'Paste ids', href: hrefOf('packs') },
    ],
    letter: true,
  };
}

/** Names come first on a real account, where everything shows as an id; the practice company has most of its own. */
function afterwards({ packs, names, sealed }: Pick<Come, 'packs' | 'names' | 'sealed'>, embedded: boolean): Step[] {
  const pack: Step = {
    id: 'pack',
    title: 'Pack for a trip',
    detail: packs.length > 0 ? packs.join(', ') : 'Take records and documents along, and see when you are ready.',
    done: packs.length > 0,
    ways: [{ label: 'Create a trip pack', href: hrefOf('packs') }],
  };
  const naming: Step = {
    id: 'names',
    title: 'Replace codes with names',
    detail:
      names.unnamed > 0
        ? `${formatCount(names.unnamed)} have no name yet. A colleague may have the list.`
        : names.named > 0
          ? `${formatCount(names.named)} have a name`
          : 'Accounts, cost centres and people come as ids.',
    done: names.named > 0 && names.unnamed === 0,
    ways: [{ label: 'Import names', brings: 'names' }],
    letter: true,
  };
  const protect: Step = {
    id: 'protect',
    title: 'Protect this laptop',
    detail: sealed ? 'What is here is encrypted' : 'Encrypts what is here; you keep a recovery code.',
    done: sealed,
    ways: [{ label: 'Encrypt', href: hrefOf('security') }],
  };
  return embedded ? [pack, naming, protect] : [naming, pack, protect];
}
