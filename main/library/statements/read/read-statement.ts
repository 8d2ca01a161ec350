import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { slices } from '#main/library/in-parts.ts';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import { StatementRefused, type FiledStatement, type Statement, type StatementFormat } from '#shared/statements/statement.ts';
import { encodingOf } from '#shared/values/encoding.ts';
import { isBankTable, readBankTable } from './bank-table.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import { checkCount } from './values.ts';

const most = { zipped: 100_000_000, files: 200 };
const portionOf = 200;

/** Reads a file of statements, zipped or not; throws `StatementRefused`, also when Σ of lines differs from closing − opening. */
export async function readStatements(bytes: Uint8Array): Promise<FiledStatement[]> {
  const files = await filesIn(bytes);
  if (files.length === 0) throw new StatementRefused('notStatement', 'no file inside');
  const statements: FiledStatement[] = [];
  for (const [inFile, file] of files.entries()) {
    const { format, statements: inside } = isZip(file) ? await readBankTable(file) : await readText(file);
    statements.push(...inside.map((each): FiledStatement => ({ ...each, format, inFile })));
  }
  for (const [at, statement] of statements.entries()) checkSum(statement, at + 1);
  checkCount(statements.reduce((sum, { lines }) => sum + lines.length, 0));
  return statements;
}

/** Bytes of a text in which its form shows. */
const lookedAt = 200_000;

/** Tells by its content whether a file is a bank's statement: camt, MT940, OFX or a bank's table. */
async function isStatement(bytes: Uint8Array): Promise<boolean> {
  const [first] = await filesIn(bytes);
  if (!first) return false;
  if (isZip(first)) return isBankTable(first);
  const start = first.subarray(0, lookedAt);
  const form = formOf(decoded(start));
  return form === 'table' ? isBankTable(start) : form !== 'xml' || /BkToCstmr|camt\.05[234]/.test(decoded(start));
}

/** Yields a file's statements in portions, or one refusal; with `onlyKind` only whether it is one at all. */
export async function* statementPortions(bytes: Uint8Array, { onlyKind }: { onlyKind: boolean }): AsyncGenerator<Portion<'statement'>> {
  if (onlyKind) {
    yield { part: 'summary', isStatement: await isStatement(bytes).catch(() => false) };
    return;
  }
  let read: FiledStatement[];
  try {
    read = await readStatements(bytes);
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    yield { part: 'refused', ...error.refusal };
    return;
  }
  for (const { lines, ...head } of read) {
    yield { part: 'statement', ...head };
    for (const some of slices(lines, portionOf)) yield { part: 'lines', lines: some };
  }
}

function checkSum({ account, sequence, currency, openingMinor, closingMinor, lines }: Statement, n: number): void {
  if (openingMinor === null || closingMinor === null) return;
  const sum = lines.reduce((total, line) => (line.announced ? total : total + line.minor), 0n);
  const difference = closingMinor - openingMinor - sum;
  if (difference !== 0n) throw new StatementRefused('sumDiffers', `statement ${sequence || n} of ${account}`, difference, currency);
}

configure({ useWebWorkers: false });

async function filesIn(bytes: Uint8Array): Promise<Uint8Array[]> {
  if (!isZip(bytes)) return [bytes];
  const zip = new ZipReader(new Uint8ArrayReader(bytes));
  const files: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      // A workbook is a zip too.
      if (entry.filename === '[Content_Types].xml' || entry.filename === 'mimetype') return [bytes];
      if (entry.directory || entry.filename.startsWith('__MACOSX/')) continue;
      size += entry.uncompressedSize;
      if (size > most.zipped || files.length >= most.files) throw new StatementRefused('tooLarge', entry.filename);
      files.push(await entry.getData(new Uint8ArrayWriter()));
    }
    return files;
  } catch (error) {
    throw error instanceof StatementRefused ? error : new StatementRefused('unreadable', 'zip');
  }
}

/** Decodes a file by its byte-order mark or its XML declaration; text that is not UTF-8 is Windows-1252, as banks write it. */
export function decoded(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^<\?xml[^>]*encoding=["']([A-Za-z0-9._-]{1,30})["']/.exec(start)?.[1];
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding === 'utf-8' ? (declared ?? encoding) : encoding, { fatal: true }).decode(bytes);
  } catch {
    if (declared !== undefined) throw new StatementRefused('unreadable', `the file is not ${declared}, as it says`);
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function readText(bytes: Uint8Array): Promise<{ format: StatementFormat; statements: Statement[] }> {
  const text = decoded(bytes);
  const form = formOf(text);
  if (form === 'ofx') return readOfx(text);
  if (form === 'xml') return readCamt(text.trimStart());
  return form === 'mt940' ? readMt940(text) : readBankTable(bytes);
}

function formOf(text: string): 'ofx' | 'xml' | 'mt940' | 'table' {
  const start = text.slice(0, 4_000);
  if (/OFXHEADER|<OFX>|<\?OFX/i.test(start)) return 'ofx';
  if (/^\s*</.test(start)) return 'xml';
  return /(?:^|[\r\n]|\{4:)\s*:20:/.test(start) || /^:25:/m.test(start) ? 'mt940' : 'table';
}
