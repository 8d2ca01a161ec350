import { useLists } from '#renderer/pages/records/lists.svelte.ts';
import { books } from '#renderer/pages/sections.ts';
import { useKeyboard } from '#renderer/state/keyboard/keyboard.svelte.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import { t } from '#shared/messages/t.ts';
import { listOfPage, useRouter } from '#renderer/state/navigation/router.svelte.ts';

/** Parts of the settings that are looked for by name. */
const settingSections: [name: string, label: string][] = [
  ['accounts', 'Accounts'],
  ['rules', 'Review rules'],
  ['security', 'Security: PIN and encryption'],
  ['window', 'Appearance, row height, language of amounts'],
  ['storage', 'Storage for documents'],
  ['diagnostics', 'Diagnostics for support'],
  ['advanced', 'Advanced: what the service can do, trusted hosts'],
];

/** Gives the palette what a user named, and what settings there are. Call while a component is made. */
export function offerWindowThings(): void {
  const router = useRouter();
  const keyboard = useKeyboard();
  const lists = useLists();
  const views = (): MenuItem[] =>
    books.flatMap(({ page, label }) => {
      const kind = listOfPage(page);
      return (kind ? lists.viewsOf(kind) : []).map(({ id, name }) => ({
        label: `${t(label)}: ${name}`,
        onchoose: () => router.go(page, null, { view: id }),
      }));
    });
  const settings = settingSections.map(([name, label]): MenuItem => ({ label, onchoose: () => router.go('settings', name) }));
  $effect.pre(() => keyboard.use({}, () => ({ heading: 'Settings', items: settings })));
  $effect.pre(() => keyboard.use({}, () => ({ heading: 'Views', items: views() })));
}
