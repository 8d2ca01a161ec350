import { openTestStore } from '#test/cache.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { testReading } from '#test/reading.ts';
import { hostileKinds, hostileSheets } from '#test/library/sheets/hostile-sheets.ts';
import { programs } from '#test/library/sheets/play-spreadsheet.ts';
import { rearranged, vendorSheets } from '#test/library/sheets/rearranged.ts';
import { mangled, untouched } from '#test/library/sheets/round-trip.ts';
import { mangledCsv, untouchedCsv } from '#test/library/sheets/csv-round-trip.ts';
import { fill, kinds } from '#test/library/sheets/sheet-world.ts';
import { sheetTimes } from '#test/library/sheets/sheet-times.ts';
import { threeWay } from '#test/library/sheets/three-way.ts';
import type { Store } from '#main/storage/store.ts';
import type { ProofRequest, ProofResult } from './proof.ts';

/**
 * Edit sheets out and back at full size: `size` records untouched and through every program, as a workbook and as a CSV in each of its forms, a tenth as many real edits in each, as many cells
 * against records that moved, a tenth as many rearranged workbooks, 300 hostile files, and the time that each step takes.
 */
export async function run({ seed, size, report }: ProofRequest): Promise<ProofResult> {
  const violations: string[] = [];
  const facts: ProofResult['facts'] = {};
  const step = async (what: string, act: (store: Store) => Promise<string>) => {
    const store = openTestStore(stillWorld(seed));
    try {
      facts[what] = await act(store);
    } catch (error) {
      facts[what] = 'broken';
      violations.push(`${what}: ${String(error)}`);
    } finally {
      store.close();
    }
    report(`${what}: ${facts[what]}`);
  };
  const each = Math.ceil(size / kinds.length);

  await step('out and in untouched', async (store) => {
    for (const kind of kinds) await untouched(store, kind, each);
    return `${each * kinds.length} records of ${kinds.length} kinds, 0 drafts, 0 asked`;
  });
  for (const program of programs)
    await step(program, async (store) => {
      let [found, reformatted] = [0, 0];
      for (const kind of kinds) fill(store, kind, each);
      for (const [at, kind] of kinds.entries()) {
        const run = await mangled(store, kind, program, kind === 'invoiceReceivable' ? 0 : Math.ceil(size / 30), seed + at);
        found += run.found;
        reformatted += run.reformatted;
      }
      return `${each * kinds.length} records, ${reformatted} cells reformatted, 0 false drafts, ${found} of ${found} real edits found`;
    });
  await step('CSV out and in untouched', async (store) => {
    for (const kind of kinds) for (const program of programs) await untouchedCsv(store, kind, each, program);
    return `${each * kinds.length} records of ${kinds.length} kinds, as they left and as ${programs.length} programs save them, 0 drafts, 0 asked`;
  });
  for (const program of programs)
    await step(`CSV, ${program}`, async (store) => {
      let edits = 0;
      for (const kind of kinds) fill(store, kind, each);
      for (const [at, kind] of kinds.entries()) edits += await mangledCsv(store, kind, program, Math.ceil(size / 30), seed + at);
      return `${each * kinds.length} records, 0 false drafts, ${edits} of ${edits} real edits found or refused by name`;
    });
  await step('three ways', async (store) => {
    const { cells, ...counts } = await threeWay(store, Math.ceil(size / 10), seed);
    return `${cells} cells as the plain rule: ${Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`;
  });
  await step('rearranged', async (store) => {
    fill(store, 'vendor', 20);
    const left = await vendorSheets(store);
    for (let at = 0; at < size / 10; at++) await rearranged(store, left, seed + at);
    return `${Math.ceil(size / 10)} workbooks, 0 wrong rows`;
  });
  await step('hostile files', async () => {
    const refused = await hostileSheets(testReading, 300, seed);
    return `300 of ${hostileKinds.length} kinds, ${refused} refused by name, the others without a base or without a draft`;
  });
  for (const kind of kinds)
    await step(`times, ${kind}`, async (store) => {
      const { out, comparison, draft, undone } = await sheetTimes(store, kind, size, testReading);
      return `${size} rows out ${out} ms, look ${comparison} ms, ${size} drafts in one act ${draft} ms, undone ${undone} ms`;
    });
  testReading.close();
  return { ran: size, violations, violationCount: violations.length, facts };
}
