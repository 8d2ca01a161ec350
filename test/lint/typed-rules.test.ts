import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript-eslint';
import { expect, test } from 'vitest';
import { tempFolder } from '#test/temp-folder.ts';

// Oxlint judges by types (.oxlintrc.json), ESLint by the text alone: between them nothing may fall. Each rule is broken once, in a file of its own.

const root = path.resolve(import.meta.dirname, '..', '..');
const modules = path.join(root, 'node_modules');

const broken: Record<string, string> = {
  'await-thenable': 'export const f = async (n: number) => { await n; };',
  'no-array-delete': 'export const f = (list: number[]) => { delete list[0]; };',
  'no-base-to-string': 'export const f = (thing: { a: 1 }) => String(thing);',
  'no-duplicate-type-constituents': 'export type Twice = string | number | string;',
  'no-floating-promises': 'export const f = (later: Promise<void>) => { later; };',
  'no-for-in-array': 'export const f = (list: number[]) => { for (const at in list) Reflect.get(list, at); };',
  'no-implied-eval': 'export const f = () => setTimeout("alert()", 1);',
  'no-misused-promises': 'export const f = (later: Promise<boolean>) => { if (later) return 1; return 2; };',
  'no-redundant-type-constituents': 'export type Any = unknown | "one";',
  'no-unnecessary-type-assertion': 'export const f = (n: number) => n as number;',
  'no-unsafe-argument': 'export const f = (g: (n: number) => void, text: string) => g(JSON.parse(text));',
  'no-unsafe-assignment': 'export const f = (text: string) => { const read = JSON.parse(text); return typeof read; };',
  'no-unsafe-call': 'export const f = (g: any) => { g(); };',
  'no-unsafe-enum-comparison': 'enum Fruit { apple } export const f = (fruit: Fruit) => fruit === 0;',
  'no-unsafe-member-access': 'export const f = (g: any) => typeof g.name;',
  'no-unsafe-return': 'export const f = (text: string) => JSON.parse(text);',
  'no-unsafe-unary-minus': 'export const f = (text: string) => -text;',
  'only-throw-error': 'export const f = () => { throw "no error"; };',
  'prefer-promise-reject-errors': 'export const f = () => Promise.reject("no error");',
  'restrict-plus-operands': 'export const f = (thing: object, n: number) => n + (thing as unknown as bigint);',
  'restrict-template-expressions': 'export const f = (thing: object) => `${thing}`;',
  'switch-exhaustiveness-check': 'export const f = (one: "a" | "b") => { switch (one) { case "a": return 1; } return 2; };',
};

/** Interfaces here declare functions as methods and never use `this`; a function may promise without waiting. */
const unwanted = ['unbound-method', 'require-await'];
/** The code that svelte-check generates around a page is `any`. */
const notOfPages = ['no-unsafe-assignment', 'no-unsafe-return'];
/** A test looks into JSON that it made itself. */
const notOfTests = [
  'no-base-to-string',
  ...['argument', 'assignment', 'call', 'member-access', 'return'].map((what) => `no-unsafe-${what}`),
];

const names = Object.keys(broken);
const but = (without: readonly string[]) => names.filter((name) => !without.includes(name));

test('every rule that needs types is asked', () => {
  const plugin = ts.plugin as { rules?: Record<string, { meta?: { docs?: { requiresTypeChecking?: boolean } } }> };
  const asks = (name: string) => plugin.rules?.[name]?.meta?.docs?.requiresTypeChecking === true;
  const recommended = ts.configs.recommendedTypeChecked
    .flatMap((config) => Object.entries(config.rules ?? {}))
    .filter(([, level]) => level !== 'off')
    .map(([name]) => name.replace('@typescript-eslint/', ''));
  expect(recommended.filter((name) => asks(name) && !names.includes(name)).sort()).toEqual([...unwanted].sort());
});

test.each([
  ['main', names],
  ['.svelte-check', but(notOfPages)],
  ['test', but(notOfTests)],
])('a violation of a rule in %s is found', (room, expected) => {
  const folder = tempFolder();
  copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  const tsconfig = { compilerOptions: { strict: true, target: 'ES2024', module: 'ESNext', types: [] }, include: [room] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  mkdirSync(path.join(folder, room));
  const files = names.map((name) => path.join(room, `${name}.ts`));
  for (const [at, file] of files.entries()) writeFileSync(path.join(folder, file), `${broken[names[at]!]}\n`);
  const { stdout } = spawnSync(process.execPath, [path.join(modules, 'oxlint/bin/oxlint'), '-f', 'unix', ...files], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, OXLINT_TSGOLINT_PATH: path.join(modules, '.bin', 'tsgolint') },
  });
  const found = [...stdout.matchAll(/([\w-]+)\.ts:.*typescript\(([\w-]+)\)/g)]
    .filter(([, file, rule]) => file === rule)
    .map(([, , rule]) => rule);
  expect([...new Set(found)].sort()).toEqual([...expected].sort());
});
