import { giveName } from '#main/names/book.ts';
import { draftSheet, type TakenChange } from '#main/app/commands/sheet-commands.ts';
import { editSheet } from '#main/app/views/edit-sheet.ts';
import { compareSheet } from '#main/app/views/compare-sheet.ts';
import { sheetPortions } from '#main/library/sheets/read-sheet.ts';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { expense, idOf } from '#test/cache/many-records.ts';

/** Texts that spreadsheets like to change, and those of many scripts. */
const awkward = [
  '0040',
  '00420',
  '50200012345678',
  '9223372036854775807',
  '7e3',
  '1-2',
  'TRUE',
  '=1+1',
  '+49 30 1',
  '-5',
  '@home',
  "'quoted",
  ' blank ',
  'a\nb',
  '10:30',
  '50%',
  '(12)',
  '1 1/2',
  '5.10',
  '1,5',
  '12345.60',
  '1.234,50',
  'SEPT2',
  '12/2026',
  '3/4',
  `${'A long text of a vendor, which a spreadsheet may cut. '.repeat(8)}`,
];
const scripts = ['Müller & Söhne', '山田商事', 'شركة', 'חברה', 'Łódź', 'Ελλάς', '😀 Ltd', '<b>&"', 'ｱｷﾗ', 'e\u0301clair'];

function vendor(n: number): JsonObject {
  const pick = (list: readonly string[], by: number) => list[(n * by) % list.length] ?? '';
  const filled = {
    name: `${pick(scripts, 7)} ${n}`,
    description: pick(awkward, 5),
    vatId: `DE${100_000_000 + n}`,
    identifier: pick(awkward, 3),
    zipcode: String(n % 100_000).padStart(5, '0'),
    city: pick(scripts, 3),
    address: pick(awkward, 11),
    country: 'DE',
    phoneNumber: { countryCode: '49', localNumber: `0${1_510_000_000 + n}` },
    bankAccountNumber: '50200012345678',
    defaultCompanyEntity: { accountId: idOf(n % 40, 'b') },
  };
  const gone = Object.keys(filled).filter((_, at) => (n + at) % 9 === 0);
  return {
    vendorId: idOf(n, 'd'),
    version: 1,
    companyId: idOf(1, 'c'),
    ...Object.fromEntries(Object.entries(filled).filter(([name]) => !gone.includes(name) || name === 'name')),
  };
}

const currencies = ['EUR', 'JPY', 'KWD', 'USD', 'SEK'];
const invoice = (n: number): JsonObject => ({
  id: idOf(n, '1'),
  companyId: idOf(1, 'c'),
  invoiceNumber: `INV-${n}`,
  amount: 100_000 + n,
  currency: currencies[n % currencies.length] ?? 'EUR',
  state: 'POSTED',
  dueDate: '2026-12-01',
});
/** Groups of custom properties, and the texts of their values; one text stands in both. */
export const tagGroups = {
  tags: ['Billable', 'Recurring', '0040', 'Größe; L', 'Yes'],
  cost_type: ['Travel', 'Yes', '1-2', 'Kost & Logi', '山'],
};
/** The id of a value or, without one, of its group. */
export const tagId = (group: keyof typeof tagGroups, value?: string): string =>
  idOf((group === 'tags' ? 100 : 200) + (value === undefined ? 0 : tagGroups[group].indexOf(value) + 1), '7');
export const property = (group: keyof typeof tagGroups, values: readonly string[]): JsonObject => ({
  groupId: tagId(group),
  groupInternalName: group,
  values: values.map((label) => ({ id: tagId(group, label), groupId: tagId(group), label })),
});
const propertiesOf = (n: number): JsonObject[] =>
  (Object.keys(tagGroups) as (keyof typeof tagGroups)[]).flatMap((group, at) => {
    const values = tagGroups[group].filter((_, place) => (n + place * (at + 1)) % 3 === 0);
    return (n + at) % 4 === 0 ? [] : [property(group, values)];
  });

const cardTransaction = (n: number): JsonObject => ({
  id: idOf(n, '2'),
  companyId: idOf(1, 'c'),
  description: awkward[n % awkward.length] ?? '',
  merchant: { name: scripts[n % scripts.length] ?? '' },
  amount: n,
  currency: 'EUR',
  performedAt: '2026-03-04T10:00:00Z',
  customProperties: propertiesOf(n),
});

export const makers: Partial<Record<RecordKind, (n: number) => JsonObject>> = {
  expense,
  vendor,
  invoiceReceivable: invoice,
  cardTransaction,
};
export const kinds = ['expense', 'vendor', 'invoiceReceivable', 'cardTransaction'] as const;

export function put(store: Store, kind: RecordKind, value: JsonObject, asOf = 1): void {
  const id = String(value['vendorId'] ?? value['id']);
  putRecord(store, { ref: { kind, id }, value, provenance: 'read', asOf, complete: true });
}

export function fill(store: Store, kind: (typeof kinds)[number], count: number): void {
  store.commit('fill', () => {
    for (let n = 1; n <= count; n++) put(store, kind, makers[kind]?.(n) ?? {});
  });
  for (const n of [1, 2, 3])
    giveName(
      store,
      { kind: 'ledgerAccount', id: idOf(n, 'b'), name: `Hotels ${n}`, code: `062${n}`, note: '', currency: '', inUse: true },
      'typed',
    );
}

const list = { sort: 'date', descending: true, ids: null } as const;
export const out = async (store: Store, kind: RecordKind, format: 'xlsx' | 'csv' = 'xlsx', locale = 'en'): Promise<Blob> =>
  (await editSheet(store, { ...list, filter: { kind } }, format, locale)).file;

export async function back(store: Store, file: Blob | Uint8Array) {
  const portions: Portion<'sheet'>[] = [];
  for await (const portion of sheetPortions(file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file, { onlyMarked: false }))
    portions.push(portion);
  return compareSheet(store, portions, 'en');
}

/** The comparison of a sheet that is one. */
export async function comparison(store: Store, file: Blob | Uint8Array) {
  const { answer, plan } = await back(store, file);
  if (!answer.ok || !plan) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return { ...answer, draft: (take: TakenChange[]) => draftSheet(store, plan, take) };
}
