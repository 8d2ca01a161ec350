import type { Portion } from '#main/library/reading/job-kinds.ts';
import { matchLines } from '#shared/statements/match.ts';
import type { OpenInvoice, PayableLine } from '#shared/statements/match-types.ts';
import { readInvoice } from '#shared/statements/told-invoice.ts';

const perPortion = 500;

/** Matches lines to invoices: each invoice is a row of its open amount and a JSON array, the last row has the lines and the known payers. */
export function* matchPortions(content: string): Generator<Portion<'matchLines'>> {
  const rows = content.split('\n');
  const { lines, payers } = JSON.parse(rows.pop() ?? '') as { lines: (Omit<PayableLine, 'restMinor'> & { restMinor: string })[]; payers: [string, string][] }; // prettier-ignore
  const invoices = rows.map((row): OpenInvoice => {
    const at = row.indexOf('[');
    return readInvoice(row.slice(at), BigInt(row.slice(0, at)));
  });
  const matches = matchLines(
    lines.map((line) => ({ ...line, restMinor: BigInt(line.restMinor) })),
    invoices,
    new Map(payers),
  );
  for (let at = 0; at < matches.length; at += perPortion) yield { matches: matches.slice(at, at + perPortion) };
}
