import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, type Mutant } from './mutation-sandbox.ts';

/** Why nobody can notice a mutant, or need not: of the line as it is in the file, and of what is put there instead (all, when unnamed). */
interface Explanation {
  line: string;
  instead?: string[];
  why: string;
}

const byFile = JSON.parse(readFileSync(path.join(root, 'lab/proofs/explained-mutants.json'), 'utf8')) as Record<string, Explanation[]>;
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
const fits = ({ line, instead }: Explanation, one: Mutant) =>
  line === one.line && (instead === undefined || instead.includes(oneLine(one.instead)));

/** True when the list explains its survival. */
export function isExplained(one: Mutant): boolean {
  return (byFile[one.file] ?? []).some((explanation) => fits(explanation, one));
}

/** The explanations of lines, or of mutants, that are no longer there. */
export function namesNothing(mutants: readonly Mutant[]): string[] {
  return Object.entries(byFile).flatMap(([file, of]) =>
    of.filter((explanation) => !mutants.some((one) => one.file === file && fits(explanation, one))).map(({ line }) => `${file}: ${line}`),
  );
}
