import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveName } from '#main/names/book.ts';
import { insertAttempt } from '#main/outbox/attempts.ts';
import { insertEdit } from '#main/outbox/outbox.ts';
import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { csvOf, safeCell } from '#main/library/exports/csv-safe.ts';
import { exportActivity, exportOutbox, exportReport } from '#main/library/exports/exports.ts';
import { parseJson } from '#shared/json/json.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

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
      lane: 'payment',
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
      csvOf(
        ['text', 'after'],
        cells.map((cell) => [cell, 'x']),
      ).replace(/^\uFEFF/, ''),
      { skipEmptyLines: true },
    ).data;
    expect(table).toHaveLength(cells.length + 1);
    for (const [index, cell] of cells.entries()) {
      const [read = '', after] = table[index + 1] ?? [];
      expect(after).toBe('x');
      expect(read.replaceAll("'", '')).toBe(cell.replaceAll("'", ''));
      expect(read).not.toMatch(/^[\s\u200B\uFEFF]*[=+\-@＝＋－＠]/);
    }
  });

  it('leaves numbers numbers, exact to any size', () => {
    expect([-5, 12n, 9223372036854775807n, -9223372036854775808n, '-12.50', null].map(safeCell)).toEqual([
      '-5',
      '12',
      '9223372036854775807',
      '-9223372036854775808',
      '-12.50',
      '',
    ]);
    expect(safeCell('-12.50 EUR')).toBe("'-12.50 EUR");
  });
});

describe('an export', () => {
  it('of the outbox and the activity holds what was typed, to the digit', () => {
    putPayment();
    const json = parseJson(exportOutbox(store, 'json').text);
    expect(json).toMatchObject({
      ok: true,
      value: [{ number: 1, record: '=INV(1)', typed: { amountInInvoiceCurrency: 9223372036854775807n } }],
    });
    const csv = exportOutbox(store, 'csv');
    expect(csv.name).toMatch(/^layover-outbox-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.text).toContain(`"'=INV(1)"`);
    expect(csv.text).toContain('9223372036854775807');
    const activity = parseJson(exportActivity(store, 'json').text);
    expect(activity).toMatchObject({ ok: true, value: [{ what: 'recorded', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }] });
  });

  it('says each amount with its currency, and why an edit is where it is', () => {
    putPayment();
    const amount = { amount: '92233720368547758.07', currency: 'EUR', amountMinor: 9223372036854775807n };
    expect(parseJson(exportReport(store, 'r-1', 'json')?.text ?? '')).toMatchObject({ value: Array.from({ length: 70 }, () => amount) });
    const reason = { kind: 'rejectedByService', status: 422, error: null, mayBeApplied: true };
    store.sql.prepare(`UPDATE outbox SET reason = ?`).run(JSON.stringify(reason));
    const [edit] = JSON.parse(exportOutbox(store, 'json').text) as { amount: string; why: string }[];
    expect(edit).toMatchObject({ amount: '92233720368547758.07', why: expect.stringMatching(/may have been applied/) as string });
  });

  it('of an amount whose decimals are not known says minor units, and no decimal', () => {
    putPayment();
    const value = { id: idOf(1), invoiceNumber: 'INV-1', amount: 1, currency: 'XXQ' };
    putRecord(store, { ref: record, value, provenance: 'import', asOf: 2, complete: false });
    expect(parseJson(exportReport(store, 'r-1', 'json')?.text ?? '')).toMatchObject({
      value: Array.from({ length: 70 }, () => ({ amount: null, currency: 'XXQ' })),
    });
  });

  it('never shows the hash of a later request beside an earlier verdict', () => {
    putPayment();
    store.sql.prepare(`UPDATE report_line SET sha256 = NULL`).run();
    const request = { method: 'POST', url: 'https://service.test', body: new Uint8Array(), sha256: 'cd'.repeat(32) };
    const attempt = { ...request, ifMatch: null, idempotencyKey: null, baseVersion: null };
    store.commit('attempt', () => insertAttempt(store, idOf(1, 'ed'), 1, attempt));
    const hashes = () =>
      (JSON.parse(exportReport(store, 'r-1', 'json')?.text ?? '') as { sha256: string | null }[]).map((line) => line.sha256);
    expect(new Set(hashes())).toEqual(new Set(['cd'.repeat(32)]));
    store.sql.prepare(`UPDATE report_line SET at = 1`).run();
    expect(new Set(hashes())).toEqual(new Set([null]));
  });

  it('of a report is a table with every line', () => {
    putPayment();
    expect(exportReport(store, 'none', 'csv')).toBeNull();
    const csv = exportReport(store, 'r-1', 'csv');
    expect(csv?.text.split('\r\n')).toHaveLength(72);
  });

  it('says what things are called: names and ids in columns of their own', () => {
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
    const csv = exportReport(store, 'r-1', 'csv');
    const [line] = Papa.parse<Record<string, string>>(csv?.text.replace(/^\uFEFF/, '') ?? '', { header: true }).data;
    expect(line).toMatchObject({ ...named, approvedBy: 'Mei Tanaka', approvedById: user, settledBy: 'Mei Tanaka', settledById: user });
    expect(csv?.name).toBe('layover-report-2026-11-18-1106.csv');
    expect(parseJson(exportOutbox(store, 'json').text)).toMatchObject({ value: [named] });
  });
});
