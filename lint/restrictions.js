import { driverPackages, electronPackages, schemaPackages, worldGlobals } from './rooms.js';

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const anyOf = (names) => names.map((name) => `${escape(name)}(?:/|$)`).join('|') || '(?!)';

/**
 * Import patterns for one row of the room table: no `../`, only the allowed rooms, packages and Node modules.
 * `electron`, `driver` and `schema` add the shell's own packages, SQLite and zod (only for the files that may say them).
 */
export function importRules(row, { electron = false, driver = false, schema = false } = {}) {
  const own = [...(electron ? electronPackages : []), ...(driver ? driverPackages : []), ...(schema ? schemaPackages : [])];
  const packages = [...row.packages, ...own];
  const nodeModules = row.node.includes('*') ? 'node:' : `node:(?:${anyOf(row.node)})`;
  const typesOnly = row.typesOnly ?? [];
  const patterns = [
    { regex: '^\\.\\./', message: 'No `../`: name the room, `#main/outbox/outbox.ts`.' },
    { regex: '^\\./[^?]*(?<!\\.(?:ts|js|svelte|css|json|sql|svg|woff2))(?:\\?.*)?$', message: 'Write the file extension.' },
    {
      regex: `^#(?!${[...[...row.rooms, row.room].map((room) => `${room}/`), ...(row.files ?? [])].map(escape).join('|')})`,
      message: `${row.room} may import only: ${row.rooms.join(', ') || 'nothing'} (lint/rooms.js).`,
    },
    {
      regex: `^(?![.#])(?!${nodeModules})(?!${anyOf(packages)})`,
      message: `${row.room} does not own this package (lint/rooms.js).`,
    },
  ];
  if (row.room.startsWith('main/'))
    patterns.push({ regex: '^node:timers', message: 'Electron wakes its loop for the global timers alone.' });
  if (typesOnly.length > 0)
    patterns.push({ regex: `^(?:${typesOnly.map(escape).join('|')})`, allowTypeImports: true, message: 'Types only here: `import type`.' });
  return { patterns };
}

/** Syntax that is banned by room: default exports, enums, hidden time and chance, dropped transactions, deleted edits, SQL by hand. */
export function syntaxRules({ room, pure = false, dynamicImport = false }, { driver = false, chance = false, late = false } = {}) {
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
    ...(dynamicImport || late
      ? []
      : [{ selector: 'ImportExpression', message: 'Dynamic import only in main/host and lateFiles (lint/rooms.js).' }]),
    ...(pure ? worldSyntax.filter(({ selector }) => !(chance && selector.includes('^random'))) : []),
    ...(room.startsWith('main/') && !driver ? sqlSyntax : []),
    ...(room.startsWith('renderer') ? [ownLocale] : []),
    ...(room.startsWith('main/') && room !== 'main/host' ? [english] : []),
  ];
}

const ownLocale = {
  selector: 'CallExpression[callee.property.name="toLocaleString"]',
  message: 'Numbers are written as the person does: formatCount (renderer/state/format-count.ts).',
};

/** Four words that begin like a sentence; what is thrown is for the log. */
const english = {
  selector:
    ':matches(Literal[value=/^[A-Z“][a-z’]*(?: [^ ]+){3}/], TemplateElement[value.raw=/^[A-Z“][a-z’]*(?: [^ ]+){3}/]):not(NewExpression > *, NewExpression *)',
  message: 'Main hands out values; the window (or the host, before there is one) has the words.',
};

const keepQueries = 'Queries are Drizzle’s and kept (main/storage/prepared.ts); only the driver prepares and executes SQL.';
const sqlCall = 'CallExpression[callee.property.name=/^(prepare|exec)$/]';
const sqlSyntax = [
  { selector: `${sqlCall}[callee.object.name=/^(sql|sqlite|database|db|connection|source)$/][arguments.length>0]`, message: keepQueries },
  { selector: `${sqlCall}[callee.object.property.name="sql"]`, message: keepQueries },
  {
    selector: `${sqlCall}[arguments.0.type=/Literal$/]:not([callee.object.type="Literal"], [callee.object.name=/^(sql|sqlite|database|db|connection|source)$/], [callee.object.property.name="sql"])`,
    message: keepQueries,
  },
  {
    selector:
      'ExpressionStatement > CallExpression[callee.property.name=/^(values|where|onConflictDoNothing|onConflictDoUpdate|returning)$/]',
    message: 'A builder without .run() writes nothing.',
  },
  {
    selector:
      'ExpressionStatement > CallExpression[callee.property.name="set"][callee.object.callee.property.name="update"][arguments.length=1]',
    message: 'A builder without .run() writes nothing.',
  },
];

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
