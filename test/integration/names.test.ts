import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBody, editKind } from '#shared/edits/edit-kinds.ts';
import { eventually, startDesk, untilState, type TestDesk } from './desk.ts';
import { fullTest } from '#test/full-test.ts';

let desk: TestDesk;
let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'layover-names-'))));
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

const unnamed = async () => (await desk.api.names.counts()).filter(({ unnamed }) => unnamed > 0).map(({ kind }) => kind);

test('the first run has the names of everything that the sandbox names, and the rest can be named', async () => {
  desk = await startDesk();
  await eventually(
    () => desk.api.names.find({ kind: 'bankAccount' }),
    ({ rows }) => rows.length === 5 && rows.every((row) => row.origin === 'file'),
  );
  // Once everything was learned, what the sandbox has no names for is seen and counted.
  await eventually(unnamed, (kinds) => kinds.includes('card'));
  expect((await unnamed()).toSorted()).toEqual(['card', 'cardBalanceAccount', 'contract']);
  const [card] = (await desk.api.names.find({ kind: 'card', only: 'unnamed', order: 'uses' })).rows;
  if (!card) throw new Error('the sandbox has cards');
  expect(card.beside?.record.kind).toBe('cardTransaction');
  await desk.api.names.give({ kind: 'card', id: card.id, name: 'Travel card' });
  expect(await desk.api.names.of({ refs: [{ kind: 'card', id: card.id.toUpperCase() }] })).toMatchObject([
    { name: 'Travel card', origin: 'typed' },
  ]);
  expect(desk.heard.some((change) => change.kind === 'names')).toBe(true);
  const hits = await desk.api.records.search({ text: 'travel card' });
  expect(hits.some((hit) => hit.record?.kind === 'cardTransaction')).toBe(true);
});

test('the account that a payment went to is known afterwards, first for the same customer', async () => {
  desk = await startDesk();
  const kind = editKind('recordInvoicePayment');
  const { rows } = await eventually(
    () => desk.api.records.list({ filter: { kind: 'invoiceReceivable', query: 'state:open currency:EUR' } }),
    (page) => page.rows.length > 0,
  );
  const [invoice] = rows;
  if (!kind || !invoice) throw new Error('the sandbox has an open invoice');
  const account = (await desk.api.names.find({ kind: 'bankAccount' })).rows.findLast(({ currency }) => currency === 'EUR');
  if (!account) throw new Error('the sandbox has accounts');
  const body = readBody(kind, { paymentDate: '2026-11-20', bankAccountId: account.id, amountInInvoiceCurrency: 100n });
  if (!body.ok) throw new Error('the payment is sound');
  const { id } = await desk.api.edits.record({ kind: kind.kind, recordKind: 'invoiceReceivable', recordId: invoice.id, body: body.body });
  const page = await desk.api.names.find({ kind: 'bankAccount', record: { kind: 'invoiceReceivable', id: invoice.id } });
  expect(page.rows[0]).toMatchObject({ id: account.id, here: { by: 'record', last: '2026-11-20' } });
  const batch = await desk.api.review.batch();
  await desk.api.review.approve({ ids: [id], fingerprint: batch.fingerprint, secondConfirmation: true });
  await untilState(desk, id, 'applied');
  const after = (await desk.api.names.find({ kind: 'bankAccount', text: account.id })).rows[0];
  expect(after?.uses).toBe(account.uses + 1);
  expect(after?.places).toContain('edit.bankAccountId');
});

fullTest('the company’s file names what nobody else did, at each start again; one that cannot be read keeps nobody out', async () => {
  const namesFile = path.join(folder, 'names.csv');
  desk = await startDesk({ policy: { namesFile } });
  await eventually(unnamed, (kinds) => kinds.includes('card'));
  const [first, second] = (await desk.api.names.find({ kind: 'card', order: 'uses' })).rows;
  if (!first || !second) throw new Error('the sandbox has cards');
  await desk.api.names.give({ kind: 'card', id: first.id, name: 'My card' });
  writeFileSync(namesFile, `kind,id,name\ncard,${first.id},Card 1\ncard,${second.id},Card 2\n`);
  await desk.restart();
  const names = await eventually(
    () => desk.api.names.of({ refs: [first, second].map(({ kind, id }) => ({ kind, id })) }),
    (all) => all.some(({ origin }) => origin === 'company'),
  );
  expect(names.map(({ name, origin }) => `${name} ${origin}`).toSorted()).toEqual(['Card 2 company', 'My card typed']);
});
