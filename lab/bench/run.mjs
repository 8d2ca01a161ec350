// Runs subjects of the bench as child processes, in turn, round by round, so that a noisy machine is noisy for all of them.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { build } from 'vite';
import { root } from './report.mjs';

const peers = path.join(import.meta.dirname, 'peers');

const all =
  'exact bytes and their hash before the first byte, verdict with record, trail, report, lists and words; after a kill none sent twice';
const none = 'no intents: what was under way when it was killed is sent again';

/** name → how it is started, what must be known about its settings, and what it promises of an edit. `limit` is the machine, not a client. */
export const subjects = {
  limit: {
    file: path.join(peers, 'raw.mjs'),
    message: 'raw better-sqlite3 (WAL, FULL), bare undici',
    keeps: 'two rows on the disk; sends and forgets',
  },
  layover: {
    file: path.join(import.meta.dirname, 'layover.ts'),
    message: 'the real core: recordEdit, engine, lists (WAL, FULL)',
    keeps: all,
  },
  encrypted: {
    file: path.join(import.meta.dirname, 'layover.ts'),
    message: 'the same core on an encrypted database',
    keeps: 'the same, and nothing readable on the disk',
    options: { sealed: true },
  },
  powersync: {
    file: path.join(peers, 'powersync.mjs'),
    message: '@powersync/node, synchronous=FULL set on its writer',
    keeps: `a queue on the disk; ${none}`,
  },
  watermelon: {
    file: path.join(peers, 'watermelon.mjs'),
    message: 'WatermelonDB, its default rollback journal',
    keeps: `changed rows on the disk; ${none}`,
    options: { wal: false },
  },
  watermelonWal: {
    file: path.join(peers, 'watermelon.mjs'),
    message: 'WatermelonDB, WAL and FULL forced by us',
    keeps: `changed rows on the disk; ${none}`,
    options: { wal: true },
  },
  tanstack: {
    file: path.join(peers, 'tanstack.mjs'),
    message:
      '@tanstack/offline-transactions, outbox in SQLite (WAL, FULL), collection in memory; at most 200 edits to replay and 1,000 queued, since each costs more than the one before',
    keeps: `a queue on the disk; ${none}`,
  },
};

/** Installs the peers from their own lock. Answers what went wrong, or null. */
export function installPeers() {
  if (existsSync(path.join(peers, 'node_modules/.package-lock.json'))) return null;
  console.log('Installing the peers (their own package.json and lock, never part of the project) …');
  const r = spawnSync('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
    cwd: peers,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return r.status === 0 ? null : (r.stderr || String(r.error)).trim().split('\n').slice(-3).join(' ');
}

/** Bundles Layover's core as the product is bundled: Node's own reading of TypeScript would cost it 30 MB and half a second a process. */
export async function bundleCore() {
  const outDir = path.join(root, 'node_modules/.cache/layover-bench');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: true,
      target: 'node24',
      rolldownOptions: {
        input: { core: subjects.layover.file, network: path.join(root, 'main/host/network/network-program.ts') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  for (const subject of [subjects.layover, subjects.encrypted]) {
    subject.file = path.join(outDir, 'core.mjs');
    subject.options = { ...subject.options, networkProgram: path.join(outDir, 'network.mjs') };
  }
}

/** Runs one verb of one subject, by its name or as it is, in a process of its own and answers its figures, or `{ error }`. */
export function runOne(named, work, options, limitSeconds = 300) {
  const subject = typeof named === 'string' ? subjects[named] : named;
  const preload = subject.preload ? ['--import', subject.preload] : [];
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        ...preload,
        subject.file,
        work,
        JSON.stringify({ from: root, ...subject.options, ...options }),
      ],
      // Compiled once, as the product's program is; every subject's.
      { stdio: ['ignore', 'pipe', 'pipe'], cwd: root, env: { ...process.env, NODE_COMPILE_CACHE: path.join(folders, 'compiled') } },
    );
    let out = '';
    let err = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1000);
    child.stdout.on('data', (d) => (out += d));
    child.stderr.on('data', (d) => (err += d));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const line = out.trim().split('\n').at(-1);
      if (code === 0 && line?.startsWith('{')) resolve(JSON.parse(line));
      else resolve({ error: signal ? `stopped after ${limitSeconds} s` : err.trim().split('\n').slice(-6).join(' | ').slice(0, 600) });
    });
  });
}

/** Removes what `prepared` made, so that a full run does not fill the disk. */
export function dropFolders(dirs) {
  for (const { dir } of Object.values(dirs)) if (dir) rmSync(dir, { recursive: true, force: true });
}

const folders = mkdtempSync(path.join(tmpdir(), 'layover-bench-'));
process.on('exit', () => rmSync(folders, { recursive: true, force: true }));

let made = 0;
/** A fresh folder for one run. */
export function folder() {
  const dir = path.join(folders, String(++made));
  mkdirSync(dir);
  return dir;
}

/** A throw-away certificate for the bare server, as two files. */
export async function certificate() {
  const pems = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const key = path.join(folders, 'key.pem');
  const cert = path.join(folders, 'cert.pem');
  writeFileSync(key, pems.private);
  writeFileSync(cert, pems.cert);
  return { key, cert };
}

/** Starts the bare HTTPS server in its own process. */
export async function startServer(files, latencyMs) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'server.mjs'), JSON.stringify({ ...files, latencyMs })], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await new Promise((resolve) => child.stdout.once('data', (d) => resolve(JSON.parse(d).port)));
  return { url: `https://127.0.0.1:${port}`, ca: files.cert, close: () => child.kill() };
}

/** min, median and max of a list of numbers. */
export function spread(list) {
  const sorted = list.filter((n) => Number.isFinite(n)).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  return { min: sorted[0], median: sorted[Math.floor((sorted.length - 1) / 2)], max: sorted.at(-1), runs: sorted.length };
}
