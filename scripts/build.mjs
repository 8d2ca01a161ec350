// Builds the programs into out/ (vite.config.ts) and remembers from which sources.
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { isFresh, markFresh, root } from './freshness.mjs';

/** Builds unless `out/` is current; `force` builds anyway. */
export async function build({ force = false } = {}) {
  if (!force && isFresh()) return;
  const startedAt = performance.now();
  process.stderr.write('[build] window, main process, preload, browser host, file reader, sandbox\n');
  await buildAll();
  // what was compiled of the last build
  rmSync(path.join(root, 'out/compiled'), { recursive: true, force: true });
  cpSync(path.join(root, 'build/icons'), path.join(root, 'out/icons'), { recursive: true });
  if (!process.env.LAYOVER_BUILD) markFresh();
  process.stderr.write(`[build] ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** Builds the shipped form in every case: a test must not start an app with extra code for tests. */
async function buildAll() {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const builder = await createBuilder({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
    await builder.buildApp();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

if (process.argv[1] === import.meta.filename) await build({ force: true });
