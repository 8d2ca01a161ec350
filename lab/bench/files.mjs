// The budgets of files in issue-sized numbers: preview and import of a CSV and a workbook, and the export of the list, in one table.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkColumns } from '#main/projections/columns/remake-columns.ts';
import { listTable } from '#main/app/views/list-table.ts';
import { tableFile } from '#main/library/exports/table.ts';
import { nodeReader } from '#main/host/browser/node-reader.ts';
import { readInProcesses } from '#main/host/reading/reading-processes.ts';
import { importRecords, inspectImport } from '#main/library/imports/imports.ts';
import { openTestStore } from '#test/cache.ts';
import { build } from '#scripts/build.mjs';
import { readingHere } from '#test/reading.ts';
import { realWorld } from '#test/world.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run bench:files [-- --rows 100000 --only preview,import,export]
Wall time, processor time of the main thread and of the reader, and the longest turn of the main thread by its processor time, in milliseconds.`);
  process.exit(0);
}
await build();
const count = Number(values.rows);
const wants = (/** @type {string} */ name) => !values.only || values.only.split(',').includes(name);
const id = (/** @type {string} */ start, /** @type {number} */ n) =>
  `${start.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Invoices as an ERP lists them: twelve columns. */
const heads = [
  'Id',
  'Invoice number',
  'Customer id',
  'Amount',
  'Currency',
  'State',
  'Invoice date',
  'Due date',
  'PO number',
  'Reference',
  'Description',
  'Updated at',
];
function rowOf(/** @type {number} */ n) {
  const day = new Date(Date.UTC(2024, 0, 1) + ((n * 7919) % 900) * 86_400_000).toISOString().slice(0, 10);
  return [
    ...[
      id('1', n),
      `INV-${n}`,
      id('c', n % 3_000),
      (((n * 104_729) % 900_000) / 100 + 1).toFixed(2),
      ['EUR', 'USD', 'SEK'][n % 3] ?? 'EUR',
    ],
    ...[
      ['OPEN', 'PAID', 'DRAFT'][n % 3] ?? 'OPEN',
      day,
      day,
      `PO-${n % 5_000}`,
      `REF ${n % 977}`,
      `Delivery ${n % 321} to Porto`,
      `${day}T10:00:00Z`,
    ],
  ];
}
const text = [heads, ...Array.from({ length: count }, (_, n) => rowOf(n + 1))].map((cells) => cells.join(',')).join('\r\n');
const csv = { name: 'invoices.csv', content: new TextEncoder().encode(text), kind: /** @type {const} */ ('invoiceReceivable') };
async function* pages() {
  for (let from = 0; from < count; from += 500) yield Array.from({ length: Math.min(500, count - from) }, (_, n) => rowOf(from + n + 1));
}
const book = await tableFile(
  { name: 'invoices', sheet: 'Invoices', columns: heads.map((head) => ({ head })), pages: pages() },
  'xlsx',
  'en',
);
const xlsx = { ...csv, name: 'invoices.xlsx', content: new Uint8Array(await book.file.arrayBuffer()) };

const folder = mkdtempSync(path.join(tmpdir(), 'layover-bench-files-'));
const store = openTestStore(realWorld(), path.join(folder, 'account.db'));
checkColumns(store);
const milliseconds = (/** @type {NodeJS.CpuUsage} */ { user, system }) => Math.round((user + system) / 1_000);
/** @type {Record<string, { wall: number; main: number; reader: number | string; longest: number }>} */
const table = {};

async function measured(
  /** @type {string} */ what,
  /** @type {() => Promise<unknown>} */ act,
  reader = /** @type {number | string} */ (''),
) {
  let longest = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    longest = Math.max(longest, milliseconds(process.threadCpuUsage(last)));
    last = process.threadCpuUsage();
  }, 1);
  const [from, own] = [performance.now(), process.threadCpuUsage()];
  const answer = await act();
  table[what] = { wall: Math.round(performance.now() - from), main: milliseconds(process.threadCpuUsage(own)), reader, longest };
  clearInterval(timer);
  return answer;
}

/** The reader's own time: its job in this thread. */
async function readerTime(/** @type {typeof csv} */ file, wantsSummary = true) {
  const own = process.threadCpuUsage();
  const facts = {
    name: file.name,
    kind: file.kind,
    wantsSummary,
    mapping: {},
    guesses: true,
    choices: {},
    partly: false,
    wantsRecords: false,
  };
  await readingHere.read('importFile', file.content, { ...facts, rest: null, complete: false, companyId: null });
  return milliseconds(process.threadCpuUsage(own));
}

// The built reader, as users have it: its sources take a second longer to start.
const reader = path.resolve(import.meta.dirname, '../../out/reading/reader-program.mjs');
const reading = readInProcesses((memoryMb, native) => nodeReader(reader, memoryMb, native));
const importer = { store, reading };
try {
  if (wants('preview'))
    for (const file of [csv, xlsx]) await measured(`preview ${file.name}`, () => inspectImport(importer, file), await readerTime(file));
  if (wants('import') || wants('export')) {
    const answer = await measured('import CSV', () => importRecords(importer, csv), wants('import') ? await readerTime(csv, false) : '');
    if (!(/** @type {{ ok: boolean }} */ (answer).ok)) throw new Error(JSON.stringify(answer).slice(0, 1_000));
    if (wants('import')) await measured('import it again', () => importRecords(importer, csv));
  }
  const asked = { filter: { kind: csv.kind }, sort: 'date', descending: true, columns: null, ids: null };
  if (wants('export')) await measured('export XLSX', () => tableFile(listTable(store, asked), 'xlsx', 'en'));
  console.log(`${count} rows, milliseconds`);
  console.table(table);
} finally {
  reading.close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
}
