// The switches that are burnt into Electron's own program, read back from it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { load } from 'js-yaml';
import { root } from '../freshness.mjs';

/** The fuses that electron-builder.yml asks for, by their names there. */
export function wantedFuses() {
  return load(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')).electronFuses;
}

/** The state of every fuse of a program, by electron-builder's name: true, false, or undefined where the program has no such fuse. */
export async function fusesOf(program) {
  const wire = await getCurrentFuseWire(program);
  const states = { [FuseState.ENABLE]: true, [FuseState.DISABLE]: false };
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  return Object.fromEntries(names.map((name) => [name[0].toLowerCase() + name.slice(1), states[wire[FuseV1Options[name]]]]));
}
