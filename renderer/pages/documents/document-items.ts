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
      { label: document.pinned ? 'Keep it here no longer' : 'Keep it here always', onchoose: () => void documents.pin(document) },
      { label: app.networkWord('Fetch it again'), onchoose: fetchIt },
      { label: 'Remove it from this laptop', apart: true, onchoose: () => void documents.remove(recordId) },
    ];
    return [
      { label: 'Name this document…', onchoose: () => (documents.naming = recordId) },
      { label: 'Add to trip pack', command: 'addToPack', onchoose: () => taking.take('invoicePayable', [recordId]) },
      { label: 'Copy id', onchoose: () => void navigator.clipboard.writeText(recordId) },
      ...(document.state === 'here' ? kept : []),
    ];
  };
}
