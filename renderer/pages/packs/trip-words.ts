import { bytesWords } from '#renderer/parts/values/bytes-words.ts';
import type { EndedTrip, TripEnd } from '#shared/contract/views/views.ts';
import { t } from '#shared/messages/t.ts';
import { listWithAnd } from '#shared/values/language.ts';

const counted = ({ records, documents }: Pick<TripEnd, 'records' | 'documents'>): string =>
  listWithAnd([
    ...(records > 0 ? [t('packs.end.records', { count: records })] : []),
    ...(documents > 0 ? [t('packs.end.documents', { count: documents })] : []),
  ]);

/** The text of the records that ending a trip removes: "41 records and 12 PDFs (18 MB) leave this laptop." */
export function goesWords(end: TripEnd): string {
  const count = end.records + end.documents;
  if (count === 0) return t(end.stays.length === 0 ? 'packs.end.goes.none' : 'packs.end.goes.nothing');
  return t('packs.end.goes', { what: counted(end), size: bytesWords(end.bytes), count });
}

/** The result, once it is done. */
export function endedWords(name: string, ended: Extract<EndedTrip, { kind: 'ended' }>): string {
  const { stayed } = ended;
  if (ended.records + ended.documents === 0) return t('packs.end.done.nothing', { name, stayed });
  return t('packs.end.done', { name, what: counted(ended), size: bytesWords(ended.bytes), stayed });
}
