import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { importRules, syntaxRules, worldGlobalRules } from './lint/restrictions.js';
import { chanceFile, driverFile, electronFiles, lateFiles, rooms, schemaFile } from './lint/rooms.js';

const typed = ['**/*.ts', '**/*.svelte'];
const filesOf = (room) => [`${room}/**/*.ts`, `${room}/**/*.svelte`];

/** The room table as rules: who may import whom, which globals come from World. */
const roomRules = rooms.flatMap((row) => [
  {
    files: filesOf(row.room),
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', importRules(row)],
      'no-restricted-syntax': ['error', ...syntaxRules(row)],
      ...(row.pure ? { 'no-restricted-globals': ['error', ...worldGlobalRules] } : {}),
    },
  },
  ...(row.room === 'main/storage'
    ? [
        {
          files: [driverFile],
          rules: {
            '@typescript-eslint/no-restricted-imports': ['error', importRules(row, { driver: true })],
            'no-restricted-syntax': ['error', ...syntaxRules(row, { driver: true })],
          },
        },
        { files: [chanceFile], rules: { 'no-restricted-syntax': ['error', ...syntaxRules(row, { chance: true })] } },
      ]
    : []),
  ...(row.room === 'shared'
    ? [{ files: [schemaFile], rules: { '@typescript-eslint/no-restricted-imports': ['error', importRules(row, { schema: true })] } }]
    : []),
  ...lateFiles
    .filter(
      (file) => file.startsWith(`${row.room}/`) && !rooms.some(({ room }) => room.length > row.room.length && file.startsWith(`${room}/`)),
    )
    .map((file) => ({ files: [file], rules: { 'no-restricted-syntax': ['error', ...syntaxRules(row, { late: true })] } })),
  ...(row.room === 'main/host'
    ? [{ files: [electronFiles], rules: { '@typescript-eslint/no-restricted-imports': ['error', importRules(row, { electron: true })] } }]
    : []),
]);

const sizes = (lines, linesPerFunction) => ({
  'max-lines': ['error', { max: lines, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: linesPerFunction, skipBlankLines: true, skipComments: true }],
});

export default defineConfig(
  {
    ignores: [
      '.svelte-check/**',
      'out/**',
      'dist*/**',
      'node_modules/**',
      'test/electron-stub/**',
      '**/__screenshots__/**',
      'shared/messages/made/**',
    ],
  },
  ts.configs.recommended.map((config) => ({ ...config, files: typed })),
  svelte.configs.recommended,
  {
    files: typed,
    languageOptions: {
      globals: { ...globals.node, ...globals.browser },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      ...sizes(250, 60),
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig: { compilerOptions: { runes: true } } } },
    rules: {
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // state is replaced, not changed in place, so plain sets and maps are right
      'svelte/prefer-svelte-reactivity': 'off',
      // nothing here is a store: asking every name for its type cost a twentieth of the whole lint
      'svelte/require-store-reactive-access': 'off',
    },
  },
  {
    // one rule, no-unused-props, asks for types, and of its own file alone: a program that follows no import costs nothing
    files: ['**/*.svelte'],
    languageOptions: {
      parserOptions: { project: 'lint/tsconfig.svelte.json', tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
  },
  roomRules,
  {
    files: ['test/**/*.ts', 'lab/**/*.ts'],
    rules: {
      ...sizes(400, 120),
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name=/^(test|it|describe)$/][property.name=/^(skip|only|todo)$/]',
          message: 'No skipped or focused tests.',
        },
        {
          selector: 'MemberExpression[object.name="vi"][property.name=/^wait(For|Until)$/]',
          message: 'It gives up after a second, which a busy machine may need: `until` of test/until.ts, or `expect.poll`.',
        },
      ],
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ regex: '^\\.\\./', message: 'No `../`: name the room.' }] }],
    },
  },
  {
    files: ['scripts/**/*.mjs', 'lint/**/*.js', '*.js', 'test/**/*.mjs', 'test/**/*.js', 'lab/**/*.mjs'],
    languageOptions: { globals: globals.node },
    rules: { 'no-undef': 'error', 'no-unused-vars': 'error', 'prefer-const': 'error', ...sizes(250, 60) },
  },
  // what these hand to a page runs there
  { files: ['lab/bench/*.mjs', 'scripts/guide*.mjs'], languageOptions: { globals: globals.browser } },
  { files: ['*.ts', 'test/until.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
