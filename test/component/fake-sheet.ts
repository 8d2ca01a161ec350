import type { SheetChange, SheetComparison } from '#shared/sheets/sheet-comparison.ts';
import type { FakeApp } from './fake-app.ts';

/** One change of a sheet. */
export const sheetChange = (at: number, more: Partial<SheetChange> = {}): SheetChange => ({
  ...{ at, state: 'changed', line: at + 2, id: `id-${at}`, title: `Vendor ${at}`, field: 'City' },
  ...{ base: 'Hamburg', sheet: 'Kiel', today: 'Hamburg', restorable: true },
  ...more,
});

/** The changes of one vendor: field, value that left, value in the sheet, and today's where it moved. */
const vendor = (
  title: string,
  line: number,
  cells: [field: string, base: string, sheet: string, today?: string][],
): Partial<SheetChange>[] =>
  cells.map(([field, base, sheet, today = base]) => ({
    ...{ id: title, title, line, field, base, sheet, today },
    state: today !== base ? 'conflict' : sheet === '' ? 'emptied' : 'changed',
  }));

const changes = [
  vendor('Adlerbank Facility GmbH', 4, [
    ['City', 'Hamburg', 'Norderstedt', 'Ahrensburg'],
    ['Address', 'Kaistraße 4', 'Gutenbergring 12', 'An der Strusbek 9'],
  ]),
  vendor('Al Marsa Freight K.S.C.', 5, [
    ['Company number', '', 'CR 118804'],
    ['Address', 'Gulf Road 15', 'Harbour Street 3'],
  ]),
  vendor('Elbtal Papier GmbH', 9, [['VAT number', 'DE 811 204 116', 'DE 811 204 161']]),
  vendor('Kaveri Components Pvt. Ltd.', 11, [
    ['Name', 'Kaveri Components', 'Kaveri Components Pvt. Ltd.'],
    ['Postal code', '560058', '560 058'],
  ]),
  vendor('Norrvik Elteknik AB', 12, [['Description', 'Cabling, old contract', '']]),
  vendor('Morgenrot Travel GmbH', 14, [
    ['Description', 'Travel agency for the whole of northern Germany, with a contract until the end of next year', 'Travel agency'],
  ]),
  vendor('Tsukinami Catering G.K.', 40, [['Description', 'Catering', '']]),
].flat();

/** A sheet that came back with a little of everything. */
export const sheetLook: SheetComparison = {
  ...{ plan: 'p', kind: 'vendor', exportedAt: 1_795_000_000_000, marked: true, unchangedRows: 82, unknownRows: 2, already: 3 },
  unknown: [
    { line: 51, title: 'Nordlicht Events GmbH' },
    { line: 52, title: 'Total' },
  ],
  unknownHeads: ['Website'],
  changes: changes.map((change, at) => sheetChange(at, change)),
  reformatted: {
    count: 41,
    cells: [
      { line: 9, title: 'Elbtal Papier GmbH', field: 'Postal code', sheet: '420', value: '00420' },
      { line: 11, title: 'Kaveri Components Pvt. Ltd.', field: 'Company number', sheet: '5.02E+13', value: '50200012345678' },
    ],
  },
  problems: [{ line: 14, title: 'Morgenrot Travel GmbH', field: 'Company number', sheet: '5.02E+13', value: null, why: 'spoiled' }],
};

/** An app whose next sheet is that one. */
export function withSheet(app: FakeApp): FakeApp {
  app.api.library.compareSheet = async () => ({ ok: true, ...sheetLook });
  return app;
}
