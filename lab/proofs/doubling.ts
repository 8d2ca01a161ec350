import { hostileTexts } from '#test/security/hostile-texts.ts';
import { parsers } from '#test/security/parsers.ts';
import { growthOf, leastMs, mostGrowth } from './growth.ts';
import type { RunProof } from './proof.ts';
import { quickest } from './thread-time.ts';

/** So many looks for each character: what this proof must notice, and what it must let pass. */
const looking = (looksOf: (at: number) => number) => (text: string) => {
  let sum = 0;
  for (let at = 0; at < text.length; at++) for (let look = looksOf(at); look > 0; look--) sum = (sum + text.charCodeAt(at) * look) | 0;
  return sum;
};
const deliberate = [
  { name: 'a quadratic', read: looking((at) => at), steep: true },
  { name: 'a linear one with as much that is quadratic', read: looking((at) => 2_000 + at), steep: true },
  { name: 'a linear one', read: looking(() => 2_000), steep: false },
];
const deliberateLength = 4_000;

/** P29: every parser under every hostile text, at half its length and at its whole: twice the text, at most 2.5 times the time. */
export const run: RunProof = ({ size, report }) => {
  const violations: string[] = [];
  for (const { name, read, steep } of deliberate) {
    const { times } = growthOf(read, (length) => 'x'.repeat(length), deliberateLength);
    report(`${name}, deliberately: ${times.toFixed(2)} times`);
    if (times > mostGrowth !== steep) violations.push(`${name}, deliberately, was judged wrong: ${times.toFixed(2)} times`);
  }
  let worst = { growth: 0, text: 'none' };
  let [measured, more, ran] = [0, 0, 0];
  for (const parser of parsers) {
    for (const text of hostileTexts) {
      if (ran === size) break;
      ran += 1;
      const whole = text.make(parser.most);
      if (quickest(1, () => parser.read(whole)) < leastMs) continue;
      measured += 1;
      const { times, lengths } = growthOf(parser.read, text.make, parser.most);
      if (lengths > 2) more += 1;
      if (times > worst.growth) worst = { growth: times, text: `${parser.name}: ${text.name}` };
      if (times > mostGrowth) violations.push(`${parser.name}, ${text.name}: ${times.toFixed(2)} times over ${lengths} lengths`);
    }
    report(`${parser.name}: ${measured} texts took long enough to be measured`);
  }
  const facts = {
    measured,
    'read at four lengths': more,
    'largest growth for twice the text': `${worst.growth.toFixed(2)} (${worst.text})`,
  };
  return Promise.resolve({ ran, violations: violations.slice(0, 20), violationCount: violations.length, facts });
};
