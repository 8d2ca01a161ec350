import { formatCount } from '#shared/values/language.ts';
import { bytesWords } from '#renderer/parts/values/bytes-words.ts';
import type { EndedTrip, TripEnd } from '#shared/contract/views/views.ts';

const counted = ({ records, documents }: Pick<TripEnd, 'records' | 'documents'>): string =>
  [
    records > 0 ? `${formatCount(records)} ${records === 1 ? 'record' : 'records'}` : '',
    documents > 0 ? `${formatCount(documents)} ${documents === 1 ? 'PDF' : 'PDFs'}` : '',
  ]
    .filter((part) => part !== '')
    .join(' and ');

/** The text of the records that ending a trip removes: "41 records and 12 PDFs (18 MB) leave this laptop." */
export function goesWords(end: TripEnd): string {
  if (end.records + end.documents === 0)
    return end.stays.length === 0 ? 'Nothing of it is on this laptop.' : 'Nothing that this trip brought is on this laptop.';
  const one = end.records + end.documents === 1;
  return `${counted(end)} (${bytesWords(end.bytes)}) ${one ? 'leaves' : 'leave'} this laptop.`;
}

/** The result, once it is done. */
export function endedWords(name: string, ended: Extract<EndedTrip, { kind: 'ended' }>): string {
  const stayed = ended.stayed === 0 ? '' : ` ${formatCount(ended.stayed)} ${ended.stayed === 1 ? 'record stays' : 'records stay'}.`;
  if (ended.records + ended.documents === 0) return `“${name}” is ended.${stayed}`;
  return `“${name}” is ended: ${counted(ended)} (${bytesWords(ended.bytes)}) left this laptop.${stayed}`;
}

/** Why something of a trip stays. */
export const staysWords: Record<TripEnd['stays'][number]['why'], string> = {
  unsent: 'Not finished yet',
  otherPack: 'In another pack',
  pinned: 'Pinned',
  notBrought: 'Not brought by this trip',
};
