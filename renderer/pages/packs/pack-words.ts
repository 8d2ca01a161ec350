import { problemOf } from '#shared/messages/files/document-problem.ts';
import { t, type PlainId } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';
import type { PackView } from '#shared/contract/views/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { countOf, listWords } from '#renderer/pages/record/kind-words.ts';

export type PackItem = PackView['items'][number];

const itemStates: PackItem['state'][] = ['waiting', 'fetching', 'ready', 'noAccess', 'missing', 'failed', 'notReadable'];

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

const failures: Record<string, PlainId> = {
  quota: 'packs.gap.quota',
  forgotten: 'packs.gap.forgotten',
  otherRecord: 'packs.gap.otherRecord',
};

function whyOf({ state, detail, ref, title }: PackItem & { state: GapState }): string {
  switch (state) {
    case 'noAccess':
      return t('packs.gap.noAccess', { document: ref.kind === 'invoicePayable' });
    case 'missing':
      return t(title === null ? 'packs.gap.unknown' : 'packs.gap.gone');
    case 'failed':
      return t(failures[detail ?? ''] ?? (problemOf(detail) === null ? 'packs.gap.failed' : 'packs.gap.undrawn'));
    case 'notReadable':
      return t('packs.gap.notReadable', { list: listWords(ref.kind), payment: ref.kind === 'invoiceReceivable' });
  }
}

/** Gaps of a pack, grouped, the most repairable first. */
export function gapsOf(pack: PackView): Gap[] {
  const gaps = pack.items.flatMap((item): Gap[] => {
    const { state } = item;
    return isGap(state) ? [{ state, kind: item.ref.kind, items: [item], why: whyOf({ ...item, state }) }] : [];
  });
  const alike = Map.groupBy(gaps, ({ state, kind, why }) => [state, kind, why].join(' '));
  return [...alike.values()]
    .flatMap((some) =>
      some.length < manyAlike ? some : some.slice(0, 1).map((gap) => ({ ...gap, items: some.flatMap(({ items }) => items) })),
    )
    .sort((a, b) => gapStates.indexOf(a.state) - gapStates.indexOf(b.state));
}

export const gapCount = (pack: PackView): number => pack.items.filter(({ state }) => isGap(state)).length;

/** A pack in a few words, for lists: "58 of 60 ready, 2 gaps", "Ready to travel, 41". */
export function summaryOf(pack: PackView): string {
  if (pack.verdict === 'empty') return t('packs.summary.empty');
  if (pack.verdict === 'readyToTravel') return t('packs.summary.ready', { count: pack.items.length });
  const { running, ready, items } = pack;
  return t('packs.summary.some', { running, ready, total: items.length, gaps: gapCount(pack) });
}

export const readyWords = ({ ready, items }: PackView): string => t('packs.head.ready', { ready, total: items.length });

/** Every state of a pack with its count, for screen readers: "58 ready, 1 no access". */
export function statesOf(pack: PackView): string {
  const counts = itemStates.map((state) => ({ state, count: pack.items.filter((item) => item.state === state).length }));
  return listOf(counts.flatMap(({ state, count }) => (count > 0 ? [t(`packs.state.${state}`, { count })] : [])));
}

/** A message that a person sends to whoever gives access. */
export function accessRequest(items: PackItem[]): string {
  const lines = items.map(({ ref: { kind, id }, title }) => {
    const one = t(`kinds.one.${kind}`);
    return title ? t('packs.access.line', { kind: one, title, id }) : t('packs.access.line.untitled', { kind: one, id });
  });
  return t('packs.access', { count: items.length, lines: lines.join('\n') });
}

/** "12 expenses, 8 invoices". */
export function kindsInWords(groups: { kind: RecordKind; ids: string[] }[]): string {
  return listOf(groups.map(({ kind, ids }) => countOf(kind, ids.length)));
}
