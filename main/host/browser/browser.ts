// Starts the browser host, which no package contains: its door first, then the core behind it. The core is compiled once for each build: what
// comes of that is kept beside it.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openEarly } from './door.ts';

const out = path.dirname(import.meta.dirname);
enableCompileCache(path.join(out, 'compiled'));
const args = process.argv.slice(2);
const door = await openEarly(args, path.join(out, 'renderer'));
const core = (await import(pathToFileURL(path.join(out, 'browser/browser-host.mjs')).href)) as typeof import('./browser-host.ts');
await core.openBrowserHost(args, door);
