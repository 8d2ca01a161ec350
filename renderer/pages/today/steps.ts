import { t } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';
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
      title: t('today.steps.edit'),
      detail: tried.expense ? '' : t('today.steps.edit.detail'),
      done: tried.expense,
      ways: [{ label: t('today.steps.edit.way'), href: hrefOf('expenses', null, { status: 'IN_DRAFT' }) }],
    },
    {
      id: 'payment',
      title: t('today.steps.payment'),
      detail: tried.payment ? '' : t('today.steps.payment.detail'),
      done: tried.payment,
      ways: [{ label: t('today.steps.payment.way'), href: hrefOf('invoices', null, { q: 'state:open' }) }],
    },
    {
      id: 'statement',
      title: t('today.steps.statement'),
      detail: tried.statement ? '' : t('today.steps.statement.detail'),
      done: tried.statement,
      ways: [{ label: t('today.steps.statement.way'), brings: 'practiceStatement' }],
    },
  ];
  return [
    {
      id: 'signIn',
      title: t('today.steps.signIn'),
      detail: account ? account.name || account.baseUrl : t('today.steps.signIn.detail'),
      done: account !== null,
      ways: [{ label: t('today.steps.signIn.way'), href: hrefOf('sign-in') }],
    },
    ...(account ? [bring(records)] : []),
    ...(account?.embedded ? practice : []),
    ...(account ? afterwards({ packs, names, sealed }, account.embedded) : []),
  ];
}

function bring(records: number): Step {
  return {
    id: 'records',
    title: t('today.steps.records'),
    detail: records > 0 ? t('today.steps.records.here', { count: records }) : t('today.steps.records.detail'),
    done: records > 0,
    ways: [
      { label: t('today.steps.records.import'), brings: 'records' },
      { label: t('today.steps.records.paste'), href: hrefOf('packs') },
    ],
    letter: true,
  };
}

/** Names come first on a real account, where everything shows as an id; the practice company has most of its own. */
function afterwards({ packs, names, sealed }: Pick<Come, 'packs' | 'names' | 'sealed'>, embedded: boolean): Step[] {
  const pack: Step = {
    id: 'pack',
    title: t('today.steps.pack'),
    detail: packs.length > 0 ? listOf(packs) : t('today.steps.pack.detail'),
    done: packs.length > 0,
    ways: [{ label: t('today.steps.pack.way'), href: hrefOf('packs') }],
  };
  const naming: Step = {
    id: 'names',
    title: t('today.steps.names'),
    detail:
      names.unnamed > 0
        ? t('today.steps.names.unnamed', { count: names.unnamed })
        : names.named > 0
          ? t('today.steps.names.named', { count: names.named })
          : t('today.steps.names.detail'),
    done: names.named > 0 && names.unnamed === 0,
    ways: [{ label: t('today.steps.names.import'), brings: 'names' }],
    letter: true,
  };
  const protect: Step = {
    id: 'protect',
    title: t('today.steps.protect'),
    detail: t(sealed ? 'today.steps.protect.done' : 'today.steps.protect.detail'),
    done: sealed,
    ways: [{ label: t('today.steps.protect.way'), href: hrefOf('security') }],
  };
  return embedded ? [pack, naming, protect] : [naming, pack, protect];
}
