import { useLists } from '#renderer/pages/records/lists.svelte.ts';
import { books } from '#renderer/pages/pages.ts';
import { useKeyboard } from '#renderer/state/keyboard/keyboard.svelte.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import { t } from '#shared/messages/t.ts';
import { listOfPage, useRouter } from '#renderer/state/navigation/router.svelte.ts';

/** Parts of the settings that are looked for by name. */
const settingSections = ['accounts', 'rules', 'security', 'window', 'storage', 'diagnostics', 'advanced'] as const;

/** Gives the palette what a user named, and what settings there are. Call while a component is made. */
export function offerWindowThings(): void {
  const router = useRouter();
  const keyboard = useKeyboard();
  const lists = useLists();
  const views = (): MenuItem[] =>
    books.flatMap(({ page, label }) => {
      const kind = listOfPage(page);
      return (kind ? lists.viewsOf(kind) : []).map(({ id, name }) => ({
        label: t('frame.things.view', { page: t(label), name }),
        onchoose: () => router.go(page, null, { view: id }),
      }));
    });
  const settings = () =>
    settingSections.map((name): MenuItem => ({ label: t(`frame.things.${name}`), onchoose: () => router.go('settings', name) }));
  $effect.pre(() => keyboard.use({}, () => ({ heading: t('frame.things.settings'), isEverywhere: true, items: settings() })));
  $effect.pre(() => keyboard.use({}, () => ({ heading: t('frame.things.views'), isEverywhere: true, items: views() })));
}
