import type { Portion } from '#main/library/reading/job-kinds.ts';
import { matchLines } from '#shared/statements/match.ts';
import type { OpenInvoice, PayableLine } from '#shared/statements/match-types.ts';

const perPortion = 500;

/** Matches lines to invoices: a JSON text for each invoice in a row of its own, the lines and the known payers in the last one. */
export function* matchPortions(content: string): Generator<Portion<'matchLines'>> {
  const rows = content.split('\n');
  const { lines, payers } = JSON.parse(rows.pop() ?? '') as { lines: (Omit<PayableLine, 'restMinor'> & { restMinor: string })[]; payers: [string, string][] }; // prettier-ignore
  const invoices = rows.map((row): OpenInvoice => {
    const told = JSON.parse(row) as Omit<OpenInvoice, 'openMinor'> & { openMinor: string };
    return { ...told, openMinor: BigInt(told.openMinor) };
  });
  const matches = matchLines(
    lines.map((line) => ({ ...line, restMinor: BigInt(line.restMinor) })),
    invoices,
    new Map(payers),
  );
  for (let at = 0; at < matches.length; at += perPortion) yield { matches: matches.slice(at, at + perPortion) };
}
