import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';

/** A kind that knows this many times as many of the fields is what the file holds, whatever list it was brought to. */
const clearly = 2;
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/**
 * The content of a file by its headings, when it differs from `chosen`: another kind of record, or names of ids. `known`: headings that each kind
 * has a field for. Where the user chose a list, only a clear difference counts.
 */
export function seemingKind(
  headings: readonly string[],
  known: Readonly<Record<RecordKind, number>>,
  chosen: RecordKind,
  isChosen: boolean,
): RecordKind | 'names' | null {
  const told = new Set(headings.map(plain));
  if (['kind', 'id', 'name'].every((field) => told.has(field))) return 'names';
  const [best = chosen] = [...recordKinds].sort((a, b) => known[b] - known[a]);
  const least = isChosen ? clearly * known[chosen] + 1 : known[chosen];
  return best !== chosen && known[best] > least ? best : null;
}
