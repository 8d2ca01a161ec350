// The page lab/bench/performance.md: words written by hand, and parts between marks that the benches write again.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const root = path.dirname(path.dirname(import.meta.dirname));
const page = path.join(root, 'lab/bench/performance.md');

/** Replaces what is between `<!-- name -->` and `<!-- /name -->`; everything else stays as it is. Throws when the marks are missing. */
export function writePart(name, text) {
  const before = readFileSync(page, 'utf8');
  const marks = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`);
  if (!marks.test(before)) throw new Error(`lab/bench/performance.md has no part <!-- ${name} --> … <!-- /${name} -->`);
  writeFileSync(
    page,
    before.replace(marks, () => `<!-- ${name} -->\n\n${text}\n\n<!-- /${name} -->`),
  );
}

/** Writes a table of moments, each beside its budget, below what was run; `budget` null and `met` empty where there is none. */
export function writeMoments(name, said, moments) {
  const lines = moments.map(
    ({ moment, figure, unit, budget, met, detail }) =>
      `| ${moment} | ${figure.toFixed(1)} ${unit} | ${budget ?? ''} | ${met} | ${detail} |`,
  );
  writePart(name, [said, '', '| moment | figure | budget | | |', '|---|---|---|---|---|', ...lines].join('\n'));
  console.log('\nWrote lab/bench/performance.md');
}

/** The machine in one line: processor, how many, memory, Node. */
export function machine() {
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus()[0]?.model.trim() ?? 'unknown'} × ${os.cpus().length}, ${memory} GB, ${os.type()}, Node ${process.versions.node}`;
}

/** The load of the last minute per processor, read before the bench begins. */
export function busyBefore() {
  return Number((os.loadavg()[0] / os.cpus().length).toFixed(2));
}

export const today = () => new Date().toISOString().slice(0, 10);
