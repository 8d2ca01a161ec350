import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { copyTo, offsetOf, outFolder, root, type Mutant } from './mutation-sandbox.ts';

interface Placed extends Mutant {
  from: number;
  to: number;
  /** The declaration or method that it is in: its first and last line, from 1. */
  unit: [first: number, last: number];
}

/**
 * Which of these the compiler refuses: no bug that anybody could land. One mutant a declaration at a time, in all files at once; an error
 * counts for the mutant of the declaration that it is in, and where it is in none, each mutant of that file is looked at alone.
 */
export function refusedByTypes(mutants: readonly Mutant[], report: (line: string) => void): Set<string> {
  const folder = path.join(outFolder, 'types');
  copyTo(folder);
  writeFileSync(path.join(folder, 'tsconfig.mutation.json'), '{ "extends": "./tsconfig.json", "include": ["shared", "main"] }');
  const refused = new Set<string>();
  let left = [...Map.groupBy(mutants, ({ file }) => file)].flatMap(([file, of]) => placed(file, of));
  const alone: Placed[] = [];
  for (let round = 1; left.length > 0 || alone.length > 0; round += 1) {
    const now = left.length > 0 ? oneOf(left, ({ file, unit }) => `${file} ${unit[0]}`) : oneOf(alone, ({ file }) => file);
    const isAlone = left.length === 0;
    if (isAlone) alone.splice(0, alone.length, ...alone.filter((one) => !now.includes(one)));
    left = left.filter((one) => !now.includes(one));
    const byFile = Map.groupBy(now, ({ file }) => file);
    for (const [file, of] of byFile) writeFileSync(path.join(folder, file), mutated(sourceOf(file), of));
    const unclear = new Set<string>();
    for (const { file, line } of errorsIn(folder)) {
      const of = byFile.get(file) ?? [];
      const [one] = isAlone ? of : of.filter(({ unit: [first, last] }) => first <= line && line <= last);
      if (one) refused.add(one.id);
      else if (!of.some(({ id }) => refused.has(id))) unclear.add(file);
    }
    alone.push(...now.filter((one) => !isAlone && unclear.has(one.file)));
    for (const file of byFile.keys()) writeFileSync(path.join(folder, file), sourceOf(file));
    if (round % 20 === 0) report(`   ${refused.size} refused by the compiler, ${left.length + alone.length} to go`);
  }
  return refused;
}

function oneOf(mutants: readonly Placed[], by: (one: Placed) => string): Placed[] {
  return [...Map.groupBy(mutants, by).values()].flatMap((of) => of.slice(0, 1));
}

const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

function placed(file: string, mutants: readonly Mutant[]): Placed[] {
  const source = sourceOf(file);
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const nodes = tree.statements.flatMap((node): ts.Node[] => (ts.isClassDeclaration(node) ? [...node.members] : [node]));
  const lineAt = (at: number) => tree.getLineAndCharacterOfPosition(at).line + 1;
  const units = nodes.map((node): [number, number] => [lineAt(node.getStart(tree)), lineAt(node.end)]);
  return mutants.map((one) => {
    const line = one.start.line + 1;
    const unit = units.find(([first, last]) => first <= line && line <= last) ?? [line, line];
    return { ...one, from: offsetOf(source, one.start), to: offsetOf(source, one.end), unit };
  });
}

/** Later lines keep their numbers, so that each error finds its mutant. */
function mutated(source: string, mutants: readonly Placed[]): string {
  let text = source;
  for (const { from, to, was, instead } of mutants.toSorted((a, b) => b.from - a.from)) {
    const missing = was.split('\n').length - instead.split('\n').length;
    text = text.slice(0, from) + (missing < 0 ? instead.replaceAll('\n', ' ') : instead + '\n'.repeat(missing)) + text.slice(to);
  }
  return text;
}

function errorsIn(folder: string): { file: string; line: number }[] {
  const tsc = path.join(root, 'node_modules/@typescript/native/bin/tsc');
  const info = path.join(outFolder, 'types.tsbuildinfo');
  const args = [tsc, '-p', 'tsconfig.mutation.json', '--noEmit', '--incremental', '--tsBuildInfoFile', info, '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return stdout.split('\n').flatMap((text) => {
    const [, file, line] = /^(\S+\.ts)\((\d+),\d+\): error/.exec(text) ?? [];
    return file === undefined ? [] : [{ file, line: Number(line) }];
  });
}
