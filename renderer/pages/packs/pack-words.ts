import { problemOf } from '#shared/messages/document-problem.ts';
import { formatCount } from '#shared/values/language.ts';
import type { PackView } from '#shared/contract/views/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { countOf, kindWords } from '#renderer/pages/record/kind-words.ts';

export type PackItem = PackView['items'][number];

const itemWords: Record<PackItem['state'], string> = {
  waiting: 'waiting',
  fetching: 'being fetched',
  ready: 'ready',
  noAccess: 'no access',
  missing: 'not found',
  failed: 'failed',
  notReadable: 'known by its id only',
};

/** Why something is missing from a pack although it was asked for. */
const gapStates = ['noAccess', 'missing', 'failed', 'notReadable'] as const;
type GapState = (typeof gapStates)[number];
const isGap = (state: PackItem['state']): state is GapState => (gapStates as readonly string[]).includes(state);

/** Gaps of one reason; several alike are one row. */
export interface Gap {
  state: GapState;
  kind: RecordKind;
  items: PackItem[];
  why: string;
}

/** From this many alike on, gaps are one row that opens. */
const manyAlike = 4;

const failures: Record<string, string> = {
  quota: 'There was no room for its document. Give it more under Settings, Storage.',
  forgotten: 'Its document made room for others and is no longer on this laptop.',
  otherRecord: 'The service answered with another record; it was not kept.',
};

function whyOf({ state, detail, ref, title }: PackItem & { state: GapState }): string {
  const thing = ref.kind === 'invoicePayable' ? 'document' : 'record';
  switch (state) {
    case 'noAccess':
      return `No access. Your account may not read this ${thing}.`;
    case 'missing':
      return title === null ? 'The service does not know it.' : 'Not found on the service any more. The copy here stays.';
    case 'failed':
      return (
        failures[detail ?? ''] ??
        (problemOf(detail) === null ? 'It could not be fetched.' : 'Its document cannot be drawn here. Open it to see why.')
      );
    case 'notReadable': {
      const many = kindWords[ref.kind].many.toLowerCase();
      const more = ref.kind === 'invoiceReceivable' ? ' and record a payment' : '';
      return `Only the id is here: the service has no way to read ${many}. You can comment${more}; an import brings the rest.`;
    }
  }
}

/** Gaps of a pack, grouped, the most repairable first. */
export function gapsOf(pack: PackView): Gap[] {
  const groups = new Map<string, Gap>();
  for (const item of pack.items) {
    const { state } = item;
    if (!isGap(state)) continue;
    const why = whyOf({ ...item, state });
    const key = [state, item.ref.kind, why].join(' ');
    const gap = groups.get(key) ?? { state, kind: item.ref.kind, items: [], why };
    gap.items.push(item);
    groups.set(key, gap);
  }
  return [...groups.values()]
    .flatMap((gap) => (gap.items.length < manyAlike ? gap.items.map((item) => ({ ...gap, items: [item] })) : [gap]))
    .sort((a, b) => gapStates.indexOf(a.state) - gapStates.indexOf(b.state));
}

export const gapCount = (pack: PackView): number => pack.items.filter(({ state }) => isGap(state)).length;

const gaps = (count: number): string => (count === 0 ? '' : `, ${formatCount(count)} ${count === 1 ? 'gap' : 'gaps'}`);

/** A pack in a few words, for lists: "58 of 60 ready, 2 gaps", "Ready to travel, 41". */
export function summaryOf(pack: PackView): string {
  if (pack.verdict === 'empty') return 'Empty';
  if (pack.verdict === 'readyToTravel') return `Ready to travel, ${formatCount(pack.items.length)}`;
  return `${pack.running ? 'Fetching: ' : ''}${readyWords(pack)}${gaps(gapCount(pack))}`;
}

export const readyWords = (pack: PackView): string => `${formatCount(pack.ready)} of ${formatCount(pack.items.length)} ready`;

/** Every state of a pack with its count, for screen readers: "58 ready, 1 no access". */
export function statesOf(pack: PackView): string {
  return (Object.keys(itemWords) as PackItem['state'][])
    .map((state) => ({ state, count: pack.items.filter((item) => item.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${itemWords[state]}`)
    .join(', ');
}

/** A message that a person sends to whoever gives access. */
export function accessRequest(items: PackItem[]): string {
  const lines = items.map(({ ref, title }) => `- ${kindWords[ref.kind].one}${title ? ` "${title}"` : ''}, id ${ref.id}`);
  return `Hello,\n\nmy account may not read ${items.length === 1 ? 'this' : 'these'} in the finance service:\n\n${lines.join('\n')}\n\nCould you give me access?\n`;
}

/** "12 expenses, 8 invoices". */
export function kindsInWords(groups: { kind: RecordKind; ids: string[] }[]): string {
  return groups.map(({ kind, ids }) => countOf(kind, ids.length)).join(', ');
}
