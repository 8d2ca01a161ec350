import { hash } from 'node:crypto';
import type { Importer } from '#main/library/imports/read-portions.ts';
import { importLines } from '#main/statements/import-lines.ts';
import type { StatementImport } from '#shared/contract/views/statement-views.ts';
import type { NotReadReason } from '#shared/messages/refusal-words.ts';
import type { FiledStatement } from '#shared/statements/statement.ts';

/** Imports a statement file completely or not at all. Importing drafts and sends nothing. */
export async function importStatement(
  { store, reading }: Importer,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<StatementImport | { ok: false; notRead: NotReadReason }> {
  if (bytes.length === 0) return { ok: false, refusal: { why: 'notStatement', where: 'empty', differenceMinor: null, currency: null } };
  const sha256 = hash('sha256', bytes, 'hex');
  const answer = await reading.read('statement', bytes, { onlyKind: false });
  if (!answer.ok) return { ok: false, notRead: answer.why };
  const statements: FiledStatement[] = [];
  for (const portion of answer.portions) {
    if (portion.part === 'refused') {
      const { part: _, ...refusal } = portion;
      return { ok: false, refusal };
    }
    if (portion.part === 'summary') continue;
    if (portion.part === 'lines') statements.at(-1)?.lines.push(...portion.lines);
    else {
      const { part: _, ...head } = portion;
      statements.push({ ...head, lines: [] });
    }
  }
  return { ok: true, ...(await importLines(store, { name, sha256, statements })) };
}

/** Tells by its content whether a file is a bank's statement. */
export async function isStatement(reading: Importer['reading'], bytes: Uint8Array): Promise<boolean> {
  const answer = await reading.read('statement', bytes, { onlyKind: true });
  return answer.ok && answer.portions.some((portion) => portion.part === 'summary' && portion.isStatement);
}
