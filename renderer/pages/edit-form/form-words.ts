import type { RecordView, Settings } from '#shared/contract/views/views.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { FormNotice } from '#shared/edits/edit-form.ts';

/** What happens after "Record", said before it is pressed. */
export function saveWords(kind: EditKind, rules: Settings['reviewRules'] = {}): string {
  const usual = kind.review({});
  switch (usual === 'person' ? usual : (rules[kind.kind] ?? usual)) {
    case 'person':
      return 'Recorded here. Sent only after you approve it.';
    case 'review':
      return 'Recorded here, for your review.';
    case 'automatic':
      return 'Recorded here, sent when it can be.';
  }
}

/** What a person should know before composing this edit on this record. */
export function noticesOf(
  kind: EditKind,
  { row, complete, paid, service }: RecordView,
): (FormNotice | { tone: 'waiting'; text: string })[] {
  const notices = kind.notices?.({ state: row.status, complete, paid: paid ?? null }) ?? [];
  if (service !== null) return notices;
  return [...notices, { tone: 'waiting', text: 'Only this record’s id is known here. What you enter is sent as it is.' }];
}
