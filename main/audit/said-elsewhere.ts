import { and, eq, sql } from 'drizzle-orm';
import { given, kept } from '#main/storage/kept.ts';
import { isSha256 } from '#main/storage/lean-texts.ts';
import { outbox, request } from '#main/storage/schema/outbox.ts';
import type { auditLine } from '#main/storage/schema/trail.ts';
import type { Store } from '#main/storage/store.ts';
import { onAddress, saidByRequest, theAddress } from '#main/outbox/lean-request.ts';
import type { AuditLine } from './audit.ts';

// What a line says that its edit, or one of its requests, says too is not written again. Each form below has its text in the view `audit`
// (0014_lean_trail.sql, 0016_lean_requests.sql), which makes the facts anew; a line that they do not say to the letter keeps its own.

/** The columns of a line that stand for others. */
export type SaidElsewhere = Pick<
  typeof auditLine.$inferInsert,
  'edit' | 'editId' | 'recordKind' | 'recordId' | 'attempt' | 'form' | 'bodySha256' | 'facts'
>;

const { n, method, outcome, status, answerHeaders } = request;
const toldOfEdit = kept((db) =>
  db.rows(
    { edit: outbox.seq, kind: outbox.kind, n, method, outcome, status, answerHeaders, ...saidByRequest },
    sql`FROM ${outbox} LEFT JOIN ${request} ON ${request.edit} = ${outbox.seq} AND ${n} = ifnull(${given('attempt')}, ${outbox.lastAttempt})
      LEFT JOIN ${theAddress} ON ${onAddress}
      WHERE ${and(eq(outbox.id, given('editId')), eq(outbox.recordKind, given('recordKind')), eq(outbox.recordId, given('recordId')))}`,
  ),
);
type Told = NonNullable<ReturnType<ReturnType<typeof toldOfEdit>['get']>>;

const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`);

/** The facts of each form, and the column that tells them apart from what edit and request say. */
const forms: Record<string, Record<number, (told: Told, body: string) => string>> = {
  recorded: {
    1: ({ kind }, body) => `{"kind":"${kind}","state":"waiting","bodySha256":"${body}"}`,
    2: ({ kind }, body) => `{"kind":"${kind}","state":"draft","bodySha256":"${body}"}`,
  },
  left: { 3: (told) => `{"attempt":${told.n},"method":"${told.method}","url":"${told.url}","sha256":"${told.sha256}"}` },
  answered: {
    4: (told) =>
      `{"attempt":${told.n},"outcome":"${told.outcome}","status":${told.status},"headers":${told.answerHeaders},"sha256":${quoted(told.answerSha256)}}`,
  },
  verdict: { 5: (told) => JSON.stringify({ from: 'sending', to: 'applied', reason: { kind: 'clean' }, sha256: told.sha256 }) },
};

/** What of a line with these facts is written, and by which of its edit's texts the rest is said. In the transaction under way. */
export function saidElsewhere(store: Store, { what, editId, record, facts: said }: AuditLine, facts: string): SaidElsewhere {
  const whole = { editId, recordKind: record?.kind ?? null, recordId: record?.id ?? null, facts };
  if (editId === null || record === null) return whole;
  const attempt = typeof said['attempt'] === 'number' ? said['attempt'] : null;
  const told = toldOfEdit(store).get({ editId, recordKind: record.kind, recordId: record.id, attempt });
  if (!told) return whole;
  const { edit } = told;
  const body = typeof said['bodySha256'] === 'string' && isSha256(said['bodySha256']) ? said['bodySha256'] : null;
  const form = Object.entries(forms[what] ?? {}).find(([, make]) => make(told, body ?? '') === facts)?.[0];
  if (form === undefined || (what === 'recorded' && body === null)) return { edit, facts };
  const bodySha256 = body === null ? null : Buffer.from(body, 'hex');
  return { edit, form: Number(form), facts: '', bodySha256, attempt: what === 'recorded' ? null : told.n };
}
