// `npm run looks`: pictures of every page on a fake desk, in each size, theme and state, some to a sheet, for eyes. `--pages outbox,today`,
// `--sizes 360`, `--themes dark`, `--states empty,offline` take fewer. Nothing is judged here; what can be held is held by the tests.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as driver } from '@playwright/test';
import { build, preview } from 'vite';
import { findBrowser } from './browser.mjs';
import { root } from './freshness.mjs';

const sizes = { low: [360, 225], 360: [360, 640], 1024: [1024, 700], 1440: [1440, 900], 1920: [1920, 1080] };
const connectionFile = JSON.stringify({
  ...{ address: 'https://finance.nordlicht-handel.example', companyName: 'Nordlicht Handel', clientId: 'layover-desk' },
  redirectAddress: 'http://127.0.0.1:47123/callback',
});
/** The address of each page; behind it, for what is not there at once, the keys to press, buttons to click and files to choose. */
const pages = {
  today: 'today',
  packs: 'packs',
  expenses: 'expenses',
  expense: 'expenses/*expense',
  invoices: 'invoices',
  invoice: 'invoices/*invoiceReceivable',
  bankLines: 'bank-lines',
  cards: 'card-transactions',
  vendors: 'vendors',
  vendor: 'vendors/*vendor',
  documents: 'documents',
  sheet: ['sheet', { file: 'Excel sheet', name: 'Vendors 2026-11-18.xlsx', text: 'x' }],
  needsYou: 'outbox?tab=needsYou',
  review: 'outbox?tab=review',
  inDoubt: 'outbox?tab=inDoubt',
  waiting: 'outbox?tab=waiting',
  history: 'history',
  names: 'names',
  help: 'help',
  settings: 'settings',
  rules: 'settings/rules',
  security: 'settings/security',
  window: 'settings/window',
  storage: 'settings/storage',
  connection: 'settings/connection',
  advanced: 'settings/advanced',
  signIn: 'sign-in',
  connectionFile: ['sign-in', { file: 'Connection file', name: 'nordlicht.layover-connection', text: connectionFile }],
  payment: ['invoices/*invoiceReceivable', 'p'],
  edit: ['vendors/*vendor', 'e'],
  comment: ['expenses/*expense', 'c'],
  find: ['today', 'Control+k'],
  keys: ['today', '?'],
  menu: ['expenses/*expense', { click: 'More' }],
  columns: ['invoices', { click: 'Columns' }],
  export: ['invoices', { click: 'Export' }],
  saveView: ['invoices', { click: 'Save view' }],
  bulk: ['expenses', 'x', 'j', 'x', 'j', 'x'],
  bulkDialog: ['expenses', 'x', 'j', 'x', 'e'],
  import: ['packs', { click: 'Import records' }],
  importFile: ['packs/import?kind=vendor', { file: 'File to import', name: 'vendors.csv', text: 'vendorId,name\n1,Rheinholt\n' }],
  newPack: ['packs', { click: 'New trip pack' }],
  account: ['today', { click: 'Nordlicht Handel' }],
  connectionCard: ['today', { click: 'Online' }],
  repair: 'repair',
};
const states = ['filled', 'stopped', 'empty', 'stretched', 'offline', 'failing'];
/** Drawn when `--states` names them. */
const rareStates = ['noAccount', 'damaged', 'loading'];
const themes = ['light', 'dark'];

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    sizes: { type: 'string' },
    themes: { type: 'string' },
    states: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run looks [-- --pages ${Object.keys(pages).join(',')}
  --sizes ${Object.keys(sizes).join(',')} --themes ${themes.join(',')} --states ${[...states, ...rareStates].join(',')}]`);
  process.exit(0);
}
const chosen = (all, asked) => all.filter((each) => !asked || asked.split(',').includes(each));
const folder = path.join(root, 'out/looks');
/** Pictures of a sheet: two rows. */
const perRow = (width) => (width < 500 ? 5 : 2);

/** A page as it stands when nothing moves any more. */
async function take(page, address, file, steps) {
  await page.goto(address);
  await page.locator('.frame').first().waitFor();
  await stillness(page);
  for (const step of steps) {
    if (typeof step === 'string') await page.keyboard.press(step);
    else {
      // An empty page has fewer buttons.
      const meant = (step.click ? page.getByRole('button', { name: step.click }) : page.getByLabel(step.file)).first();
      if ((await meant.count()) === 0) continue;
      if (step.click) await meant.click();
      else await meant.setInputFiles({ name: step.name, mimeType: '', buffer: Buffer.from(step.text) });
    }
    await stillness(page);
  }
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  return file;
}

async function stillness(page) {
  await page.evaluate(async () => {
    const { document } = globalThis;
    await document.fonts.ready;
    for (let still = 0, last = ''; still < 3;) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      const now = document.body.innerHTML;
      still = now === last ? still + 1 : 0;
      last = now;
    }
  });
}

/** Pictures and their names on one sheet. */
async function sheet(page, files, width, file) {
  const shown = files.map((each) => {
    const bytes = readFileSync(each).toString('base64');
    return `<figure><figcaption>${path.basename(each, '.png')}</figcaption><img src="data:image/png;base64,${bytes}"></figure>`;
  });
  await page.setContent(
    `<style>body{display:grid;grid-template-columns:repeat(${perRow(width)},max-content);gap:12px;margin:8px;background:#888;font:14px sans-serif}figure{margin:0}img{display:block;max-width:960px}</style>${shown.join('')}`,
  );
  await page.locator('body').screenshot({ path: file });
}

// Built once: a page then loads in a moment, where a development server would hand over every module of it again.
const configFile = path.join(root, 'test/component/dev/vite.config.ts');
const outDir = path.join(root, 'out/looks-page');
await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true, target: 'esnext', minify: false } });
const server = await preview({ configFile, logLevel: 'error', build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
const origin = server.resolvedUrls.local[0];
const browser = await driver.launch({ ...findBrowser(), args: process.platform === 'linux' ? ['--no-sandbox', '--disable-gpu'] : [] });
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let sheets = 0;
for (const size of chosen(Object.keys(sizes), values.sizes)) {
  const [width, height] = sizes[size];
  const perSheet = 2 * perRow(width);
  const page = await browser.newPage({ viewport: { width, height } });
  // The first page of a run waits for everything to be compiled.
  page.setDefaultTimeout(120_000);
  const paper = await browser.newPage({ viewport: { width: 1980, height: 1200 } });
  for (const theme of chosen(themes, values.themes))
    for (const state of chosen(values.states ? [...states, ...rareStates] : states, values.states)) {
      const files = [];
      for (const name of chosen(Object.keys(pages), values.pages)) {
        const [hash, ...steps] = [pages[name]].flat();
        const address = `${origin}?state=${state}&theme=${theme}&of=${name}#/${hash}`;
        files.push(await take(page, address, path.join(folder, `${size}-${theme}-${state}-${name}.png`), steps));
      }
      for (let from = 0; from < files.length; from += perSheet) {
        const number = String(1 + from / perSheet).padStart(2, '0');
        await sheet(paper, files.slice(from, from + perSheet), width, path.join(folder, `sheet-${size}-${theme}-${state}-${number}.png`));
        sheets += 1;
      }
      process.stdout.write(`[looks] ${size} ${theme} ${state}: ${files.length} pictures\n`);
    }
  await page.close();
  await paper.close();
}
await browser.close();
await server.close();
process.stdout.write(`[looks] ${sheets} sheets in ${folder}\n`);
