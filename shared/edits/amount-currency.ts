import type { JsonObject } from '#shared/json/json.ts';
import { valueAt } from '#shared/json/json-path.ts';
import type { EditKind } from './edit-kind.ts';

/** An amount carries its currency: the record's, as the user saw it when they entered the amount (law 30). */

/** The two currencies, where the record's was one when the amounts of a body were entered and is another now; null where that is not so. */
export function movedCurrency(
  { form }: Pick<EditKind, 'form'>,
  body: JsonObject,
  before: JsonObject | null,
  now: JsonObject | null,
): { from: string; to: string } | null {
  for (const { input, path, currencyPath } of form) {
    if (input !== 'money' || !currencyPath || valueAt(body, path) === undefined) continue;
    const [from, to] = [valueAt(before ?? {}, currencyPath), valueAt(now ?? {}, currencyPath)];
    if (typeof from === 'string' && typeof to === 'string' && from !== to) return { from, to };
  }
  return null;
}
