// Counts test results from the tools' reports.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './freshness.mjs';

/** More failed places than this in a browser stage are no flaky tests but a real failure. */
const STUMBLES_AT_MOST = 3;

const nothing = { passed: 0, failed: 0, skipped: 0, titles: [], places: [] };

/**
 * Reads a stage's own report. A failed stage without a report of a failed test counts as one failure.
 * @param {{ name: string, report?: string }} stage
 * @param {{ code: number }} outcome
 * @returns {{ passed: number, failed: number, skipped: number, titles: string[], places: string[], why?: string }} places: arguments that run it again; why: the reason of a stage that could not run
 */
export function countTests({ name, report }, { code }) {
  const counted = report && existsSync(report) ? readReport(JSON.parse(readFileSync(report, 'utf8'))) : nothing;
  if (code === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, titles: [`${name} (its output stands above)`] };
}

/**
 * Runs a stage and counts its tests. Where the stage says how (`again`), the few that failed are run once more, on their own: those that
 * pass then are told apart as `stumbled`, never as if nothing had been.
 * @param {{ name: string, report?: string, again?: (places: string[]) => object }} stage
 * @param {(stage: object) => Promise<{ code: number, ms: number }>} run
 */
export async function runCounted(stage, run) {
  const outcome = await run(stage);
  const first = countTests(stage, outcome);
  const { places } = first;
  if (outcome.code === 0 || !stage.again || places.length === 0 || places.length > STUMBLES_AT_MOST)
    return { ...outcome, tests: { ...first, stumbled: [] } };
  console.log(`\n── ${stage.name}: ${first.failed} failed; once more, by itself: ${places.join(', ')}`);
  const repeat = stage.again(places);
  const repeated = await run(repeat);
  const second = countTests(repeat, repeated);
  return {
    code: repeated.code,
    ms: outcome.ms + repeated.ms,
    output: `${outcome.output ?? ''}${repeated.output ?? ''}`,
    tests: {
      ...second,
      passed: first.passed + Math.max(0, first.failed - second.failed),
      skipped: first.skipped,
      stumbled: first.titles.filter((title) => !second.titles.includes(title)),
    },
  };
}

function readReport(report) {
  return 'numTotalTests' in report ? fromVitest(report) : fromPlaywright(report);
}

function fromVitest(report) {
  const failedFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const titles = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'failed')
    .map((test) => test.fullName);
  const nameOf = (file) => path.relative(root, file.name);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + failedFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    titles: [...titles, ...failedFiles.map(nameOf)],
    places: report.testResults.filter((file) => file.status === 'failed').map(nameOf),
  };
}

function fromPlaywright(report) {
  const specs = [];
  const walk = (suite) => {
    specs.push(...(suite.specs ?? []));
    for (const inner of suite.suites ?? []) walk(inner);
  };
  report.suites.forEach(walk);
  const failed = specs.filter((spec) => !spec.ok);
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
    why: report.why,
    titles: failed.map((spec) => `${spec.file} › ${spec.title}`),
    places: failed.map((spec) => `${spec.file}:${spec.line}`),
  };
}
