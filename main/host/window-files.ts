import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One file of the built window. */
export interface WindowFile {
  /** Read when it is first asked for, and kept; null when it is gone. */
  body(): Buffer | null;
  contentType: string;
  cacheControl: string;
  /** True for the script of the reader of PDFs, whose decoders of pictures are WebAssembly. */
  compilesWasm: boolean;
}

const contentTypes: Record<string, string> = {
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.icc': 'application/vnd.iccprofile',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pfb': 'application/x-font-type1',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * Every file of the built window by its URL path; `/` is the page itself. Anything else does not exist, so no path can
 * leave the folder. Files of unknown type and source maps are left out.
 */
export function windowFiles(folder: string): Map<string, WindowFile> {
  const files = new Map<string, WindowFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const contentType = contentTypes[path.extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) continue;
    const full = path.join(entry.parentPath, entry.name);
    const url = `/${path.relative(folder, full).split(path.sep).join('/')}`;
    const hashed = url.startsWith('/assets/');
    files.set(url, {
      body: readOnce(full),
      contentType,
      cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'no-store',
      compilesWasm: /^\/assets\/pdf\.worker\.[^/]*\.mjs$/.test(url),
    });
  }
  const page = files.get('/index.html');
  if (page) files.set('/', page);
  return files;
}

function readOnce(file: string): () => Buffer | null {
  let read: Buffer | null = null;
  return () => {
    try {
      return (read ??= readFileSync(file));
    } catch {
      return null;
    }
  };
}

/** Reads unrequested files, one per turn, so that a new build or an update does not break an open window. */
export async function readBehind(files: ReadonlyMap<string, WindowFile>): Promise<void> {
  for (const file of files.values()) {
    file.body();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** When a window has its first page, in milliseconds after the start. */
export const BEHIND_MS = 3_000;
