import { t } from '#shared/messages/t.ts';
import type { AccountView, TrustedHost } from '#shared/contract/views/views.ts';

/** The data that signing out leaves behind. For a closed account only the note from its closing is known. */
export function leavingWords({ unfinished: count, active }: Pick<AccountView, 'unfinished' | 'active'>): string {
  if (count === 0) return active ? t('settings.leaving.done') : t('settings.leaving.closedDone');
  return active ? t('settings.leaving.open', { count }) : t('settings.leaving.closedOpen', { count });
}

/** The data sent to a host, as the list of hosts shows it. */
export function hostWords({ refused, withSignIn }: Pick<TrustedHost, 'refused' | 'withSignIn'>): string {
  if (refused) return t('settings.hosts.refused');
  return withSignIn ? t('settings.hosts.trusted') : t('settings.hosts.reads');
}
