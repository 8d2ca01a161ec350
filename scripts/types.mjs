// `npm run types`: what only types can tell. svelte-check judges every file of the project and leaves what it made of each page in .svelte-check;
// then what `shared` may know of where it runs; then the rules that need types, over the files and what was made of the pages.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './freshness.mjs';
import { makeMessages } from './messages/make.mjs';

const run = (file, ...args) =>
  spawnSync(process.execPath, [path.join(root, 'node_modules', file), ...args], { cwd: root, stdio: 'inherit' }).status === 0;

makeMessages();
const made = path.join('.svelte-check', 'svelte');
rmSync(path.join(root, made), { recursive: true, force: true });
const pages = () => readdirSync(path.join(root, made), { recursive: true }).filter((file) => path.basename(file).startsWith('++'));
const good = [
  run('svelte-check/bin/svelte-check', '--tsgo', '--tsconfig', './tsconfig.json', '--threshold', 'error', '--output', 'machine'),
  run('@typescript/native/bin/tsc', '-p', 'tsconfig.shared.json'),
  run('oxlint/bin/oxlint', '-f', 'unix', '.', ...pages().map((file) => path.join(made, file))),
];
process.exit(good.every(Boolean) ? 0 : 1);
