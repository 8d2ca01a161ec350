import { t } from '#shared/messages/t.ts';
import type { Column, Shown } from '#shared/columns/column.ts';
import { columnTables } from '#shared/columns/columns.ts';
import type { RecordRow } from '#shared/contract/views/views.ts';
import { dateWords } from '#renderer/parts/values/date-words.ts';
import { dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import { readable } from '#shared/values/readable.ts';
import { valuesIn } from '#shared/records/columns/changed-columns.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';

/** Columns of figures stand at the right. */
export const isRight = ({ type }: Column): boolean => type === 'money' || type === 'count';

/** The drawn sign of a record's own state; its word stands beside it. */
export type Sign = 'draft' | 'open' | 'part' | 'done' | 'closed';
const statesBySign: [Sign, states: string[]][] = [
  ['draft', ['DRAFT', 'IN_DRAFT']],
  ['part', ['PARTIALLY_PAID', 'PAYMENT_PENDING']],
  ['done', ['PAID', 'APPROVED', 'EXPORTED']],
  ['closed', ['REVERSED', 'ARCHIVED', 'CANCELLED', 'REJECTED', 'BLOCKED']],
];
const signs = new Map(statesBySign.flatMap(([sign, states]) => states.map((state) => [state, sign])));
export const signOf = (state: string): Sign => signs.get(state) ?? 'open';

/** The content of a cell. `text` is highlighted by a search, `words` are not; `more` counts further references. */
export type Face =
  | { is: 'nothing' }
  | { is: 'text'; text: string }
  | { is: 'words'; text: string; variant?: 'figures' | 'figures problem'; hint?: string | undefined }
  | { is: 'state'; text: string; sign: Sign }
  | { is: 'amount'; minor: bigint | null; currency: string | null; atMost: boolean }
  | { is: 'reference'; kind: ReferenceKind; id: string; more: number };

/** "22 days overdue", by the column that counts them; null for what is not late. */
export function lateIn(row: RecordRow): string | null {
  const column = columnTables[row.kind].columns.find(({ daysSince }) => daysSince);
  const face = column && faceOf(row, column);
  return face?.is === 'words' ? t('list.overdue', { days: face.text }) : null;
}

/** The shown text of a list row in one column. */
export function faceOf(row: RecordRow, column: Column): Face {
  const shown = column.shows?.(row, dateOfEpoch(Date.now()));
  // A column of the row itself says what it holds where nothing is to be said instead.
  if (shown !== undefined && (shown !== null || column.slot === undefined)) return faceOfShown(shown);
  if (column.type === 'money') return { is: 'amount', minor: row.amountMinor, currency: row.currency, atMost: false };
  const [first, ...others] = valuesIn(row, column);
  if (first === undefined) return { is: 'nothing' };
  if (column.refers) return { is: 'reference', kind: column.refers, id: first, more: others.length };
  switch (column.type) {
    case 'date':
      return { is: 'words', variant: 'figures', text: formatDate(first) };
    case 'instant':
      return faceOfMoment(first);
    case 'count':
      return { is: 'words', variant: 'figures', text: first };
    case 'enum':
      return column.slot === 'status'
        ? { is: 'state', text: readable(first, row.kind), sign: signOf(first) }
        : { is: 'words', text: readable(first, row.kind) };
    case 'code':
      return { is: 'text', text: readable(first, row.kind) };
    default:
      return { is: 'text', text: first };
  }
}

function faceOfShown(shown: Shown | null): Face {
  if (!shown) return { is: 'nothing' };
  return 'message' in shown
    ? { is: 'words', variant: shown.late ? 'figures problem' : 'figures', text: shown.message, hint: shown.hint }
    : { is: 'amount', ...shown };
}

function faceOfMoment(instant: string): Face {
  const words = dateWords({ instant, brief: true });
  return { is: 'words', variant: 'figures', text: words?.text ?? '', hint: words?.hint };
}
