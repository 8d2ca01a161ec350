import { readBankNumber } from '#shared/bank-number.ts';
import type { ImportMatch } from '#shared/contract/views/library-views.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { knownValues } from '#main/records/known-values.ts';
import type { Store } from '#main/storage/store.ts';
import { matchFields } from './match-fields.ts';

type Candidates = ImportMatch['several'][number]['candidates'];

/** A row of a file without an id. */
export interface OpenRow {
  line: number;
  value: JsonObject;
}

/** The same, and the records here that it may mean. */
export interface MatchedRow extends OpenRow {
  /** The field that matched, and its value in the file. */
  field: string | null;
  told: string;
  candidates: Candidates;
}

/** Values as they are compared: without case, spaces and points; a bank number in its one form. */
function keyOf(field: string, value: unknown): string {
  if (typeof value !== 'string') return '';
  if (field === 'bankAccountNumber') {
    const read = readBankNumber([field], value);
    return read.ok ? read.number.replaceAll(/[./-]/g, '') : '';
  }
  return value.toUpperCase().replaceAll(/[\s./_-]/g, '');
}

/** Finds for each row without an id the records here that carry its number: all that carry the surest one which any carries. */
export async function matchRecords(store: Store, kind: RecordKind, rows: readonly OpenRow[]): Promise<MatchedRow[]> {
  const indexes = matchFields[kind].map((field) => ({ field, byKey: new Map<string, Candidates>() }));
  if (rows.length > 0 && indexes.length > 0)
    for await (const page of knownValues(store, kind, matchFields[kind]))
      for (const { values, ...candidate } of page)
        for (const [at, { field, byKey }] of indexes.entries()) {
          const key = keyOf(field, values[at]);
          if (key !== '') byKey.set(key, [...(byKey.get(key) ?? []), candidate]);
        }
  return rows.map((row) => {
    const texts = indexes.map(({ field, byKey }) => ({ field, told: row.value[field], found: byKey.get(keyOf(field, row.value[field])) }));
    const match = texts.find(({ found }) => found !== undefined);
    const { told } = match ?? texts.find((each) => typeof each.told === 'string') ?? {};
    return {
      ...row,
      field: match?.field ?? null,
      told: typeof told === 'string' ? told.slice(0, 200) : '',
      candidates: match?.found ?? [],
    };
  });
}
