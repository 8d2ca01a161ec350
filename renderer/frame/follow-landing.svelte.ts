import { t } from '#shared/messages/t.ts';
import { untrack } from 'svelte';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import { useLanding } from '#renderer/state/connection/landing.svelte.ts';
import { useNotices } from '#renderer/state/feedback/notices.svelte.ts';
import { useRecents } from '#renderer/state/navigation/recents.svelte.ts';
import { useRouter } from '#renderer/state/navigation/router.svelte.ts';
import { landingSentence } from '#renderer/pages/today/landing-words.ts';
import { countOfTab } from '#renderer/pages/outbox/outbox-tabs.ts';

/** After a time offline: counts what is sent, and says it once, with a link, on any page but Today. Call during component initialization. */
export function followLanding(): void {
  const app = useApp();
  const landing = useLanding();
  const notices = useNotices();
  const recents = useRecents();
  const router = useRouter();
  let said = 0;
  $effect(() => {
    void app.connection;
    untrack(() => landing.hear());
  });
  async function look() {
    await landing.count();
    const { landed } = landing;
    if (!landed || countOfTab('waiting', app.counters) > 0) return;
    const payments = await app.api.edits.underWay().then(
      (known) => known.payments,
      () => [],
    );
    const message = landingSentence(landed.sent, app.counters, payments, app.locale);
    if (message === null) return landing.close();
    if (said === landed.backAt) return;
    said = landed.backAt;
    if (router.place.page !== 'today')
      notices.say(message, { stays: true, action: { label: t('frame.landing.show'), command: () => router.go('today') } });
  }
  $effect(() => {
    const backAt = landing.landed?.backAt;
    void app.counters;
    if (backAt !== undefined) untrack(() => void look());
  });
  $effect(() =>
    app.onChange((change) => {
      if (change.kind !== 'accounts') return;
      landing.close();
      recents.forget();
    }),
  );
}
