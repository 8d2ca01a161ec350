import { hostileTexts } from '#test/security/hostile-texts.ts';
import { parsers } from '#test/security/parsers.ts';
import type { RunProof } from './proof.ts';

/** Growth is only told where there is something to measure. */
const leastMs = 0.5;
const mostGrowth = 2.5;
const attempts = 5;

/** P29: every parser under every hostile text, at half its length and at its whole: twice the text, at most 2.5 times the time. */
export const run: RunProof = ({ size, report }) => {
  const violations: string[] = [];
  let worst = { growth: 0, text: 'none' };
  let measured = 0;
  let ran = 0;
  for (const parser of parsers) {
    for (const text of hostileTexts) {
      if (ran === size) break;
      ran += 1;
      const [half, whole] = [text.make(parser.most / 2), text.make(parser.most)];
      if (quickest(1, () => parser.read(whole)) < leastMs) continue;
      measured += 1;
      const growth = growthOf(
        () => parser.read(half),
        () => parser.read(whole),
      );
      if (growth > worst.growth) worst = { growth, text: `${parser.name}: ${text.name}` };
      if (growth > mostGrowth) violations.push(`${parser.name}, ${text.name}: ${growth.toFixed(1)} times`);
    }
    report(`${parser.name}: ${measured} texts took long enough to be measured`);
  }
  const facts = { measured, 'largest growth for twice the text': `${worst.growth.toFixed(2)} (${worst.text})` };
  return Promise.resolve({ ran, violations: violations.slice(0, 20), violationCount: violations.length, facts });
};

/** The smallest of a few attempts: what the machine does beside must not count. Measured again where it looks too steep. */
function growthOf(half: () => unknown, whole: () => unknown): number {
  let least = Infinity;
  for (let again = 0; again < 4 && least > mostGrowth; again++) {
    const before = quickest(attempts, half);
    least = Math.min(least, quickest(attempts, whole) / Math.max(before, leastMs / 4));
  }
  return least;
}

function quickest(times: number, act: () => unknown): number {
  let least = Infinity;
  for (let time = 0; time < times; time++) {
    const { user, system } = process.cpuUsage();
    act();
    const used = process.cpuUsage({ user, system });
    least = Math.min(least, (used.user + used.system) / 1_000);
  }
  return least;
}
