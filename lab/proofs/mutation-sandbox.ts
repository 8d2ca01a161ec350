import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { worthTrying } from './mutation-redundant.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const outFolder = path.join(root, 'out/mutation');

const hashesFile = path.join(outFolder, 'hashes.json');

/** Of the copied files, as they were when they were copied: a user may write on meanwhile. */
export const readHashes = () => JSON.parse(readFileSync(hashesFile, 'utf8')) as Record<string, string>;

interface Place {
  /** From 0. */
  line: number;
  column: number;
}

/** A small bug that a machine makes. `id` switches it on in this sandbox; `key` names it in every run. */
export interface Mutant {
  id: string;
  key: string;
  file: string;
  start: Place;
  end: Place;
  what: string;
  /** The original text and its replacement. */
  was: string;
  instead: string;
  /** The whole line of the place, trimmed. */
  line: string;
}

export const stored = ['storage', 'registry', 'audit', 'records', 'outbox', 'names', 'documents', 'projections', 'recovery'].map(
  (name) => `main/${name}`,
);
export const rooms = ['main/sync', 'main/edits', 'main/accounts', 'main/api', ...stored];

/** Words for logs and for whoever mends a bug: nobody judges by them. */
const saysOnly = /^(?:(?:this\.)?(?:#parts\.)?(?:parts\.|store\.)?world\.)?log\.\w+\(|^\w*[wW]orld\.passing\(/;
const mayBeIgnored = new Set(['NewExpression', 'ArrowFunctionExpression', 'CallExpression', 'ExpressionStatement']);
const ignorer = {
  shouldIgnore: (at: object) => {
    const node = at as { type: string; toString(): string };
    if (!mayBeIgnored.has(node.type)) return undefined;
    const text = node.toString();
    if (node.type === 'NewExpression') return text.startsWith('new Error(') ? 'an error for whoever mends it' : undefined;
    if (node.type === 'ArrowFunctionExpression') return /^\([^()]*\) => [\w.#]*log\.\w+\(/.test(text) ? 'a line of the log' : undefined;
    if (text.startsWith('import.meta.glob')) return 'read by the builder';
    return saysOnly.test(text) ? 'a line of the log' : undefined;
  },
};

const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };

/** StrykerJS's switch knows one mutant at a time; ours knows sets (`mutation-runner.ts`). */
const ourSwitch = `const stryMutAct_9fa48 = id => globalThis.__mutants?.isActive(id) ?? false;
const stryCov_9fa48 = (...ids) => globalThis.__mutants?.meet(ids);
`;

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
  const copied = copyTo(folder);
  const hashes = Object.fromEntries(copied.map((file) => [file, hashOf(readFileSync(path.join(folder, file)))]));
  const files = copied.filter((file) => file.endsWith('.ts') && rooms.some((room) => file.startsWith(`${room}/`)));
  const sources = new Map(files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  writeFileSync(hashesFile, JSON.stringify(hashes, null, 1));
  const options = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [ignorer] };
  const toInstrument = [...sources].map(([name, content]) => ({ name, mutate: true, content }));
  const made = await new Instrumenter(quiet as never).instrument(toInstrument, options);
  for (const { name, content } of made.files) writeFileSync(path.join(folder, name), withOurSwitch(content));
  const mutants = made.mutants
    .filter(({ status }) => status === undefined)
    .map(({ id, fileName: file, location: { start, end }, mutatorName: what, replacement: instead }) => {
      const source = sources.get(file) ?? '';
      const was = source.slice(offsetOf(source, start), offsetOf(source, end));
      return { id, key: '', file, start, end, what, was, instead, line: source.split('\n')[start.line]?.trim() ?? '' };
    });
  return named([...Map.groupBy(mutants, ({ file }) => file)].flatMap(([file, of]) => worthTrying(sources.get(file) ?? '', of)));
}

function withOurSwitch(content: string): string {
  const from = content.indexOf('function stryNS_9fa48()');
  const last = content.indexOf('stryMutAct_9fa48 = isActive;');
  if (from === -1) return content;
  return content.slice(0, from) + ourSwitch + content.slice(content.indexOf('\n}', last) + 2);
}

export function offsetOf(source: string, { line, column }: Place): number {
  let at = 0;
  for (let n = 0; n < line; n += 1) at = source.indexOf('\n', at) + 1;
  return at + column;
}

export const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 12);

/** Names mutants independently of other lines of their file; identical ones are numbered from 0. */
function named(mutants: readonly Mutant[]): Mutant[] {
  const seen = new Map<string, number>();
  return mutants.map((one) => {
    const name = `${one.file} ${hashOf([one.line, one.was, one.what, one.instead].join('\0'))}`;
    const place = seen.get(name) ?? 0;
    seen.set(name, place + 1);
    return { ...one, key: `${name} ${place}` };
  });
}
