// What learning references costs: the same import and the same replay with it and without it, in turn, by the processor time of the process,
// so that a busy machine distorts both alike.
import path from 'node:path';
import { certificate, folder, runOne, startServer } from './run.mjs';

const here = (file) => path.join(import.meta.dirname, file);
const without = (part) => `${new URL('without-learning.mjs', import.meta.url)}?part=${part}`;

/** `names`: neither learned nor found by names. `book`: found by names, but nothing is learned. */
const arms = { whole: null, book: without('book'), names: without('all') };

/** What is measured: the subject, and its verb. */
const measured = [
  { what: 'an import of expenses', file: 'learning-works.ts', work: 'expenses' },
  { what: 'an import of invoices', file: 'learning-works.ts', work: 'invoices' },
  { what: 'a replay', file: 'layover.ts', work: 'W2' },
  { what: "a replay's answers in the cache alone", file: 'learning-works.ts', work: 'answers' },
];

/**
 * Of each: microseconds of processor time a record as it is; in percent of what it is without, what learning adds and what everything about
 * names adds. Of each arm its cheapest round: a busy machine only ever adds.
 */
export async function learningCosts({ count, rounds, only = () => true }) {
  const server = await startServer(await certificate(), 0);
  const found = [];
  try {
    for (const { what, file, work } of measured.filter(only)) {
      const options = { count, edits: count, url: server.url, ca: server.ca, width: 32, limitSeconds: 240, merge: false };
      const runs = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await oneRound(here(file), work, options, round));
      const least = (arm) => Math.min(...runs.map((run) => run[arm]));
      const added = (arm) => (least('whole') / least(arm) - 1) * 100;
      found.push({ what, micros: least('whole'), learning: added('book'), names: added('names'), runs });
    }
  } finally {
    server.close();
  }
  return found;
}

/** Each arm once, beginning with another one each time. */
async function oneRound(file, work, options, round) {
  const names = Object.keys(arms);
  const run = {};
  for (const arm of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
    const answer = await runOne({ file, preload: arms[arm] }, work, { ...options, dir: folder() });
    if (answer.error) throw new Error(`${work}, ${arm}: ${answer.error}`);
    run[arm] = answer.figures.cpuUs;
  }
  return run;
}
