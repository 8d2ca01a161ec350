import { retryAfterMs } from '#main/api/transport/limits.ts';
import { judgeBytes, judgeJson } from '#main/api/judge.ts';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import { jwtFacts } from '#main/accounts/oauth/tokens.ts';
import { parseConnectionLink, parseDeepLink } from '#main/host/electron/desktop-integration/deep-link.ts';
import { safeFileName } from '#main/host/electron/window/lockdown.ts';
import { wordsOf } from '#main/projections/search/words.ts';
import { plainCell, safeCell } from '#main/library/exports/csv-safe.ts';
import { csvLines, dialectOf } from '#main/library/exports/table.ts';
import { parseIds } from '#main/library/imports/ids.ts';
import { readTable } from '#main/library/imports/reading/read-file.ts';
import { readItems } from '#main/library/imports/reading/import-text.ts';
import { csvTable } from '#main/library/tables/csv-table.ts';
import { noGrid } from '#main/library/tables/grid.ts';
import { formatOf } from '#main/library/tables/read-source.ts';
import { importFacts } from '#test/library/import-facts.ts';
import { withoutOwnSecret } from '#main/api/own-secret.ts';
import { readingOf } from '#main/library/documents/document-facts.ts';
import { remarkOf } from '#main/library/documents/pdf-check.ts';
import { redact, redactText } from '#main/library/exports/redact.ts';
import { dispositionName, safeDocumentName } from '#main/library/documents/safe-name.ts';
import { parseDate, isInstant } from '#shared/values/dates.ts';
import { exactNumber, jsonEqual, parseJson, stringifyJson } from '#shared/json/json.ts';
import { parseAmount } from '#shared/values/money.ts';
import { fieldsOf, parseRecord } from '#shared/records/record.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { fieldOfErrorPath } from '#shared/service/service-error.ts';
import { readBaseUrl } from '#shared/service/service-url.ts';

/** Everything that reads what a stranger wrote, by its way in. `most` is how long a text it is given: enough for a quadratic one to hang, little enough that a thousand texts take seconds. */
export interface Parser {
  name: string;
  most: number;
  read(text: string): unknown;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const answer = (text: string, mediaType: string): WireAnswer => ({
  kind: 'answer',
  status: 200,
  headers: [['content-type', mediaType]],
  body: bytesOf(text),
  afterMs: 1,
});

/** An export as its dialog reads it: format, table or items, mapping, every record. */
function readImport(name: string, text: string): void {
  const format = formatOf(name, text);
  if (format === 'json' || format === 'ndjson') return void readItems(text, format);
  const grid = { ...noGrid, format, ...csvTable(text) };
  for (const kind of recordKinds) readTable(grid, { ...importFacts, name, kind }, []);
}

function readRecord(text: string): void {
  const parsed = judgeJson(answer(text, 'application/json'), 0);
  if (!parsed.ok) return;
  const { value } = parsed.value;
  for (const kind of recordKinds) parseRecord(kind, value);
  wordsOf(value);
  redact(value);
  jsonEqual(value, { ...value });
  stringifyJson(value);
}

/** Every way that a number's text goes, whole. */
function readNumber(text: string): void {
  const parsed = parseJson(text);
  if (parsed.ok) jsonEqual(parsed.value, exactNumber('1'));
}

/** One cell in every column that an import can fill. */
function readCell(text: string): void {
  const rows = [
    { row: 1, cells: ['x'] },
    { row: 2, cells: [text] },
  ];
  for (const fact of fieldsOf('invoiceReceivable'))
    readTable(
      { ...noGrid, format: 'csv', rows },
      { ...importFacts, name: 'a.csv', kind: 'invoiceReceivable', mapping: { x: fact.path.join('.') }, guesses: false },
      [],
    );
}

/** Headers are at most 16 KB together. */
const header = 16_000;
const some = 16_000;
const long = 60_000;

export const parsers: readonly Parser[] = [
  { name: 'an answer', most: some, read: readRecord },
  { name: 'a number', most: long, read: readNumber },
  { name: 'an answer’s media type', most: header, read: (text) => judgeJson(answer('{}', text), 0) },
  { name: 'a document’s media type', most: header, read: (text) => judgeBytes(answer('{}', text), 'application/pdf', 0) },
  { name: 'Retry-After', most: header, read: (text) => retryAfterMs(text, 0) },
  {
    name: 'Content-Disposition',
    most: header,
    read: (text) => safeDocumentName(dispositionName([['content-disposition', text]]) ?? text, 'x'),
  },
  { name: 'the path of an error', most: some, read: (text) => fieldOfErrorPath([text], [['body', 'paymentDate']]) },
  { name: 'a token', most: header, read: (text) => [jwtFacts(text), jwtFacts(`a.${Buffer.from(text).toString('base64url')}.b`)] },
  {
    name: 'an address',
    most: long,
    read: (text) => [readBaseUrl(text), readBaseUrl(`https://${text}`), readBaseUrl(`https://x.test${text}`)],
  },
  { name: 'a list of ids', most: some, read: parseIds },
  { name: 'an import', most: 4_000, read: (text) => readImport('export.csv', text) },
  { name: 'an import of lines', most: some, read: (text) => readImport('export.ndjson', `{\n${text}`) },
  { name: 'an import in brackets', most: some, read: (text) => readImport('export.json', `[${text}`) },
  { name: 'a cell of an import', most: 8_000, read: readCell },
  { name: 'a document', most: some, read: (text) => remarkOf(bytesOf(`%PDF-1.7\n${text}\nstartxref\n1\n%%EOF`)) },
  { name: 'a document’s first object', most: some, read: (text) => remarkOf(bytesOf(`%PDF-1.7\n%${text}\n1 0 obj\nstartxref\n1\n%%EOF`)) },
  { name: 'the text of a document', most: long, read: (text) => readingOf(text, 1) },
  {
    name: 'an answer that repeats our sign-in',
    most: long,
    read: (text) => withoutOwnSecret(answer(text, 'application/json'), 'Basic aaaaaaaaaaaaaaab'),
  },
  { name: 'diagnostics', most: some, read: redactText },
  {
    name: 'a CSV export',
    most: some,
    read: (text) => [
      plainCell(safeCell(text)),
      csvLines(
        [
          [text, { number: '1' }],
          [text, null],
        ],
        dialectOf('en'),
      ),
    ],
  },
  {
    name: 'a link',
    most: long,
    read: (text) => [parseDeepLink(text), parseDeepLink(`layover://${text}`), parseConnectionLink(`layover://connect/${text}`)],
  },
  { name: 'the name of a download', most: long, read: safeFileName },
  { name: 'an amount', most: some, read: (text) => parseAmount(text, 'EUR', 'en') },
  { name: 'a date', most: long, read: (text) => [parseDate(text), isInstant(text)] },
];
