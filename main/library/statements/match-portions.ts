import { slices } from '#main/library/in-parts.ts';
import type { JobFacts, Portion } from '#main/library/reading/job-kinds.ts';
import type { Invoices } from '#shared/statements/invoice-index.ts';
import { invoicesFor, matchLines } from '#shared/statements/match.ts';
import type { PayableLine, ToMatch } from '#shared/statements/match-types.ts';
import { readInvoice } from '#shared/statements/told-invoice.ts';

const perPortion = 500;

/** Matches lines to invoices, which it puts into an index while the later ones are still being read. */
export async function* matchPortions(
  pieces: AsyncIterable<ToMatch>,
  { payers }: JobFacts['matchLines'],
): AsyncGenerator<Portion<'matchLines'>> {
  const lines: PayableLine[] = [];
  let all: Invoices | null = null;
  for await (const piece of pieces) {
    if ('lines' in piece) lines.push(...piece.lines);
    else for (const [at, told] of piece.invoices.entries()) (all ??= invoicesFor(lines)).add(readInvoice(told, piece.openMinor[at] ?? 0n));
  }
  const matches = matchLines(lines, all ?? invoicesFor(lines), payers);
  for (const some of slices(matches, perPortion)) yield { matches: some };
}
