import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyTo, outFolder, root, type Mutant } from './mutation-sandbox.ts';

/** Which of these the compiler refuses: no bug that anybody could land. One mutant a file at a time, in all files at once. */
export function refusedByTypes(mutants: readonly Mutant[], report: (line: string) => void): Set<string> {
  const folder = path.join(outFolder, 'types');
  copyTo(folder);
  writeFileSync(path.join(folder, 'tsconfig.mutation.json'), '{ "extends": "./tsconfig.json", "include": ["shared", "main"] }');
  const refused = new Set<string>();
  const left = Map.groupBy(mutants, ({ file }) => file);
  for (let round = 1; left.size > 0; round += 1) {
    const now = [...left].flatMap(([file, of]) => {
      const one = of.pop();
      if (of.length === 0) left.delete(file);
      return one ? [one] : [];
    });
    for (const one of now) writeFileSync(path.join(folder, one.file), mutated(one));
    for (const file of filesWithErrors(folder)) {
      const one = now.find((mutant) => mutant.file === file);
      if (one) refused.add(one.id);
    }
    for (const { file } of now) writeFileSync(path.join(folder, file), sourceOf(file));
    if (round % 20 === 0) report(`   ${refused.size} refused by the compiler, ${left.size} files have more`);
  }
  return refused;
}

const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

function mutated({ file, start, end, instead }: Mutant): string {
  const source = sourceOf(file);
  const lines = source.split('\n');
  const at = ({ line, column }: Mutant['start']) => lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + column;
  return source.slice(0, at(start)) + instead + source.slice(at(end));
}

function filesWithErrors(folder: string): Set<string> {
  const tsc = path.join(root, 'node_modules/@typescript/native/bin/tsc');
  const info = path.join(outFolder, 'types.tsbuildinfo');
  const args = [tsc, '-p', 'tsconfig.mutation.json', '--noEmit', '--incremental', '--tsBuildInfoFile', info, '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return new Set(stdout.split('\n').flatMap((line) => /^(\S+\.ts)\(\d+,\d+\): error/.exec(line)?.[1] ?? []));
}
