import { t } from '#shared/messages/t.ts';
import { countOf } from '#renderer/pages/record/kind-words.ts';
import { changeWords } from '#shared/messages/change-words.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';

/** The common text of alike edits: "28 expenses · Date → 19 Nov 2026". */
export function likeWords(edit: EditRow): string {
  const news = changeWords(edit).map(({ label, now }) => `${label} → ${now}`);
  const content = edit.body?.['content'];
  const said = typeof content === 'string' ? [t('outbox.quoted', { text: content })] : news.length > 0 ? news : [edit.description.title];
  return `${countOf(edit.record.kind, edit.alike ?? 1)} · ${said.join(' · ')}`;
}

/** The text about a payment that awaits approval; null for other edits. */
export function paymentWords(edit: Pick<EditRow, 'state' | 'priority'>): string | null {
  if (edit.state !== 'draft' || edit.priority !== 'payment') return null;
  return t('outbox.edit.payment');
}
