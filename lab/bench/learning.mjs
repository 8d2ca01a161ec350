// The processor time of learning references: its share of a whole import and of a whole replay; and the cost of all work on names, by the same work
// with and without it in turn.
import path from 'node:path';
import { certificate, folder, runOne, startServer } from './run.mjs';

const beside = (file) => new URL(file, import.meta.url).href;
const here = (file) => path.join(import.meta.dirname, file);

/** `without`: nothing is learned and no record is found by the names of what it refers to. */
const arms = { whole: null, timed: beside('timed-learning.mjs'), without: beside('without-learning.mjs') };

/** Each subject with its verb. */
const measured = [
  { what: 'an import of expenses', file: 'learning-works.ts', work: 'expenses' },
  { what: 'an import of invoices', file: 'learning-works.ts', work: 'invoices' },
  { what: 'a replay', file: 'layover.ts', work: 'W2' },
  { what: "a replay's answers in the cache alone", file: 'learning-works.ts', work: 'answers' },
];

/**
 * Of each: microseconds of processor time a record as it is; in percent of the rest of the work, what is counted as learning (the dearest
 * round: there it is a bound) and what everything about names adds (of each arm its cheapest round: a busy machine only ever adds).
 */
export async function learningCosts({ count, rounds, only = () => true }) {
  const server = await startServer(await certificate(), 0);
  const found = [];
  try {
    for (const { what, file, work } of measured.filter(only)) {
      const options = { count, edits: count, url: server.url, ca: server.ca, width: 32, limitSeconds: 240, merge: false };
      const runs = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await oneRound(here(file), work, options, round));
      const least = (arm) => Math.min(...runs.map((run) => run[arm].cpuUs));
      const shares = runs.map(({ timed }) => (timed.learnedUs / (timed.cpuUs - timed.learnedUs)) * 100).toSorted((a, b) => a - b);
      found.push({ what, micros: least('whole'), shares, names: (least('whole') / least('without') - 1) * 100 });
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
    run[arm] = answer.figures;
  }
  return run;
}
