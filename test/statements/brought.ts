import { expect } from 'vitest';
import { planOf } from '#main/edits/statements/plan.ts';
import { overviewOfLines, pageOfBankLines } from '#main/edits/statements/propose.ts';
import { matchIn } from '#main/library/statements/match-elsewhere.ts';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { importLines } from '#main/statements/import-lines.ts';
import type { BankLinesPage, BankLineView } from '#shared/contract/views/statement-views.ts';
import { readingHere } from '#test/reading.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';
import { camtOf, chance, madeStatement, mt940Of, ofxOf } from './made-statements.ts';

export async function bring(at: Desk, text: string | Uint8Array, name = 'a.xml') {
  const statements = await readStatements(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return importLines(at.store, { name, sha256: name, statements });
}

const elsewhere = matchIn(readingHere);

/** Every line that a query finds as the page shows it, newest first, read in pages of 7. */
export async function linesOf({ store }: Desk, query = ''): Promise<BankLineView[]> {
  await planOf(store, elsewhere).made();
  const lines: BankLineView[] = [];
  for (let after: string | null = null; ;) {
    const portion = { after, skip: 0, limit: 7, descending: true };
    const { rows, next }: BankLinesPage = pageOfBankLines(store, elsewhere, { ...portion, filter: { query, locale: 'en' } });
    lines.push(...rows);
    if (next === null) return lines;
    after = next;
  }
}

export const accountsOf = ({ store }: Desk) => overviewOfLines(store, elsewhere).accounts;

/**
 * Imports random slices of one statement in several formats, the whole last, and compares with the statement; for each seed of a range. The balances of a
 * slice are those of its days: no line may be doubted.
 */
export async function bringUnions(first: number, to: number): Promise<void> {
  for (let seed = first; seed < to; seed += 1) {
    const draw = chance(seed);
    const whole = madeStatement(seed, 60);
    const twins = whole.lines.filter(() => draw(20) === 0);
    const lines = [...whole.lines, ...twins].sort((a, b) => (a.bookedOn < b.bookedOn ? -1 : 1));
    const at = createDesk();
    for (let n = 0; n < 6; n += 1) {
      const [from = '', day = ''] = [1 + draw(20), 1 + draw(24)]
        .sort((a, b) => a - b)
        .map((each) => `2026-11-${String(each).padStart(2, '0')}`);
      const isWhole = n === 5;
      const slice = lines.filter(({ bookedOn }) => isWhole || (bookedOn >= from && bookedOn <= day));
      const before = isWhole ? [] : lines.filter(({ bookedOn }) => bookedOn < from);
      const opening = before.reduce((sum, { minor }) => sum + minor, whole.opening);
      const made = { ...whole, opening, lines: slice, day: isWhole ? whole.day : day };
      const text = [camtOf(made, { message: `M${n}` }), mt940Of(made), ofxOf(made), mt940Of(made, { dialect: 'coded' })][draw(4)] ?? '';
      const { doubtful } = await bring(at, text, `${n}.xml`);
      expect([seed, n, doubtful]).toEqual([seed, n, 0]);
    }
    const minors = (of: readonly { minor: bigint }[]) => of.map(({ minor }) => minor).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect([seed, ...minors(await linesOf(at))]).toEqual([seed, ...minors(lines)]);
    at.store.close();
  }
}
