import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileLog } from '#main/host/log-file.ts';
import { Scanner, type Hit } from '#test/e2e/canary-scan.ts';
import { startDesk, type TestDesk } from '#test/integration/desk.ts';
import { encrypt } from '#test/integration/encrypting.ts';

// Somebody has the disk, and reads every file of a used data folder.

let desk: TestDesk;
beforeEach(async () => void (desk = await startDesk({ log: (folder) => fileLog(path.join(folder, 'logs'), () => undefined) })));
afterEach(() => desk.close());

const comment = 'Paid in cash to Ines Albuquerque, ask her for the receipt';

/** A day's work: what was read, typed, looked for and fetched. Answers what is on the disk because of it. */
async function work(): Promise<Record<string, string>> {
  const { api } = desk;
  const { rows: vendors } = await api.records.list({ filter: { kind: 'vendor' }, limit: 1 });
  const { rows: expenses } = await api.records.list({ filter: { kind: 'expense' }, limit: 1 });
  const vendor = await api.records.get({ kind: 'vendor', id: vendors[0]?.id ?? '' });
  const expense = await api.records.get({ kind: 'expense', id: expenses[0]?.id ?? '' });
  const { rows: documents } = await api.documents.list({ after: null, limit: 1 });
  await api.documents.fetch({ recordId: documents[0]?.recordId ?? '', variant: null });
  const pdf = await (await api.documents.bytes({ recordId: documents[0]?.recordId ?? '' })).bytes();
  await api.sync.workOffline({ on: true });
  await api.edits.record({ kind: 'createUserComment', recordKind: 'expense', recordId: expense.row.id, body: { content: comment } });
  await api.records.search({ text: 'Albuquerque' });
  const [amount = ''] =
    /"\w*[aA]mount\w*":\s*"?-?\d{4,}/.exec(
      JSON.stringify(expense.service, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ) ?? [];
  return {
    'a name': vendor.row.title,
    'a bank account': String(vendor.service?.['bankAccountNumber']),
    'an amount': amount,
    'a comment': comment,
    'a document’s name': documents[0]?.name ?? '',
    'a document’s text': textOf(pdf),
  };
}

/** The longest run of letters in a document, by which it would be known. */
function textOf(pdf: Uint8Array): string {
  const runs =
    Buffer.from(pdf)
      .toString('latin1')
      .match(/[ -~]{8,80}/g) ?? [];
  return runs.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

const found = (hits: Hit[]) => [...new Set(hits.map(({ secret }) => secret))].sort();
const accounts = (of: string) => path.join(of, 'accounts');

it('an encrypted account’s folder tells nothing, running, crashed or closed, and the search sees all of it on a plain one', async () => {
  desk.world.log.info('started');
  const planted = await work();
  const scanner = new Scanner(planted);
  const copy = path.join(desk.folder, 'crashed');
  // As a crash leaves it: with the log of the database, and what was half done.
  const crashed = (): string => {
    cpSync(accounts(desk.folder), accounts(copy), { recursive: true });
    return copy;
  };
  expect(found(scanner.scanFolder(crashed()))).toEqual(Object.keys(planted).sort());
  const code = await encrypt(desk);
  const secrets = new Scanner({ ...planted, 'the recovery code': code, 'the code unspaced': code.replaceAll(' ', '') });
  const looked: string[] = [];
  const look = (of: string) => secrets.scanFolder(of, (file) => void looked.push(file));
  await desk.api.edits.export({ format: 'json' });
  const { rows } = await desk.api.records.list({ filter: { kind: 'expense' }, limit: 2 });
  const edit = { kind: 'createUserComment', recordKind: 'expense' as const, recordId: rows[1]?.id ?? '', body: { content: comment } };
  await desk.api.edits.record(edit);
  const clean = path.join(desk.folder, 'crashed-sealed');
  cpSync(accounts(desk.folder), accounts(clean), { recursive: true });
  expect(look(clean)).toEqual([]);
  await desk.app.close();
  rmSync(copy, { recursive: true });
  expect(look(desk.folder)).toEqual([]);
  const names = looked.map((name) => path.basename(name));
  for (const name of ['account.db', 'account.db-wal', 'keys.json', 'registry.db', 'layover.log']) expect(names).toContain(name);
  expect(names.some((name) => name.endsWith('.backup'))).toBe(true);
  expect(names.some((name) => name.endsWith('.sealed'))).toBe(true);
  await desk.restart();
});
