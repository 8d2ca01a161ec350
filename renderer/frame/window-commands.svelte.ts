import { t } from '#shared/messages/t.ts';
import { isConnectionName } from '#shared/files/connection-name.ts';
import { useBringing } from '#renderer/pages/packs/bringing.svelte.ts';
import { windowPages } from '#shared/window-pages.ts';
import { useCommands } from '#renderer/state/keyboard/commands.svelte.ts';
import { askOnline } from '#renderer/state/connection/ask-online.ts';
import { useApp, type AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { useKeyboard, type Handlers } from '#renderer/state/keyboard/keyboard.svelte.ts';
import { useNotices } from '#renderer/state/feedback/notices.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { useRouter } from '#renderer/state/navigation/router.svelte.ts';
import type { CommandName } from '#renderer/state/keyboard/keymap.ts';

/** Offers what works on every page, and performs what the native menu and deep links ask. Call while a component is made. */
export function offerWindowCommands(own: Handlers): void {
  const app = useApp();
  const router = useRouter();
  const bringing = useBringing();
  const keyboard = useKeyboard();
  const commands = useCommands();
  const notices = useNotices();

  const goings = windowPages.map(({ command, page, ...at }): [CommandName, () => void] => [
    command,
    () => router.go(page, null, 'tab' in at ? { tab: at.tab } : {}),
  ]);
  const handlers: Handlers = {
    ...own,
    ...Object.fromEntries(goings),
    undo: () => void commands.undo(),
    redo: () => void commands.redo(),
    workOffline: () => void app.api.sync.workOffline({ on: !app.worksOffline }),
    sendNow: () => askOnline(app, notices, t('frame.goOnlineAndSend'), () => app.api.sync.now()),
    newPack: () => router.go('packs', 'new'),
    checkConnection: () => router.go('settings', 'connection'),
    ...appearance(app),
    connectAccount: () => router.go('sign-in'),
    bringSheet: () => router.go('sheet'),
    importNames: () => bringing.names(),
    importRecords: () => bringing.records(),
    exportQueue: () => void app.api.edits.export({ format: 'xlsx', locale: app.locale }).then((made) => app.saving.offer(made)),
    print: () => window.print(),
    // Without a PIN nobody could open it again: that is said, and nothing is locked.
    lock: () => void app.api.lockScreen.draw().catch((error: unknown) => notices.say(sentenceOfRefusal(error))),
  };

  /** A company's connection file, or its link, fills in the sign-in. */
  async function takeConnection() {
    const opened = await app.api.library.openedFile().catch(() => null);
    if (opened) bringing.connect(new File([opened.file], opened.name));
  }
  // Before the pages are made: what a page offers under the same name goes first.
  $effect.pre(() => keyboard.use(handlers));
  const mayLeave = $derived(app.status?.account?.embedded === false);
  $effect.pre(() => (mayLeave ? keyboard.use({ signOut: () => router.go('settings', 'accounts', { leave: 'yes' }) }) : undefined));
  $effect(() =>
    app.onChange((change) => {
      if (change.kind === 'open') router.open(change.ref);
      if (change.kind === 'fileOpened' && isConnectionName(change.name)) void takeConnection();
      else if (change.kind === 'fileOpened') bringing.records();
      if (change.kind === 'command') keyboard.perform(change.command);
    }),
  );
}

const appearance = (app: AppState): Handlers => ({
  themeLight: () => void app.changeSettings({ theme: 'light' }),
  themeDark: () => void app.changeSettings({ theme: 'dark' }),
  themeSystem: () => void app.changeSettings({ theme: 'system' }),
  rowHeight: () => void app.changeSettings({ density: app.settings?.density === 'comfortable' ? 'dense' : 'comfortable' }),
});
