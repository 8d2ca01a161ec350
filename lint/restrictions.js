import { electronPackages, worldGlobals } from './rooms.js';

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const anyOf = (names) => names.map((name) => `${escape(name)}(?:/|$)`).join('|') || '(?!)';

/**
 * Import patterns for one row of the room table: no `../`, only the allowed rooms, packages and Node modules.
 * `electron` adds the shell's own packages (only for the files that may say them).
 */
export function importRules(row, { electron = false } = {}) {
  const packages = electron ? [...row.packages, ...electronPackages] : row.packages;
  const nodeModules = row.node.includes('*') ? 'node:' : `node:(?:${anyOf(row.node)})`;
  const typesOnly = row.typesOnly ?? [];
  const patterns = [
    { regex: '^\\.\\./', message: 'No `../`: name the room, `#main/cache/outbox/outbox.ts`.' },
    { regex: '^\\./[^?]*(?<!\\.(?:ts|js|svelte|css|json|sql|svg|woff2))(?:\\?.*)?$', message: 'Write the file extension.' },
    {
      regex: `^#(?!${[...row.rooms, row.room].map((room) => `${escape(room)}/`).join('|')})`,
      message: `${row.room} may import only: ${row.rooms.join(', ') || 'nothing'} (lint/rooms.js).`,
    },
    {
      regex: `^(?![.#])(?!${nodeModules})(?!${anyOf(packages)})`,
      message: `${row.room} does not own this package (lint/rooms.js).`,
    },
  ];
  if (typesOnly.length > 0)
    patterns.push({ regex: `^(?:${typesOnly.map(escape).join('|')})`, allowTypeImports: true, message: 'Types only here: `import type`.' });
  return { patterns };
}

/** Syntax that is banned by room: default exports, enums, hidden time and chance, dropped transactions, deleted edits. */
export function syntaxRules({ pure = false, dynamicImport = false }) {
  return [
    { selector: 'ExportDefaultDeclaration', message: 'Name the export.' },
    { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
    {
      selector: 'CallExpression[callee.property.name="transaction"] > :matches(ArrowFunctionExpression, FunctionExpression)[async=true]',
      message: 'better-sqlite3 commits nothing from an async transaction: its statements land outside it.',
    },
    { selector: 'Literal[value=/delete\\s+from\\s+[`"]?outbox\\b/i]', message: 'An edit is never deleted: give it a verdict.' },
    { selector: 'TemplateElement[value.raw=/delete\\s+from\\s+[`"]?outbox\\b/i]', message: 'An edit is never deleted: give it a verdict.' },
    {
      selector: 'CallExpression[callee.property.name="delete"][arguments.0.name="outbox"]',
      message: 'An edit is never deleted: give it a verdict.',
    },
    ...(dynamicImport ? [] : [{ selector: 'ImportExpression', message: 'Dynamic import only in main/host.' }]),
    ...(pure ? worldSyntax : []),
  ];
}

const worldSyntax = [
  { selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]', message: 'Take the time from World.' },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Take the time from World.' },
  { selector: 'CallExpression[callee.name="Date"]', message: 'Take the time from World.' },
  { selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]', message: 'Take chance from World.' },
  {
    selector: 'ImportDeclaration[source.value="node:crypto"] > ImportSpecifier[imported.name=/^random/]',
    message: 'Take chance from World.',
  },
];

export const worldGlobalRules = worldGlobals.map((name) => ({ name, message: 'Take it from World (shared/world.ts).' }));
