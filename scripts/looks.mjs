// `npm run looks`: pictures of every page on a fake desk, in each size, theme and state, four to a sheet, for eyes. `--pages outbox,today`,
// `--sizes 360`, `--themes dark`, `--states empty,offline` take fewer. Nothing is judged here; what can be held is held by the tests.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as driver } from '@playwright/test';
import { createServer } from 'vite';
import { findBrowser } from './browser.mjs';
import { root } from './freshness.mjs';

const sizes = { low: [360, 225], 360: [360, 640], 1024: [1024, 700], 1440: [1440, 900], 1920: [1920, 1080] };
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
  sheet: 'sheet',
  needsYou: 'outbox?tab=needsYou',
  review: 'outbox?tab=review',
  inDoubt: 'outbox?tab=inDoubt',
  waiting: 'outbox?tab=waiting',
  history: 'history',
  names: 'names',
  help: 'help',
  settings: 'settings',
  connection: 'settings/connection',
  advanced: 'settings/advanced',
  signIn: 'sign-in',
  repair: 'repair',
};
const states = ['filled', 'stopped', 'empty', 'stretched', 'offline', 'failing'];
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
  --sizes ${Object.keys(sizes).join(',')} --themes ${themes.join(',')} --states ${states.join(',')}]`);
  process.exit(0);
}
const chosen = (all, asked) => all.filter((each) => !asked || asked.split(',').includes(each));
const folder = path.join(root, 'out/looks');
const perSheet = 4;

/** A page as it stands when nothing moves any more. */
async function take(page, address, file) {
  await page.goto(address);
  await page.locator('.frame').first().waitFor();
  if (address.endsWith('#/sheet'))
    await page
      .locator('input[aria-label="Excel sheet"]')
      .setInputFiles({ name: 'Vendors 2026-11-18.xlsx', mimeType: '', buffer: Buffer.from('x') });
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
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  return file;
}

/** Four pictures and their names on one sheet. */
async function sheet(page, files, width, file) {
  const shown = files.map((each) => {
    const bytes = readFileSync(each).toString('base64');
    return `<figure><figcaption>${path.basename(each, '.png')}</figcaption><img src="data:image/png;base64,${bytes}"></figure>`;
  });
  await page.setContent(
    `<style>body{display:grid;grid-template-columns:repeat(${width < 500 ? 4 : 2},max-content);gap:12px;margin:8px;background:#888;font:14px sans-serif}figure{margin:0}img{display:block;max-width:960px}</style>${shown.join('')}`,
  );
  await page.locator('body').screenshot({ path: file });
}

const server = await createServer({
  configFile: path.join(root, 'test/component/dev/vite.config.ts'),
  server: { port: 0 },
  logLevel: 'error',
});
await server.listen();
const origin = server.resolvedUrls.local[0];
const browser = await driver.launch({ ...findBrowser(), args: process.platform === 'linux' ? ['--no-sandbox', '--disable-gpu'] : [] });
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let sheets = 0;
for (const size of chosen(Object.keys(sizes), values.sizes)) {
  const [width, height] = sizes[size];
  const page = await browser.newPage({ viewport: { width, height } });
  // The first page of a run waits for everything to be compiled.
  page.setDefaultTimeout(120_000);
  const paper = await browser.newPage({ viewport: { width: 1980, height: 1200 } });
  for (const theme of chosen(themes, values.themes))
    for (const state of chosen(states, values.states)) {
      const files = [];
      for (const name of chosen(Object.keys(pages), values.pages)) {
        const address = `${origin}?state=${state}&theme=${theme}&of=${name}#/${pages[name]}`;
        files.push(await take(page, address, path.join(folder, `${size}-${theme}-${state}-${name}.png`)));
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
