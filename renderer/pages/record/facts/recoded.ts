import { changeTold, type CellChange } from '#renderer/pages/records/grid/cell-changes.ts';
import type { RecordView } from '#shared/contract/views/views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import { readsDifferently } from '#shared/edits/recoded-amount.ts';
import type { EditState } from '#shared/edit.ts';
import { valueAt } from '#shared/json/json-path.ts';
import { formatAmount } from '#shared/values/money.ts';
import type { FieldFact } from '#shared/records/field.ts';

/** A currency that an open edit sets, and the service's own. */
export interface Recoding {
  state: EditState;
  service: string | null;
  what: 'changed' | 'recoded';
}

/** True when the currency of an amount is not confirmed by the service. */
export function recodingOf(view: RecordView, { currencyPath }: FieldFact): Recoding | null {
  if (!currencyPath || view.service === null) return null;
  const covering = view.pending.findLast(({ path }) => path.join('.') === currencyPath.join('.'));
  const [service, here] = [view.service, view.view].map((record) => {
    const code = valueAt(record, currencyPath);
    return typeof code === 'string' ? code : null;
  });
  if (!covering || service === here) return null;
  return { state: covering.state, service: service ?? null, what: readsDifferently(service ?? null, here ?? null) ? 'changed' : 'recoded' };
}

/** The same for one amount. */
export function changeOfAmount(
  minor: bigint,
  { state, service, what }: Recoding,
  locale: string,
  connection: Connection | null,
): CellChange {
  return changeTold(what, state, formatAmount(minor, service, locale), connection);
}
