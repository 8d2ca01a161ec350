import { baseOf, bodyOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { CheckedEdit } from './insert-checked.ts';
import { valueAt, withValue } from '#shared/json-path.ts';
import { isJsonObject, parseJson, stringifyJson } from '#shared/json.ts';

/**
 * The base under two merged edits: the newest record, but with what the person saw when they first touched a field. Otherwise a change by
 * somebody else between the two would pass unnoticed.
 */
export function mergedBase(kind: EditKind, earlier: OutboxRow, newest: string | null): string | null {
  if (newest === null || earlier.base === null || earlier.base === newest) return earlier.base ?? newest;
  const seen = baseOf(earlier);
  const now = parseJson(newest);
  const body = bodyOf(earlier);
  if (!seen || !body || !now.ok || !isJsonObject(now.value)) return newest;
  const joined = kind.touched(body).reduce((base, { path }) => withValue(base, path, valueAt(seen, path)), now.value);
  return stringifyJson(joined);
}

/** The base under a corrected edit: its own, but what only the correction touches is as the person saw it now. */
export function correctedBase({ kind, body }: CheckedEdit, row: OutboxRow, shown: string | null): string | null {
  const [before, typed] = [baseOf(row), bodyOf(row)];
  if (before === null || row.base === shown || shown === null) return row.base ?? shown;
  const now = parseJson(shown);
  if (!typed || !now.ok || !isJsonObject(now.value)) return row.base;
  const seen = now.value;
  const touched = kind.touched(typed).map(({ path }) => path.join('\n'));
  const added = kind.touched(body).filter(({ path }) => !touched.includes(path.join('\n')));
  return added.length === 0
    ? row.base
    : stringifyJson(added.reduce((base, { path }) => withValue(base, path, valueAt(seen, path)), before));
}
