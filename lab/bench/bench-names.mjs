// The budgets of names in lab/bench/performance.md: what learning adds to an import and to a replay, and pickers over a large book, in the core and in
// real Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { fillAccount } from './desk-cache.ts';
import { learningCosts } from './learning.mjs';
import { fillNames, namedInvoice, nameMoments } from './names.ts';
import { picking } from './desk-picking.mjs';
import { busyBefore, machine, today, writeMoments } from './report.mjs';
import { openOnce } from './desk-starts.mjs';
import { startHost } from '#test/e2e/fixtures.ts';
import playwrightConfig from '../../playwright.config.ts';
import { build } from '#scripts/build.mjs';

const { values } = parseArgs({
  options: {
    names: { type: 'string', default: '100000' },
    records: { type: 'string', default: '6000' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string' },
    'no-build': { type: 'boolean' },
    'no-report': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run bench:names [-- --names 100000 --records 6000 --rounds 7 --only learning|pickers --no-build --no-report]
--names: names in the book, and a tenth of the references learned. --records, --rounds: of each import and replay that learning is measured by.
Writes the table of names in lab/bench/performance.md, unless only one part is asked for.`);
  process.exit(0);
}

const busy = busyBefore();
const rows = [];
if (values.only !== 'pickers') await learning();
if (values.only !== 'learning') await pickers();
if (!values['no-report'] && !values.only) report();

function row(moment, figure, budget, unit, detail) {
  const met = budget === null ? '' : figure <= budget ? 'met' : '**missed**';
  rows.push({ moment, figure, budget, unit, met, detail });
  console.log(`   ${moment.padEnd(52)} ${figure.toFixed(1).padStart(8)} ${unit.padEnd(7)} budget ${budget ?? 'none'} ${met}   ${detail}`);
}

async function learning() {
  const [count, rounds] = [Number(values.records), Number(values.rounds)];
  for (const { what, micros, shares, names } of await learningCosts({ count, rounds })) {
    const said = `${shares[0].toFixed(1)} to ${shares.at(-1).toFixed(1)} in ${rounds} rounds of ${count} records, of ${micros.toFixed(0)} µs each`;
    const detail = `${said}; with and without all about names differ by ${names.toFixed(1)} %`;
    row(`learning, beside ${what}`, shares[Math.floor(rounds / 2)], what.includes('alone') ? null : 3, '%', detail);
  }
}

async function pickers() {
  if (!values['no-build']) await build();
  const count = Number(values.names);
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'layover-names-'));
  const browser = await chromium.launch(playwrightConfig.use.launchOptions);
  let host;
  try {
    host = await startHost({ dataFolder });
    await openOnce(browser, host);
    const size = `${count} names, ${10 * count} references learned`;
    console.log(`Filling the book: ${size} …`);
    await fillAccount(dataFolder, (store) => {
      fillNames(store, count, 10 * count);
      for (const { moment, p95, budget } of nameMoments(store)) row(`${moment}, in the core`, p95, budget, 'ms p95', size);
    });
    await host.start();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await host.open(page);
    await page.evaluate((invoice) => (location.hash = `#/invoices/${invoice}`), namedInvoice(7));
    await page.getByRole('button', { name: 'Add a line' }).first().click();
    const { opens, keys } = await picking(page, /^Product/, 24);
    const percentiles = (p) => `${p.n} of them, p50 ${p.p50.toFixed(1)}, max ${p.max.toFixed(1)}; ${size}, products of an invoice's line`;
    row('a picker opens, in the window', opens.p95, 50, 'ms p95', percentiles(opens));
    row('a picker filters, a key, in the window', keys.p95, 16, 'ms p95', percentiles(keys));
  } finally {
    await browser.close();
    await host?.end();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

function report() {
  writeMoments('names', `\`npm run bench:names\` on ${today()}, ${machine()}; load a processor before it began ${busy}.`, rows);
}
