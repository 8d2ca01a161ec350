// npm run bench:lines: bank lines against invoices, as a table. `--invoices N --lines N` make it smaller.
import { parseArgs } from 'node:util';
import { bankLineFrames } from './bank-line-frames.mjs';
import { measureBankLines } from './bank-lines.ts';

const { values } = parseArgs({ options: { invoices: { type: 'string' }, lines: { type: 'string' } } });
const sizes = { invoices: Number(values.invoices ?? 100_000), lines: Number(values.lines ?? 10_000) };
const found = await measureBankLines(sizes);
console.log(
  `${sizes.lines} bank lines, ${sizes.invoices} invoices\n\n| work | wall ms | main thread ms | longest stop ms | done |\n|---|---|---|---|---|`,
);
for (const [name, { wallMs, mainMs, longestStopMs, done = '' }] of Object.entries(found))
  console.log(`| ${name} | ${wallMs.toFixed(0)} | ${mainMs.toFixed(0)} | ${longestStopMs.toFixed(0)} | ${done} |`);
const frames = await bankLineFrames(sizes.lines);
console.log(
  `\nscrolling ${sizes.lines} lines: ${frames.n} frames, p50 ${frames.p50.toFixed(1)} ms, p95 ${frames.p95.toFixed(1)} ms, ${frames.late} late`,
);
