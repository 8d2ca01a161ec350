// Starts the browser host, which no package contains. Its program is compiled once for each build: what comes of that is kept beside it.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const out = path.dirname(import.meta.dirname);
enableCompileCache(path.join(out, 'compiled'));
await import(pathToFileURL(path.join(out, 'browser/browser-host.mjs')).href);
