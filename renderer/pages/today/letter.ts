import { t } from '#shared/messages/t.ts';
import type { ReferenceRow } from '#shared/contract/views/names-views.ts';

/** A mail to the colleague who can export, ready to be sent as it is. */
export const letter = () => ({ subject: t('today.letter.subject'), body: t('today.letter.body') });

/** A names file to fill in: the ids that have no name yet, one a line. */
export function nameTemplate(unnamed: readonly Pick<ReferenceRow, 'kind' | 'id'>[]): string {
  return ['kind,id,code,name,currency', ...unnamed.map(({ kind, id }) => `${kind},${id},,,`)].join('\r\n') + '\r\n';
}
