import { randomFillSync } from 'node:crypto';
import { TextReader, TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { compareSheet } from '#main/app/views/compare-sheet.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { Draws } from './play-spreadsheet.ts';
import { fill, out } from './sheet-world.ts';

/** The answer that a kind of file may get at most: a refusal, a comparison without a base, or one that finds nothing to draft. */
type Most = 'refused' | 'noBase' | 'noChange';

/** The parts of a workbook that left from here, and the draws of one file. */
interface Making {
  parts: Map<string, string>;
  bytes: Uint8Array;
  draws: Draws;
  other: () => Promise<Uint8Array>;
}

const main = 'xl/worksheets/sheet1.xml';
const hidden = 'xl/worksheets/sheet2.xml';

async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries())
    if (!entry.directory) parts.set(entry.filename, await entry.getData(new TextWriter()));
  return parts;
}

async function zipOf(parts: ReadonlyMap<string, string>, password?: string): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level: 1, ...(password === undefined ? {} : { password }) });
  for (const [name, text] of parts) await zip.add(name, new TextReader(text));
  return zip.close();
}

/** The workbook with one part changed. */
const changed = (part: string, change: (xml: string) => string) => (making: Making) =>
  zipOf(new Map([...making.parts, [part, change(making.parts.get(part) ?? '')]]));
const added = (name: string, text: string) => (making: Making) => zipOf(new Map([...making.parts, [name, text]]));
const firstCity = (value: string) => (xml: string) => xml.replace(/<is><t xml:space="preserve">山田商事<\/t><\/is>/, value);
/** A cell of the column of cities as other XML. */
const cellOf = (type: string, inside: string) =>
  changed(main, (xml) => {
    const letters = /<c r="([A-Z]+)1"[^>]*><is><t xml:space="preserve">City</.exec(xml)?.[1] ?? '';
    return xml.replace(new RegExp(`(<c r="${letters}3" s="\\d+")(?: t="inlineStr"><is>.*?</is></c>|/>)`), `$1 t="${type}">${inside}</c>`);
  });
const rowXml = (xml: string, row: number): string => new RegExp(`<row r="${row}">.*?</row>`).exec(xml)?.[0] ?? '';
const texts = (xml: string): string[] => [...xml.matchAll(/preserve">([^<]*)</g)].map(([, text = '']) => text);

/** Made once: it takes long. */
function once(make: (making: Making) => Promise<Uint8Array>): (making: Making) => Promise<Uint8Array> {
  let made: Promise<Uint8Array> | null = null;
  return (making) => (made ??= make(making));
}

const makers: Record<string, { most: Most; make: (making: Making) => Promise<Uint8Array> | Uint8Array }> = {
  'a cut file': { most: 'refused', make: ({ bytes, draws }) => bytes.slice(0, draws.below(bytes.length)) },
  'a file with turned bits': {
    most: 'noChange',
    make: ({ bytes, draws }) => {
      const turned = new Uint8Array(bytes);
      for (let n = 0; n <= draws.below(4); n++) {
        const at = draws.below(turned.length);
        turned[at] = (turned[at] ?? 0) ^ (1 << draws.below(8));
      }
      return turned;
    },
  },
  noise: { most: 'refused', make: ({ draws }) => randomFillSync(new Uint8Array(draws.below(100_000))) },
  'noise behind the sign of a ZIP': {
    most: 'refused',
    make: ({ draws }) => Uint8Array.from([0x50, 0x4b, 3, 4, ...randomFillSync(new Uint8Array(draws.below(20_000)))]),
  },
  'an encrypted workbook': { most: 'refused', make: ({ parts }) => zipOf(parts, 'secret') },
  'an old workbook': {
    most: 'refused',
    make: () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(5_000).fill(0)]),
  },
  'a bomb': {
    most: 'refused',
    make: once(changed(main, (xml) => xml.replace('<sheetData>', `${' '.repeat(310_000_000)}<sheetData>`))),
  },
  'a thousand parts': {
    most: 'refused',
    make: once(({ parts }) => zipOf(new Map([...parts, ...Array.from({ length: 1_000 }, (_, n) => [`xl/media/${n}`, ''] as const)]))),
  },
  macros: { most: 'refused', make: added('xl/vbaProject.bin', 'x') },
  'old macros': { most: 'refused', make: added('xl/macrosheets/sheet1.xml', '<x/>') },
  links: { most: 'refused', make: added('xl/externalLinks/externalLink1.xml', '<x/>') },
  'entities that unfold': {
    most: 'refused',
    make: changed(
      main,
      (xml) =>
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml.replace('<sheetData>', '<sheetData><row r="2"><c t="str"><v>&b;</v></c></row>')}`,
    ),
  },
  'an entity of a file': {
    most: 'refused',
    make: changed(
      main,
      (xml) =>
        `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${firstCity('<v>&a;</v>')(xml).replace('<sheetData>', '<sheetData><row r="2"><c t="str"><v>&a;</v></c></row>')}`,
    ),
  },
  'deep XML': { most: 'refused', make: changed(main, (xml) => xml.replace('<sheetData>', `${'<a>'.repeat(200_000)}<sheetData>`)) },
  'XML that is cut': {
    most: 'refused',
    make: ({ parts, draws }) => changed(main, (xml) => xml.slice(0, draws.below(xml.length)))({ parts } as Making),
  },
  'letters that are no UTF-8': {
    most: 'noChange',
    make: async ({ parts }) => {
      const zip = new ZipWriter(new Uint8ArrayWriter());
      for (const [name, text] of parts)
        await zip.add(
          name,
          new Uint8ArrayReader(
            name === main ? Uint8Array.from([0xff, 0xfe, ...new TextEncoder().encode(text)]) : new TextEncoder().encode(text),
          ),
        );
      return zip.close();
    },
  },
  'parts outside of the workbook': {
    most: 'refused',
    make: changed('xl/_rels/workbook.xml.rels', (xml) => xml.replaceAll(/Target="worksheets\/[^"]*"/g, 'Target="/../../etc/passwd"')),
  },
  'no relationships': {
    most: 'refused',
    make: ({ parts }) => zipOf(new Map([...parts].filter(([name]) => !name.includes('workbook.xml.rels')))),
  },
  'a changed value of the base': {
    most: 'noBase',
    make: ({ parts, draws }) => {
      const all = texts(parts.get(hidden) ?? '').filter((text) => text !== '');
      const one = all[draws.below(all.length)] ?? '';
      return changed(hidden, (xml) => xml.replace(`preserve">${one}<`, `preserve">${one}x<`))({ parts } as Making);
    },
  },
  'values of the base at another record': {
    most: 'noBase',
    make: changed(hidden, (xml) => xml.replace(idOf(1, 'd'), 'X').replace(idOf(2, 'd'), idOf(1, 'd')).replace('X', idOf(2, 'd'))),
  },
  'a base without a row': { most: 'noBase', make: changed(hidden, (xml) => xml.replace(rowXml(xml, 5), '')) },
  'a base with two columns exchanged': {
    most: 'noBase',
    make: changed(hidden, (xml) =>
      xml.replace('updateVendor.city', 'X').replace('updateVendor.name', 'updateVendor.city').replace('X', 'updateVendor.name'),
    ),
  },
  'a base of another kind': { most: 'noBase', make: changed(hidden, (xml) => xml.replace('preserve">vendor<', 'preserve">expense<')) },
  'a signature that somebody made': {
    most: 'noBase',
    make: ({ parts, draws }) => {
      const mac = ['', 'f'.repeat(64), 'é'.repeat(32), '0'.repeat(99)][draws.below(4)] ?? '';
      return changed(hidden, (xml) => xml.replace(/preserve">[0-9a-f]{64}</, `preserve">${mac}<`))({ parts } as Making);
    },
  },
  'a base without a signature': {
    most: 'noBase',
    make: changed(hidden, (xml) => xml.replace(/<row r="\d+"><c [^>]*><is><t xml:space="preserve">signature<.*?<\/row>/, '')),
  },
  'another laptop’s sheet': { most: 'noBase', make: ({ other }) => other() },
  'another laptop’s base': {
    most: 'noBase',
    make: async ({ parts, other }) => zipOf(new Map([...parts, [hidden, (await partsOf(await other())).get(hidden) ?? '']])),
  },
  'a base in a visible sheet': { most: 'noChange', make: changed('xl/workbook.xml', (xml) => xml.replaceAll(' state="hidden"', '')) },
  'shared texts that are not there': {
    most: 'noChange',
    make: ({ parts, draws }) => cellOf('s', `<v>${['9999999', '-1', '1e9', 'NaN', '__proto__'][draws.below(5)]}</v>`)({ parts } as Making),
  },
  'numbers that are none': {
    most: 'noChange',
    make: ({ parts, draws }) =>
      cellOf('n', `<v>${['1e999', 'NaN', '-', '0x10', '١٢٣', '1e-9999'][draws.below(6)]}</v>`)({ parts } as Making),
  },
  'errors of formulas': { most: 'noChange', make: cellOf('e', '<f>1/0</f><v>#DIV/0!</v>') },
  'two rows of one record that differ': {
    most: 'noChange',
    make: changed(main, (xml) =>
      xml.replace(
        '</sheetData>',
        `${rowXml(xml, 3)
          .replaceAll('preserve">', 'preserve">x')
          .replace(`x${idIn(xml, 3)}`, idIn(xml, 3))}</sheetData>`,
      ),
    ),
  },
  'two columns of one name that differ': {
    most: 'noChange',
    make: changed(main, (xml) =>
      xml
        .replace('</row>', '<c r="CZ1" t="inlineStr"><is><t>City</t></is></c></row>')
        .replaceAll(/(<row r="(?!1")(\d+)">.*?)<\/row>/g, '$1<c r="CZ$2" t="inlineStr"><is><t>Elsewhere</t></is></c></row>'),
    ),
  },
  'ids that are none': {
    most: 'noChange',
    make: ({ parts, draws }) => {
      const id = ['__proto__', 'constructor', '', 'd0000000-0000-4000-8000-00000000000', '００００'][draws.below(5)] ?? '';
      return changed(main, (xml) =>
        xml.replaceAll(/preserve">d0000000-0000-4000-8000-\d{12}/g, `preserve">${id}`).replaceAll('山田商事', 'Elsewhere'),
      )({ parts } as Making);
    },
  },
  'records of another kind': {
    most: 'noChange',
    make: changed(main, (xml) => xml.replaceAll('d0000000-0000', 'e0000000-0000').replaceAll('山田商事', 'Elsewhere')),
  },
  'headings of programs': {
    most: 'noChange',
    make: changed(main, (xml) =>
      xml
        .replace('>City<', '>__proto__<')
        .replace('>Address<', '>constructor<')
        .replaceAll('山田商事', 'Elsewhere')
        .replaceAll('>Name<', '>toString<'),
    ),
  },
  'a column far out': { most: 'refused', make: changed(main, (xml) => xml.replace('</row>', '<c r="XFD1" t="str"><v>x</v></c></row>')) },
  'rows that are none': {
    most: 'noChange',
    make: ({ parts, draws }) =>
      changed(main, (xml) => xml.replaceAll(/<row r="\d+">/g, `<row r="${['1048577', '-1', '1e99', 'NaN', ''][draws.below(5)]}">`))({
        parts,
      } as Making),
  },
  'a million empty rows': {
    most: 'noChange',
    make: changed(main, (xml) => xml.replace('</sheetData>', `${'<row/>'.repeat(1_000_000)}</sheetData>`)),
  },
  'cells without end': {
    most: 'refused',
    make: changed(main, (xml) => xml.replace('</sheetData>', `<row>${'<c t="b"><v>1</v></c>'.repeat(2_000)}</row></sheetData>`)),
  },
  'a text longer than a cell': { most: 'refused', make: changed(main, (xml) => xml.replace('山田商事', 'x'.repeat(50_000))) },
  'bank details in white': {
    most: 'noChange',
    make: changed(main, (xml) =>
      xml.replaceAll('50200012345678', 'DE02120300000000202051').replaceAll('>Account number<', '>Account number <'),
    ),
  },
};

const idIn = (xml: string, row: number): string => /d0000000-0000-4000-8000-\d{12}/.exec(rowXml(xml, row))?.[0] ?? '';

export const hostileKinds = Object.keys(makers);
/** Kinds that take seconds. */
export const slowKinds = ['a bomb', 'a thousand parts', 'a million empty rows'];

/** Gives `count` hostile files of these kinds to the reader: none gets more than its kind may. The number of those refused. */
export async function hostileSheets(
  reading: Reading,
  count: number,
  seed: number,
  kinds: readonly string[] = hostileKinds,
): Promise<number> {
  const [store, another] = [openTestStore(stillWorld(seed)), openTestStore(stillWorld(seed + 1))];
  let refused = 0;
  try {
    for (const each of [store, another]) fill(each, 'vendor', 12);
    const bytesOf = async (of: Store) => new Uint8Array(await (await out(of, 'vendor')).arrayBuffer());
    const bytes = await bytesOf(store);
    const parts = await partsOf(bytes);
    const before = JSON.stringify(recordOf(store, { kind: 'vendor', id: idOf(1, 'd') })?.value);
    for (let n = 0; n < count; n++) {
      const name = kinds[n % kinds.length] ?? '';
      const { most, make } = makers[name] ?? { most: 'refused', make: () => bytes };
      const given = await make({ parts, bytes, draws: new Draws(seed + n * 7_919), other: () => bytesOf(another) });
      const read = await reading.read('sheet', given, { onlyMarked: false });
      const answer = read.ok ? (await compareSheet(store, read.portions, 'en')).answer : null;
      if (!answer?.ok) {
        refused += 1;
        continue;
      }
      const { exportedAt, changes } = answer;
      const gets = `${changes.length} changes, ${exportedAt === null ? 'without' : 'with'} a base: ${JSON.stringify(changes.slice(0, 2))}`;
      const isUnbased = exportedAt === null && changes.every(({ state }) => state === 'different' || state === 'added');
      if (most === 'refused' || (most === 'noBase' && !isUnbased) || (most === 'noChange' && changes.length > 0))
        throw new Error(`${name} (file ${n}, at most ${most}) got ${gets}`);
    }
    if (before !== JSON.stringify(recordOf(store, { kind: 'vendor', id: idOf(1, 'd') })?.value)) throw new Error('a look changed a record');
  } finally {
    store.close();
    another.close();
  }
  return refused;
}
