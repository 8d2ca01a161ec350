// npm run bench:lines: bank lines against invoices, as a table. `--invoices N --lines N` make it smaller.
import { parseArgs } from 'node:util';
import { measureBankLines } from './bank-lines.ts';

const { values } = parseArgs({ options: { invoices: { type: 'string' }, lines: { type: 'string' } } });
const sizes = { invoices: Number(values.invoices ?? 100_000), lines: Number(values.lines ?? 10_000) };
const found = await measureBankLines(sizes);
console.log(
  `${sizes.lines} bank lines, ${sizes.invoices} invoices\n\n| work | wall ms | main thread ms | longest stop ms | done |\n|---|---|---|---|---|`,
);
for (const [name, { wallMs, mainMs, longestStopMs, done = '' }] of Object.entries(found))
  console.log(`| ${name} | ${wallMs.toFixed(0)} | ${mainMs.toFixed(0)} | ${longestStopMs.toFixed(0)} | ${done} |`);
