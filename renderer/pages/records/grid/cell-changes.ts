import { inSentence } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import { isPassing, markOf } from '#renderer/parts/values/marks.ts';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import { nameInWords, useNames } from '#renderer/state/data/names.svelte.ts';
import type { Column } from '#shared/columns/column.ts';
import { columnTables } from '#shared/columns/columns.ts';
import type { RecordRow } from '#shared/contract/views/views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { EditState } from '#shared/edit.ts';
import { readsDifferently } from '#shared/edits/recoded-amount.ts';
import type { ChangedColumn } from '#shared/records/columns/changed-columns.ts';
import { formatFigures } from '#shared/values/money.ts';
import { wordsOfState } from '#shared/messages/words.ts';
import { faceOf, type Face } from './cell-values.ts';

/** The style of a value that was recorded here and is not confirmed by the service. */
export interface CellChange {
  /** The ink of its state, and what is underlined: the value, or the code of its currency alone. */
  variant: string;
  /** The service's value, on hover. */
  hint: string;
  /** The same for who hears the row, before the value. */
  before: string;
  /** The same on paper, behind the value. */
  paper: string;
}

/** A value that was recorded here never stands alone: what became of the edit and what the service says stand with it. */
export function changeTold(what: string, state: EditState, service: string, connection: Connection | null): CellChange {
  const { label, severity } = markOf(state);
  return {
    variant: `${what} ${severity}${isPassing(state, connection) ? ' late' : ''}`,
    hint: t('list.change.hint', { state: label, value: service }),
    before: `${t('list.change.before', { state: label, value: service })} `,
    paper: recordedHere(state, service),
  };
}

/** The same on paper, where a state without its sign needs more words. */
export function recordedHere(state: EditState, service: string): string {
  if (state === 'conflict') return ` ${t('list.change.conflict', { value: service })}`;
  return ` ${t('list.change.paper', { state: inSentence(wordsOfState(state).label), value: service })}`;
}

/** The row as the service alone would have it. */
export function rowOfService(row: RecordRow): RecordRow {
  const service = { ...row, facts: { ...row.facts } as Record<string, readonly string[]> };
  for (const { name, slot, only } of columnTables[row.kind].columns) {
    const said = row.changed?.[name]?.service;
    if (!said) continue;
    const [first = null] = said;
    // The amount is computed from known payments, because no record has it.
    if (only === 'seen') service.paidHereMinor = BigInt(first ?? 0);
    else if (slot === undefined) service.facts[name] = said;
    else if (slot === 'amountMinor') service.amountMinor = first === null ? null : BigInt(first);
    else if (slot === 'title') service.title = first ?? '';
    else service[slot] = first;
  }
  return service;
}

/** When only the currency differs from the service, only the code is marked, unless the decimals change the amount. */
export function changeIn({ changed, currency }: RecordRow, { name, slot }: Column): (ChangedColumn & { what: string }) | null {
  const own = changed?.[name];
  if (own) return { ...own, what: 'changed' };
  const code = slot === 'amountMinor' ? changed?.['currency'] : undefined;
  return code ? { ...code, what: readsDifferently(code.service[0] ?? null, currency) ? 'changed' : 'recoded' } : null;
}

/** The value of a cell with an open edit, and without it. Call during component initialization. */
export function useCellChanges(): (row: RecordRow, column: Column | undefined) => CellChange | null {
  const app = useApp();
  const names = useNames();

  function wordsOf(face: Face): string {
    switch (face.is) {
      case 'nothing':
        return t('list.nothing');
      case 'amount':
        return face.minor === null
          ? t('list.nothing')
          : `${formatFigures(face.minor, face.currency, app.locale)} ${face.currency ?? ''}`.trim();
      case 'reference':
        return nameInWords(names.of(face)) ?? face.id.slice(0, 8);
      default:
        return face.text || t('list.nothing');
    }
  }

  return (row, column) => {
    if (row.changed === undefined || column === undefined) return null;
    const change = changeIn(row, column);
    if (!change) return null;
    return changeTold(change.what, change.state, wordsOf(faceOf(rowOfService(row), column)), app.connection);
  };
}
