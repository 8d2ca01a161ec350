import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

export const root = path.resolve(import.meta.dirname, '../..');
export const outFolder = path.join(root, 'out/mutation');

interface Place {
  /** From 0. */
  line: number;
  column: number;
}

/** A small bug that a machine makes. `id` switches it on. */
export interface Mutant {
  id: string;
  file: string;
  start: Place;
  end: Place;
  what: string;
  instead: string;
}

export const rooms = ['main/sync', 'main/edits', 'main/cache', 'main/api', 'main/accounts'];

/** Words for logs and for whoever mends a bug: nobody judges by them. */
const saysOnly = /^(?:(?:this\.)?(?:#parts\.)?(?:parts\.|store\.)?world\.)?log\.\w+\(|^\w*[wW]orld\.passing\(/;
const ignorer = {
  shouldIgnore: (at: object) => {
    const node = at as { isNewExpression(): boolean; isCallExpression(): boolean; toString(): string };
    if (node.isNewExpression() && node.toString().startsWith('new Error(')) return 'an error for whoever mends it';
    if (!node.isCallExpression()) return undefined;
    if (node.toString().startsWith('import.meta.glob')) return 'read by the builder';
    return saysOnly.test(node.toString()) ? 'a line of the log' : undefined;
  },
};

const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };

/** Copies what tests and the compiler need into a folder of its own, and answers which files. */
export function copyTo(folder: string): string[] {
  rmSync(folder, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).stdout.split('\n');
  const files = listed.filter((file) => file !== '' && !/^(build|test\/(e2e|component|bench))\//.test(file));
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file));
  mkdirSync(path.join(folder, 'out'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return files;
}

/**
 * A copy with every mutant of the rooms beside the code that it stands for. Texts are not mutated: nearly all are members of unions, where
 * the compiler refuses another, and the rest are words for people, which test/lint/sentences.test.ts holds.
 */
export async function makeSandbox(folder: string): Promise<Mutant[]> {
  const files = copyTo(folder).filter((file) => file.endsWith('.ts') && rooms.some((room) => file.startsWith(`${room}/`)));
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(path.join(root, name), 'utf8') }));
  const options = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [ignorer] };
  const made = await new Instrumenter(quiet as never).instrument(sources, options);
  for (const { name, content } of made.files) writeFileSync(path.join(folder, name), content);
  return made.mutants
    .filter(({ status }) => status === undefined)
    .map(({ id, fileName: file, location: { start, end }, mutatorName: what, replacement: instead }) => ({
      ...{ id, file, start, end, what, instead },
    }));
}
