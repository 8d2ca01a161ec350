import { readBankNumber } from '#shared/bank-number.ts';
import type { ImportMatch } from '#shared/contract/views/library-views.ts';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { knownValues } from '#main/records/known-values.ts';
import type { Store } from '#main/storage/store.ts';
import { matchFields } from './match-fields.ts';

type Candidates = ImportMatch['several'][number]['candidates'];

/** A row of a file without an id, and the records here that it may mean. */
export interface MatchedRow {
  line: number;
  /** The field that matched, and its value in the file. */
  field: string | null;
  told: string;
  candidates: Candidates;
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

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
export function matchRecords(store: Store, kind: RecordKind, rows: readonly { line: number; value: JsonObject }[]): MatchedRow[] {
  const fields = matchFields[kind];
  if (rows.length === 0 || fields.length === 0) return rows.map(({ line }) => ({ line, field: null, told: '', candidates: [] }));
  const indexes = new Map(fields.map((field) => [field, new Map<string, Candidates>()]));
  for (const { id, title, amountMinor, currency, date, values } of knownValues(store, kind, fields))
    for (const [at, field] of fields.entries()) {
      const key = keyOf(field, values[at]);
      const index = indexes.get(field);
      if (key === '' || !index) continue;
      index.set(key, [...(index.get(key) ?? []), { id, title, amountMinor, currency, date }]);
    }
  return rows.map(({ line, value }) => {
    const told = fields.map((field) => value[field]).find((each) => typeof each === 'string');
    for (const field of fields) {
      const candidates = indexes.get(field)?.get(keyOf(field, value[field]));
      if (candidates) return { line, field, told: textOf(value[field]).slice(0, 200), candidates };
    }
    return { line, field: null, told: typeof told === 'string' ? told.slice(0, 200) : '', candidates: [] };
  });
}
