import { listOf } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import { dateWords } from '#renderer/parts/values/date-words.ts';
import type { Column } from '#shared/columns/column.ts';
import type { RecordRow } from '#shared/contract/views/views.ts';
import { formatAmount } from '#shared/values/money.ts';
import { valuesIn } from '#shared/records/columns/changed-columns.ts';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import { nameInWords, useNames } from '#renderer/state/data/names.svelte.ts';
import { changeIn, recordedHere, rowOfService } from '#renderer/pages/records/grid/cell-changes.ts';
import { faceOf } from '#renderer/pages/records/grid/cell-values.ts';

/** The printed content of one cell; `both`: the recorded and the service's value. */
export interface PaperCell {
  text: string;
  both: boolean;
}

/**
 * The printed text of a record in one column. A value that was recorded here and that the service has not confirmed never stands alone: the
 * state of the edit that set it and the service's own value stand with it. Call during component initialization.
 */
export function usePaperCells(): (row: RecordRow, column: Column) => PaperCell {
  const app = useApp();
  const names = useNames();

  function textOf(row: RecordRow, column: Column): string {
    const face = faceOf(row, column);
    switch (face.is) {
      case 'nothing':
        return '–';
      case 'reference':
        return listOf(valuesIn(row, column).map((id) => nameInWords(names.of({ kind: face.kind, id })) ?? id.slice(0, 8)));
      case 'amount': {
        if (face.minor === null) return '–';
        const amount = amountText(face.minor, face.currency, app.locale);
        return face.atMost ? t('list.atMostAmount', { amount }) : amount;
      }
      default:
        return column.type === 'date' ? unbroken(face.text) : column.type === 'instant' ? momentOf(row, column, face.text) : face.text;
    }
  }

  return (row, column) => {
    const mine = textOf(row, column);
    const change = changeIn(row, column);
    if (!change) return { text: mine, both: false };
    return { text: `${mine}${recordedHere(change.state, textOf(rowOfService(row), column))}`, both: true };
  };
}

/** With its day, which the screen leaves out where it was today. */
const momentOf = (row: RecordRow, column: Column, otherwise: string) =>
  unbroken(dateWords({ instant: valuesIn(row, column)[0] })?.text ?? otherwise);

/** Days, and amounts with their currency, stay on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

export const amountText = (minor: bigint, currency: string | null, locale: string): string =>
  unbroken(formatAmount(minor, currency, locale));
