import { fieldsOf } from '#shared/records/record.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';

/** A kind that knows this many times as many of the fields is what the file holds. */
const clearly = 2;
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/** The content of a file by its field names, when it clearly differs from `chosen`: another kind of record, or names of ids. */
export function seemingKind(fields: readonly string[], chosen: RecordKind): RecordKind | 'names' | null {
  const told = new Set(fields.map(plain));
  if (['kind', 'id', 'name'].every((field) => told.has(field))) return 'names';
  const known = (kind: RecordKind) => fieldsOf(kind).filter(({ path }) => told.has(plain(path.join('.')))).length;
  const [best = chosen] = [...recordKinds].sort((a, b) => known(b) - known(a));
  return best !== chosen && known(best) > clearly * known(chosen) + 1 ? best : null;
}
