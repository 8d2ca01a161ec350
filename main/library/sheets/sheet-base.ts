import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretBytes } from '#main/storage/sealing/secret-bytes.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** The name of the hidden sheet, and the word in its first cell. */
export const baseSheet = 'Layover';
export const baseMark = 'layover-sheet-2';
/** The hidden sheet with the names to choose from. */
export const listsSheet = 'Lists';
/** The heading of the hidden column that names the record of a row. */
export const idHead = 'Id';

/** The values of an edit sheet's white cells when it left, by record. */
export interface SheetBase {
  exportId: string;
  kind: RecordKind;
  at: number;
  /** Keys of the white columns. */
  keys: string[];
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

/** The texts again; none where somebody changed the cells. */
export function textsOfCells(cells: readonly string[]): string[] {
  try {
    const read: unknown = JSON.parse(cells.join(''));
    return Array.isArray(read) ? read.map(String) : [];
  } catch {
    return [];
  }
}

/** Signs what left, so that a sheet that comes back can be told from one that somebody made. */
export function signBase(store: Store, { exportId, kind, at, keys, rows }: SheetBase): string {
  const mac = createHmac('sha256', keyOf(store));
  mac.update(JSON.stringify([exportId, kind, at, keys]));
  for (const id of [...rows.keys()].sort()) mac.update(`\n${JSON.stringify([id, ...(rows.get(id) ?? [])])}`);
  return mac.digest('hex');
}

/** True for a base that left this account here, untouched. */
export function isOurs(store: Store, base: SheetBase, mac: string): boolean {
  const expected = Buffer.from(signBase(store, base));
  const given = Buffer.from(mac);
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
