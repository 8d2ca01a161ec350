// A copy of `out/`, which ships, beside itself for an Electron of the time before Node 22. Every file is the one that ships; four programs
// and the page get one line in front that brings what is missing. Nothing is compiled again.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../freshness.mjs';
import { haveNatives } from './natives.mjs';

const folder = path.join(root, 'out/old-electron');
const out = path.join(folder, 'out');
const shipped = ['main', 'network', 'reading', 'service', 'preload', 'renderer', 'icons'];

function change(file, how) {
  const target = path.join(out, file);
  const before = readFileSync(target, 'utf8');
  const after = how(before);
  if (after === before) throw new Error(`nothing to change in ${file}`);
  writeFileSync(target, after);
}

/** A name that an import asks for and a module has not ends a program before its first line: it comes from us instead. */
const withNode24 = (text) =>
  `import{getCACertificates}from"./node-24.mjs";${text.replace(',getCACertificates}from"node:tls"', '}from"node:tls"')}`;
const withLanguage = (text) => `import"./newer-language.js";${text}`;

/** Builds `out/old-electron` from `out`, and answers that folder. */
export async function buildForOldElectron() {
  rmSync(folder, { recursive: true, force: true });
  for (const name of shipped)
    cpSync(path.join(root, 'out', name), path.join(out, name), { recursive: true, filter: (file) => !file.endsWith('.map') });
  // beside each program: a package ships these folders and no other
  const beside = { main: 'node-24.mjs', network: 'node-24.mjs', reading: 'newer-language.js', 'renderer/assets': 'newer-language.js' };
  for (const [place, name] of Object.entries(beside)) cpSync(path.join(import.meta.dirname, name), path.join(out, place, name));
  change('main/electron.mjs', withNode24);
  change('network/network-program.mjs', withNode24);
  change('reading/reader-program.mjs', withLanguage);
  change('renderer/index.html', (text) => text.replace('<head>', '<head><script src="./assets/newer-language.js"></script>'));
  // a worker has globals of its own
  for (const name of readdirSync(path.join(out, 'renderer/assets')))
    if (/worker.*\.mjs$/.test(name)) change(`renderer/assets/${name}`, withLanguage);

  for (const [name, file] of Object.entries(await haveNatives())) {
    const module = path.join(folder, 'node_modules', name);
    for (const part of ['lib', 'package.json'])
      cpSync(path.join(root, 'node_modules', name, part), path.join(module, part), { recursive: true });
    mkdirSync(path.join(module, 'prebuilds'));
    cpSync(file, path.join(module, 'prebuilds/linux-x64.node'));
  }
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  return folder;
}
