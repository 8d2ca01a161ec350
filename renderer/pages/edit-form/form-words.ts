import { t } from '#shared/messages/t.ts';
import type { RecordView, Settings } from '#shared/contract/views/views.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { FormNotice } from '#shared/edits/edit-form.ts';

/** The effect of "Save", shown before it is pressed. */
export function saveWords(kind: EditKind, rules: Settings['reviewRules'] = {}): string {
  const usual = kind.review({});
  const rule = usual === 'person' ? usual : (rules[kind.kind] ?? usual);
  return t(`form.save.${rule}`);
}

/** A notice before this edit is composed for this record. */
export function noticesOf(
  kind: EditKind,
  { row, complete, paid, service }: RecordView,
): (FormNotice | { severity: 'waiting'; text: string })[] {
  const notices = kind.notices?.({ state: row.status, complete, paid: paid ?? null }) ?? [];
  if (service !== null) return notices;
  return [...notices, { severity: 'waiting', text: t('form.idOnly') }];
}
