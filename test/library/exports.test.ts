import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveName } from '#main/names/book.ts';
import { insertAttempt } from '#main/outbox/attempts.ts';
import { insertEdit } from '#main/outbox/outbox.ts';
import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { plainCell, safeCell } from '#main/library/exports/csv-safe.ts';
import { activityRows, exportFile, jsonFile, outboxRows, reportRows } from '#main/library/exports/exports.ts';
import { csvLines, dialectOf, numberCell } from '#main/library/exports/table.ts';
import { parseJson } from '#shared/json/json.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

const reportJson = () => {
  const rows = reportRows(store, 'r-1');
  return rows ? jsonFile(rows).text : '';
};
const csvFile = async (rows: ReturnType<typeof reportRows>) => {
  if (!rows) throw new Error('nothing to export');
  const { name, file } = await exportFile(store, rows, 'csv', 'en');
  return { name, text: await file.text() };
};

/** Five hundred cells that a spreadsheet could run, by every beginning, blank and payload. */
function dangerousCells(): string[] {
  const beginnings = [
    '=',
    '+',
    '-',
    '@',
    '\t=',
    '\r=',
    '\n=',
    ' =',
    '  +',
    '\u00A0=',
    '\u200B=',
    '\uFEFF=',
    '＝',
    '＋',
    '－',
    '＠',
    '"=',
    '\t',
    '\r',
    '-+',
    '=-',
    '+@',
    '--',
    '@@',
    ' \t-',
  ];
  const payloads = [
    "cmd|' /C calc'!A0",
    'HYPERLINK("http://x","y")',
    '1+1',
    'SUM(A1:A9)',
    'IMPORTXML("http://x","//a")',
    'WEBSERVICE("http://x")',
    'DDE("cmd";"/C calc";"x")',
    'A1',
    "2+3+cmd|'/C x'!A0",
    '"&A1&"',
    "'",
    '""',
    ',=1+1',
    ';=1+1',
    '\n=1+1',
    '\r\n=1',
    '1e5',
    '1,5',
    '(1)',
    'R1C1',
  ];
  return beginnings.flatMap((beginning) => payloads.map((payload) => beginning + payload));
}

const record = { kind: 'invoiceReceivable', id: idOf(1) } as const;

function putPayment(): void {
  putRecord(store, {
    ref: record,
    value: { id: idOf(1), invoiceNumber: '=INV(1)', amount: 1, currency: 'EUR' },
    provenance: 'import',
    asOf: 1,
    complete: false,
  });
  store.commit('edit', () => {
    insertEdit(store, {
      id: idOf(1, 'ed'),
      kind: 'recordInvoicePayment',
      record,
      state: 'draft',
      repeat: 'creates',
      priority: 'payment',
      review: 'person',
      touchesBank: false,
      body: { paymentDate: '2026-03-12', bankAccountId: idOf(9), amountInInvoiceCurrency: 9223372036854775807n },
      base: null,
      supersedes: null,
      approvedBy: null,
    });
    store.sql.prepare(`INSERT INTO report (id, started_at, ended_at, seq) VALUES ('r-1', 1795000000000, 1795000060000, 1)`).run();
    for (let n = 0; n < 70; n++)
      store.sql
        .prepare(
          `INSERT INTO report_line (report_id, position, edit_id, verdict, at, sha256, approved_by) VALUES ('r-1', ?, ?, 'applied', 1795000000000, ?, ?)`,
        )
        .run(n, idOf(1, 'ed'), 'ab'.repeat(32), 'Zoë 山田');
  });
}

describe('CSV', () => {
  it('never executes: five hundred strings', () => {
    const cells = dangerousCells();
    expect(cells.length).toBeGreaterThanOrEqual(500);
    const table = Papa.parse<string[]>(
      csvLines(
        cells.map((cell) => [cell, 'x']),
        dialectOf('en'),
      ),
      { skipEmptyLines: true },
    ).data;
    expect(table).toHaveLength(cells.length);
    for (const [index, cell] of cells.entries()) {
      const [read = '', after] = table[index] ?? [];
      expect(after).toBe('x');
      expect(plainCell(read)).toBe(cell);
      expect(read).not.toMatch(/^[\s\u200B\uFEFF]*[=+\-@＝＋－＠]/);
    }
  });

  it('leaves numbers numbers, and puts an apostrophe before texts that a spreadsheet would change', () => {
    expect(['-5', '12', '-12.50', ''].map(safeCell)).toEqual(['-5', '12', '-12.50', '']);
    const changed = ['-12.50 EUR', '0040', '50200012345678', '5.02E+13', '7e3', '1-2', '3/4/26', 'Mar-24', '24 mar', 'TRUE', "'quoted"];
    expect(changed.map(safeCell)).toEqual(changed.map((text) => `'${text}`));
    expect(csvLines([[{ number: '-1234.5' }, { day: '2026-03-12' }, null, 'a']], dialectOf('de'))).toBe(
      '"-1234,5";"2026-03-12";"";"a"\r\n',
    );
    expect(
      csvLines([[numberCell('9223372036854775807'), numberCell('0.000123456789012345'), numberCell('-123456789012.345')]], dialectOf('sv')),
    ).toBe('"\'9223372036854775807";"0,000123456789012345";"-123456789012,345"\r\n');
  });

  it('is taken back to the text that it was made of: all texts of five signs', () => {
    const signs = [';', '\t', '\n', "'", '=', '-', 'a', '0', ' ', '"', '＝'];
    const texts = (length: number): string[] =>
      length === 0 ? [''] : texts(length - 1).flatMap((text) => signs.map((sign) => text + sign));
    expect([1, 2, 3, 4].flatMap(texts).filter((text) => plainCell(safeCell(text)) !== text)).toEqual([]);
  });
});

describe('an export', () => {
  it('of the outbox and the activity holds what was typed, to the digit', async () => {
    putPayment();
    const json = parseJson(jsonFile(outboxRows(store)).text);
    expect(json).toMatchObject({
      ok: true,
      value: [{ number: 1, record: '=INV(1)', typed: { amountInInvoiceCurrency: 9223372036854775807n } }],
    });
    const csv = await csvFile(outboxRows(store));
    expect(csv.name).toMatch(/^layover-outbox-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.text).toContain(`"'=INV(1)"`);
    expect(csv.text).toContain('9223372036854775807');
    const activity = parseJson(jsonFile(activityRows(store)).text);
    expect(activity).toMatchObject({ ok: true, value: [{ what: 'recorded', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }] });
  });

  it('says each amount with its currency, and why an edit is where it is', () => {
    putPayment();
    const amount = { amount: '92233720368547758.07', currency: 'EUR', amountMinor: 9223372036854775807n };
    expect(parseJson(reportJson())).toMatchObject({ value: Array.from({ length: 70 }, () => amount) });
    const reason = { kind: 'rejectedByService', status: 422, error: null, mayBeApplied: true };
    store.sql.prepare(`UPDATE outbox SET reason = ?`).run(JSON.stringify(reason));
    const [edit] = JSON.parse(jsonFile(outboxRows(store)).text) as { amount: string; why: string }[];
    expect(edit).toMatchObject({ amount: '92233720368547758.07', why: expect.stringMatching(/may have been applied/) as string });
  });

  it('of an amount whose decimals are not known says minor units, and no decimal', () => {
    putPayment();
    const value = { id: idOf(1), invoiceNumber: 'INV-1', amount: 1, currency: 'XXQ' };
    putRecord(store, { ref: record, value, provenance: 'import', asOf: 2, complete: false });
    expect(parseJson(reportJson())).toMatchObject({
      value: Array.from({ length: 70 }, () => ({ amount: null, currency: 'XXQ' })),
    });
  });

  it('never shows the hash of a later request beside an earlier verdict', () => {
    putPayment();
    store.sql.prepare(`UPDATE report_line SET sha256 = NULL`).run();
    const request = { method: 'POST', url: 'https://service.test', body: new Uint8Array(), sha256: 'cd'.repeat(32) };
    const attempt = { ...request, ifMatch: null, idempotencyKey: null, baseVersion: null };
    store.commit('attempt', () => insertAttempt(store, idOf(1, 'ed'), 1, attempt));
    const hashes = () => (JSON.parse(reportJson()) as { sha256: string | null }[]).map((line) => line.sha256);
    expect(new Set(hashes())).toEqual(new Set(['cd'.repeat(32)]));
    store.sql.prepare(`UPDATE report_line SET at = 1`).run();
    expect(new Set(hashes())).toEqual(new Set([null]));
  });

  it('of a report is a table with every line', async () => {
    putPayment();
    expect(reportRows(store, 'none')).toBeNull();
    const csv = await csvFile(reportRows(store, 'r-1'));
    expect(csv.text.split('\r\n')).toHaveLength(72);
  });

  it('says what things are called: names and ids in columns of their own', async () => {
    putPayment();
    const user = idOf(7, 'a7');
    const give = (kind: 'bankAccount' | 'user', id: string, name: string) =>
      giveName(store, { kind, id, name, code: '', note: '', currency: '', inUse: true }, 'typed');
    give('bankAccount', idOf(9), 'SEB main account');
    give('user', user, 'Mei Tanaka');
    store.sql.prepare(`UPDATE report_line SET approved_by = ?, settled_by = ?`).run(`Mei T. (${user})`, user);
    const named = {
      refersTo: 'SEB main account',
      refersToId: idOf(9),
      inWords: 'Payment date: 12 Mar 2026 · Received on bank account: SEB main account',
    };
    const csv = await csvFile(reportRows(store, 'r-1'));
    const [line] = Papa.parse<Record<string, string>>(csv.text, { header: true }).data;
    expect(line).toMatchObject({ ...named, approvedBy: 'Mei Tanaka', approvedById: user, settledBy: 'Mei Tanaka', settledById: user });
    expect(csv.name).toBe('layover-report-2026-11-18-1106.csv');
    expect(parseJson(jsonFile(outboxRows(store)).text)).toMatchObject({ value: [named] });
  });
});
