import { t } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';
import { dayCell, numberCell, tableFile, type MadeFile, type TableFormat } from '#main/library/exports/table.ts';
import type { Cell } from '#main/library/exports/cells.ts';
import { bankAccounts, paymentsOfLine } from '#main/statements/bank-lines.ts';
import { pageOfLines, type PagedLine } from '#main/statements/line-pages.ts';
import type { LineFilter } from '#main/statements/line-query.ts';
import type { Store } from '#main/storage/store.ts';
import { lineStateWords } from '#shared/messages/bank-line-words.ts';
import { decimalOf } from '#shared/values/money.ts';

const heads = [
  ...(['booked', 'account', 'payer', 'payerAccount', 'text', 'reference', 'amount', 'currency', 'state', 'reason'] as const),
  ...(['invoices', 'inPayments', 'left', 'file'] as const),
];
const perPage = 500;

/** Writes the lines that a query finds, newest first, with what became of each: its state, its invoices, the amount in payments and what is left. */
export function exportLines(store: Store, filter: LineFilter, format: TableFormat): Promise<MadeFile> {
  const accounts = new Map(bankAccounts(store).map(({ id, account }) => [id, account]));
  const columns = heads.map((head) => ({ head: t(`exports.lines.${head}`) }));
  const cells = (line: PagedLine): Cell[] => {
    const amount = (minor: bigint) => numberCell(decimalOf(minor, line.currency));
    const invoices = paymentsOfLine(store, line.id).map(({ title }) => title);
    return [
      ...[dayCell(line.bookedOn), accounts.get(line.account) ?? '', line.payer, line.payerAccount, line.text, line.reference],
      ...[amount(line.minor), line.currency, lineStateWords[line.state], line.putAside, listOf(invoices)],
      ...[amount(line.minor - line.restMinor), amount(line.restMinor), line.fileName],
    ];
  };
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (let after: string | null = null; ;) {
      const { rows, next }: ReturnType<typeof pageOfLines> = pageOfLines(store, filter, {
        after,
        skip: 0,
        limit: perPage,
        descending: true,
      });
      if (rows.length > 0) yield rows.map(cells);
      if (next === null) return;
      after = next;
      await store.world.sleep(0);
    }
  }
  return tableFile({ name: 'bank-lines', sheet: t('exports.lines'), columns, pages: pages() }, format, filter.locale);
}
