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
  account: AccountView;
  counters: Counters;
  packs: string[];
  names: { named: number; unnamed: number };
  sealed: boolean;
  /** Edits recorded on this laptop before, in any state. */
  tried: { expense: boolean; payment: boolean; statement: boolean };
}

/** The steps in their order. They stay until all are done or they are hidden, on a practice company as on a real one. */
export function stepsOf({ account, counters, packs, names, sealed, tried }: Come): Step[] {
  const records = recordsHere(counters);
  const bring: Step = {
    ...step(
      'records',
      records > 0 ? t('today.steps.records.here', { count: records }) : null,
      { label: t('today.steps.records.import'), brings: 'records' },
      { label: t('today.steps.records.paste'), href: hrefOf('packs') },
    ),
    letter: true,
  };
  const tries = [
    step('edit', tried.expense ? '' : null, {
      label: t('today.steps.edit.way'),
      href: hrefOf('expenses', null, { q: 'status:"in draft"' }),
    }),
    step('payment', tried.payment ? '' : null, {
      label: t('today.steps.payment.way'),
      href: hrefOf('invoices', null, { q: 'state:open' }),
    }),
    step('statement', tried.statement ? '' : null, { label: t('today.steps.statement.way'), brings: 'practiceStatement' }),
  ];
  const pack = step('pack', packs.length > 0 ? listOf(packs) : null, { label: t('today.steps.pack.way'), href: hrefOf('packs') });
  const naming = namingOf(names);
  const protect = step('protect', sealed ? t('today.steps.protect.done') : null, {
    label: t('today.steps.protect.way'),
    href: hrefOf('security'),
  });
  // Names come first on a real account, where everything shows as an id; the practice company has most of its own.
  const others = account.embedded ? [...tries, pack, naming, protect] : [naming, pack, protect];
  return [step('signIn', account.name || account.baseUrl), bring, ...others];
}

/** A step, which is done once it has a result. */
function step(id: Step['id'], result: string | null, ...ways: Way[]): Step {
  return { id, title: t(`today.steps.${id}`), detail: result ?? t(`today.steps.${id}.detail`), done: result !== null, ways };
}

function namingOf({ named, unnamed }: Come['names']): Step {
  const result = named > 0 && unnamed === 0 ? t('today.steps.names.named', { count: named }) : null;
  const naming = step('names', result, { label: t('today.steps.names.import'), brings: 'names' });
  return { ...naming, ...(unnamed > 0 ? { detail: t('today.steps.names.unnamed', { count: unnamed }) } : {}), letter: true };
}
