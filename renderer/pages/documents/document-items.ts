import { useTaking } from '#renderer/pages/packs/taking.svelte.ts';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import type { DocumentView } from '#shared/contract/views/views.ts';
import type { Documents } from './documents.svelte.ts';

/** Commands of a document for its page's menu, its row's, and the palette. Call during component initialization. */
export function useDocumentItems(documents: Documents): (document: DocumentView) => MenuItem[] {
  const app = useApp();
  const taking = useTaking();
  return (document) => {
    const { recordId } = document;
    const fetchIt = () => void app.online(() => documents.fetch(recordId));
    const kept: MenuItem[] = [
      { says: document.pinned ? 'Keep it here no longer' : 'Keep it here always', onchoose: () => void documents.pin(document) },
      { says: app.networkWord('Fetch it again'), onchoose: fetchIt },
      { says: 'Remove it from this laptop', apart: true, onchoose: () => void documents.remove(recordId) },
    ];
    return [
      { says: 'Name this document…', onchoose: () => (documents.naming = recordId) },
      { says: 'Add to trip pack', command: 'addToPack', onchoose: () => taking.take('invoicePayable', [recordId]) },
      { says: 'Copy id', onchoose: () => void navigator.clipboard.writeText(recordId) },
      ...(document.state === 'here' ? kept : []),
    ];
  };
}
