import { t } from '#shared/messages/t.ts';
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
      { label: t(document.pinned ? 'documents.unpin' : 'documents.pin'), onchoose: () => void documents.pin(document) },
      { label: app.networkWord(t('documents.fetchAgain'), t('documents.fetchAgain.online')), onchoose: fetchIt },
      { label: t('documents.remove'), apart: true, onchoose: () => void documents.remove(recordId) },
    ];
    return [
      { label: t('documents.name.open'), onchoose: () => (documents.naming = recordId) },
      { label: t('keys.addToPack'), command: 'addToPack', onchoose: () => taking.take('invoicePayable', [recordId]) },
      { label: t('record.copyId'), onchoose: () => void navigator.clipboard.writeText(recordId) },
      ...(document.state === 'here' ? kept : []),
    ];
  };
}
