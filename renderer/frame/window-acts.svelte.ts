import { useBringing } from '#renderer/pages/packs/bringing.svelte.ts';
import { sections } from '#renderer/pages/sections.ts';
import { useActs } from '#renderer/state/keyboard/acts.svelte.ts';
import { askOnline } from '#renderer/state/connection/ask-online.ts';
import { useDesk, type Desk } from '#renderer/state/connection/desk.svelte.ts';
import { useKeyboard, type Handlers } from '#renderer/state/keyboard/keyboard.svelte.ts';
import { useNotices } from '#renderer/state/feedback/notices.svelte.ts';
import { useRouter } from '#renderer/state/navigation/router.svelte.ts';
import type { Act } from '#renderer/state/keyboard/keymap.ts';

/** Offers what works on every page, and performs what the native menu and deep links ask. Call while a component is made. */
export function offerWindowActs(own: Handlers): void {
  const desk = useDesk();
  const router = useRouter();
  const bringing = useBringing();
  const keyboard = useKeyboard();
  const acts = useActs();
  const notices = useNotices();

  const goings = sections.map(({ act, page }): [Act, () => void] => [act, () => router.go(page)]);
  const handlers: Handlers = {
    ...own,
    ...Object.fromEntries(goings),
    goReview: () => router.go('outbox', null, { tab: 'review' }),
    goNeedsYou: () => router.go('outbox', null, { tab: 'needsYou' }),
    goInDoubt: () => router.go('outbox', null, { tab: 'inDoubt' }),
    undo: () => void acts.undo(),
    redo: () => void acts.redo(),
    workOffline: () => void desk.api.sync.workOffline({ on: !desk.worksOffline }),
    sendNow: () => askOnline(desk, notices, 'Go online and send', () => desk.api.sync.now()),
    newPack: () => router.go('packs', 'new'),
    checkConnection: () => router.go('settings', 'connection'),
    ...appearance(desk),
    connectAccount: () => router.go('sign-in'),
    goNames: () => router.go('names'),
    importNames: () => bringing.names(),
    importRecords: () => bringing.records(),
    exportQueue: () => void desk.api.edits.export({ format: 'csv' }).then((made) => desk.saving.offer(made)),
    print: () => window.print(),
  };

  // Before the pages are made: what a page offers under the same name goes first.
  $effect.pre(() => keyboard.use(handlers));
  const mayLeave = $derived(desk.status?.account?.embedded === false);
  $effect.pre(() => (mayLeave ? keyboard.use({ signOut: () => router.go('settings', 'accounts', { leave: 'yes' }) }) : undefined));
  $effect(() =>
    desk.onChange((change) => {
      if (change.kind === 'open') router.open(change.ref);
      if (change.kind === 'fileOpened') bringing.records();
      if (change.kind === 'command') keyboard.perform(change.command);
    }),
  );
}

const appearance = (desk: Desk): Handlers => ({
  themeLight: () => void desk.changeSettings({ theme: 'light' }),
  themeDark: () => void desk.changeSettings({ theme: 'dark' }),
  themeSystem: () => void desk.changeSettings({ theme: 'system' }),
  rowHeight: () => void desk.changeSettings({ density: desk.settings?.density === 'comfortable' ? 'dense' : 'comfortable' }),
});
