/** Packages and rooms that the window may import as types only. */
const windowTypes = ['#shared/zod', '@orpc/contract', '#shared/contract'];

/** The rooms that keep data: what the service said, what the user said, and what is made from both. */
const stored = [
  'main/storage',
  'main/registry',
  'main/audit',
  'main/records',
  'main/outbox',
  'main/names',
  'main/documents',
  'main/statements',
  'main/projections',
  'main/recovery',
];

/**
 * Allowed imports between rooms, and each room's packages (docs/architecture.md). `eslint.config.js` turns the rows into errors. `pure` rooms take
 * time, random numbers, network and logging from World.
 */
export const rooms = [
  { room: 'shared', rooms: [], packages: ['@orpc/contract', 'ibantools'], node: [], pure: true },
  {
    room: 'renderer',
    rooms: ['shared'],
    packages: ['svelte', '@fontsource-variable/inter'],
    node: [],
    typesOnly: windowTypes,
  },
  {
    room: 'renderer/state',
    rooms: ['shared'],
    packages: ['svelte', '@orpc/client', '@orpc/contract'],
    node: [],
    typesOnly: windowTypes,
  },
  {
    room: 'renderer/parts',
    rooms: ['shared', 'renderer/state'],
    packages: ['svelte', 'bits-ui', '@lucide/svelte', 'pdfjs-dist', '@zip.js/zip.js'],
    node: [],
    typesOnly: windowTypes,
  },
  {
    room: 'renderer/pages',
    rooms: ['shared', 'renderer/state', 'renderer/parts'],
    packages: ['svelte', '@lucide/svelte', '@orpc/client'],
    node: [],
    typesOnly: windowTypes,
  },
  {
    room: 'renderer/frame',
    rooms: ['shared', 'renderer/state', 'renderer/parts', 'renderer/pages'],
    packages: ['svelte', 'bits-ui', '@lucide/svelte'],
    node: [],
    typesOnly: windowTypes,
  },
  // Facts first (what the service said, what the user said), then what can be made anew from them. An upward import stands after the comment.
  {
    room: 'main/storage',
    rooms: ['shared'],
    packages: ['drizzle-orm'],
    node: ['crypto', 'fs', 'module', 'os', 'path'],
    pure: true,
  },
  {
    room: 'main/registry',
    rooms: ['shared', 'main/storage'],
    packages: ['drizzle-orm'],
    node: ['crypto', 'fs', 'path'],
    pure: true,
  },
  {
    room: 'main/audit',
    rooms: ['shared', 'main/storage', 'main/registry', /* up: */ 'main/outbox'],
    packages: ['drizzle-orm'],
    node: ['crypto'],
    pure: true,
  },
  {
    room: 'main/records',
    rooms: ['shared', 'main/storage', /* up: */ 'main/outbox', 'main/projections'],
    packages: ['drizzle-orm'],
    node: [],
    pure: true,
  },
  {
    room: 'main/outbox',
    rooms: ['shared', 'main/storage', 'main/registry', 'main/audit', 'main/records', /* up: */ 'main/projections', 'main/recovery'],
    packages: ['drizzle-orm'],
    node: ['crypto', 'fs', 'path'],
    pure: true,
  },
  {
    room: 'main/names',
    rooms: ['shared', 'main/storage', /* up: */ 'main/projections'],
    packages: ['drizzle-orm'],
    node: [],
    pure: true,
  },
  {
    room: 'main/documents',
    rooms: ['shared', 'main/storage', /* up: */ 'main/projections'],
    packages: ['drizzle-orm'],
    node: [],
    pure: true,
  },
  {
    room: 'main/statements',
    rooms: ['shared', 'main/storage', 'main/audit', 'main/names'],
    packages: ['drizzle-orm'],
    node: ['crypto'],
    pure: true,
  },
  {
    room: 'main/projections',
    rooms: ['shared', 'main/storage', 'main/records', 'main/outbox', 'main/names', 'main/documents'],
    packages: ['drizzle-orm'],
    node: [],
    pure: true,
  },
  {
    room: 'main/recovery',
    rooms: ['shared', 'main/storage', 'main/audit', 'main/outbox'],
    packages: ['drizzle-orm'],
    node: ['crypto', 'fs', 'path'],
    pure: true,
  },
  { room: 'main/edits', rooms: ['shared', ...stored], packages: [], node: ['crypto'], pure: true },
  {
    room: 'main/api',
    rooms: ['shared'],
    packages: ['undici'],
    node: ['buffer', 'crypto', 'dns', 'net', 'stream', 'tls', 'zlib'],
    pure: true,
  },
  {
    room: 'main/accounts',
    rooms: ['shared', ...stored, 'main/api'],
    packages: ['keytar', '@napi-rs/keyring', 'oauth4webapi', '@noble/hashes'],
    node: ['crypto', 'http', 'module', 'net', 'os'],
    pure: true,
  },
  { room: 'main/sync', rooms: ['shared', ...stored, 'main/api'], packages: [], node: ['crypto'], pure: true },
  {
    room: 'main/library',
    rooms: ['shared', ...stored, 'main/api'],
    packages: ['papaparse', 'pdfjs-dist', 'saxes', '@zip.js/zip.js'],
    node: ['buffer', 'crypto', 'fs', 'path', 'stream', 'zlib'],
    pure: true,
  },
  {
    room: 'main/account-life',
    rooms: ['shared', ...stored, 'main/api', 'main/accounts', 'main/sync', 'main/library'],
    packages: [],
    node: ['path'],
    pure: true,
  },
  {
    room: 'main/app',
    rooms: ['shared', ...stored, 'main/edits', 'main/api', 'main/accounts', 'main/sync', 'main/library', 'main/account-life'],
    packages: ['@orpc/server', '@orpc/contract'],
    node: ['buffer', 'crypto', 'fs', 'path', 'stream'],
  },
  {
    room: 'main/host',
    rooms: ['shared', 'main/app', 'main/account-life', 'main/accounts', 'main/api', 'main/library'],
    packages: ['undici', 'uuid', '@orpc/server', '@orpc/client', 'ws'],
    node: ['*'],
    dynamicImport: true,
  },
  {
    room: 'service',
    rooms: [],
    // its sign-in pages speak the browser's language
    files: ['shared/messages/t.ts', 'shared/messages/speak.ts', 'shared/values/language.ts'],
    packages: ['fastify', '@fastify/formbody', 'jose', 'selfsigned', 'pdf-lib', 'zod', 'better-sqlite3'],
    node: ['*'],
  },
];

/** The only file that knows which SQLite it is: it alone opens databases, prepares statements and executes texts of SQL. */
export const driverFile = 'main/storage/driver.ts';
/** The only file that makes keys' bytes: everything else takes chance from World. */
export const chanceFile = 'main/storage/sealing/secret-bytes.ts';
export const driverPackages = ['better-sqlite3', 'better-sqlite3-plain'];
/** The only door to zod: it must be told of the window's policy before the first schema is made. */
export const schemaFile = 'shared/zod.ts';
export const schemaPackages = ['zod'];
/** The only files besides hosts that load something when it is first wanted: the window behind its line, its pages, the reader of PDFs, and what only a sign-in needs. */
export const lateFiles = [
  'renderer/main.ts',
  'renderer/pages/pages.ts',
  'renderer/pages/bring-scripts.ts',
  'renderer/parts/files/locked-zip.ts',
  'renderer/parts/files/pdf-reader.svelte.ts',
  'main/accounts/oauth/loopback.ts',
  'main/library/reading/jobs.ts',
];

/** The only files that may say `electron`: two thin ones and what they are split into. */
export const electronFiles = 'main/host/electron/**/*.ts';
export const electronPackages = ['electron', 'electron-updater'];

/** Taken from World in pure rooms. */
export const worldGlobals = [
  'console',
  'crypto',
  'fetch',
  'performance',
  'process',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'WebSocket',
  'XMLHttpRequest',
];
