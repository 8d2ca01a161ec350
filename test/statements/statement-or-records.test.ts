import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isStatement } from '#main/library/statements/import-statement.ts';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import type { StatementRefused } from '#shared/statements/statement.ts';
import { readingHere } from '#test/reading.ts';
import { camtOf, madeStatement, mt940Of, ofxOf } from './made-statements.ts';

const is = (content: string | Uint8Array) =>
  isStatement(readingHere, typeof content === 'string' ? new TextEncoder().encode(content) : content);

it('tells a statement by its content: public samples, made files, banks’ lists', async () => {
  const samples = path.join(import.meta.dirname, 'samples');
  const files = readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:sta|xml|ofx|qfx|csv)$/i.test(name));
  expect(files.length).toBeGreaterThan(20);
  const missed: string[] = [];
  for (const name of files) {
    const bytes = readFileSync(path.join(samples, name));
    const isFragment = await readStatements(bytes).then(() => false, (refused: StatementRefused) => refused.refusal.why === 'notStatement'); // prettier-ignore
    if (!isFragment && !(await is(bytes))) missed.push(name);
  }
  expect(missed).toEqual([]);
  const made = madeStatement(2);
  for (const text of [
    ...[camtOf(made), camtOf(made, { version: '02', prefix: 'x' }), mt940Of(made), ofxOf(made)],
    'Kontoauszug\nIBAN;DE89370400440532013000\n\nBuchungstag;Verwendungszweck;Soll;Haben;Währung\n01.11.2026;RG 1;;12,00;EUR\n',
    'Date,Description,Amount,Balance\n2026-11-01,INV 1,12.00,112.00\n',
    'Buchungstag;Auftraggeber;IBAN;Verwendungszweck;Betrag\n01.11.2026;Solar;DE89370400440532013000;RG 1;12,00\n',
  ])
    expect([text.slice(0, 60), await is(text)]).toEqual([text.slice(0, 60), true]);
});

it('takes no list of records, names or ids for a statement', async () => {
  for (const text of [
    'Date,Description,Account,Amount,Currency,Status\n2026-11-01,Hotel,6200 Travel,12.00,EUR,DRAFT\n',
    'Invoice number,Customer,Invoice date,Due,Amount,Currency,State\nSE01-1,Solar,2026-11-01,2026-12-01,12.00,SEK,OPEN\n',
    'Name,IBAN,Country,Currency\nSolar,DE89370400440532013000,PT,EUR\n',
    'Transaction date,Merchant,Amount,Currency,Country\n2026-11-01,Taxi,12.00,EUR,PT\n',
    '{"id":"7c27a1f0-0000-4000-8000-000000000001","invoiceNumber":"1"}\n',
    '<html><body>:20: camt</body></html>',
    '7c27a1f0-0000-4000-8000-000000000001\n',
    '',
  ])
    expect([text.slice(0, 40), await is(text)]).toEqual([text.slice(0, 40), false]);
});
