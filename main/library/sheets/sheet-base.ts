import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretBytes } from '#main/storage/sealing/secret-bytes.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { SheetTag } from '#shared/sheets/sheet-fields.ts';

/** The name of the hidden sheet. */
export const baseSheet = 'Layover';
/** The hidden sheet with the names to choose from. */
export const listsSheet = 'Lists';

/** The values of an edit sheet's cells when it left, by record. */
export interface SheetBase {
  exportId: string;
  kind: RecordKind;
  at: number;
  /** Keys of the white columns, then of those for reading. */
  keys: string[];
  /** Custom properties that are columns. */
  tags: SheetTag[];
  /** By record id, a text for each key; '' for an empty cell. */
  rows: ReadonlyMap<string, readonly string[]>;
}

/** Text as it is compared: spreadsheets keep neither line ends nor the composition of letters. */
export const evenText = (text: string): string => text.normalize('NFC').replaceAll(/\r\n?/g, '\n');

/** Characters of one cell of the base. */
const perCell = 30_000;

/** The texts of one record as cells that no spreadsheet changes: one line of plain ASCII, cut where it is longer than a cell. */
export function cellsOfTexts(texts: readonly string[]): string[] {
  const line = JSON.stringify(texts).replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Array.from({ length: Math.ceil(line.length / perCell) }, (_, at) => line.slice(at * perCell, (at + 1) * perCell));
}

/** Parses JSON of a sheet that came back; null where somebody changed it. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The texts again; none where somebody changed the cells. */
export function textsOfCells(cells: readonly string[]): string[] {
  const read = readJson(cells.join(''));
  return Array.isArray(read) ? read.map(String) : [];
}

/** Signs what left, so that a sheet that comes back can be told from one that somebody made. */
export function signBase(store: Store, base: SheetBase): string {
  const { rows } = base;
  const mac = createHmac('sha256', keyOf(store));
  mac.update(headText(base));
  for (const id of [...rows.keys()].sort()) mac.update(`\n${JSON.stringify([id, ...(rows.get(id) ?? [])])}`);
  return mac.digest('hex');
}

const headText = ({ exportId, kind, at, keys, tags }: SheetBase): string => JSON.stringify([exportId, kind, at, keys, tags]);

/** Signs a row of a CSV, which may be sorted, halved and copied: the values that left belong to this record and this export alone. */
export function rowSigner(store: Store, base: SheetBase): (id: string, texts: readonly string[]) => string {
  const key = keyOf(store);
  const head = headText(base);
  const headMac = createHmac('sha256', key).update(head).digest('hex');
  return (id, texts) =>
    createHmac('sha256', key)
      .update(`${headMac}\n${JSON.stringify([id, ...texts])}`)
      .digest('base64url')
      .slice(0, 22);
}

/** A base that came back: one signature of the whole, or one a row. */
export type GivenBase = SheetBase & { mac: string; macs: ReadonlyMap<string, string> | null };

/** The part of a base that left this account here, untouched; null where nothing did. */
export function ownBase(store: Store, base: GivenBase): SheetBase | null {
  const { macs } = base;
  if (macs === null) return isSame(signBase(store, base), base.mac) ? base : null;
  const sign = rowSigner(store, base);
  const rows = new Map([...base.rows].filter(([id, texts]) => isSame(sign(id, texts), macs.get(id) ?? '')));
  return rows.size > 0 ? { ...base, rows } : null;
}

function isSame(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The signing key lies among the account's settings, which are encrypted where the account is. */
function keyOf(store: Store): Buffer {
  const kept = readSetting(store, 'sheetKey');
  if (typeof kept === 'string') return Buffer.from(kept, 'hex');
  const key = Buffer.from(secretBytes(32));
  writeSetting(store, 'sheetKey', key.toString('hex'));
  return key;
}
