// The long proofs of docs/laws.md: each with a seed, a size and a report. `npm run proofs -- --help` lists them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '#scripts/freshness.mjs';

const table = JSON.parse(readFileSync(path.join(root, 'lab/proofs/proofs.json'), 'utf8'));
const resultsFile = path.join(root, 'lab/proofs/report.json');
const reportFile = path.join(root, 'lab/proofs/report.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, size: { type: 'string' }, help: { type: 'boolean', short: 'h' }, 'no-report': { type: 'boolean' } },
});

if (values.help) {
  console.log('npm run proofs [-- NAME … --seed N --size N --no-report]\n');
  for (const p of table)
    console.log(`  ${p.name.padEnd(18)} ${p.promise.padEnd(10)} ${String(p.size).padStart(8)} ${p.unit.padEnd(12)} ${p.message}`);
  process.exit(0);
}

const unknown = positionals.filter((name) => !table.some((p) => p.name === name));
if (unknown.length > 0) {
  console.error(`No such proof: ${unknown.join(', ')}. \`npm run proofs -- --help\` lists them.`);
  process.exit(2);
}
const chosen = positionals.length === 0 ? table : table.filter((p) => positionals.includes(p.name));
const commit = commitHere();
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));

let failed = 0;
const results = {};
for (const proof of chosen) {
  const size = Number(values.size ?? proof.size);
  console.log(`\n== ${proof.name} (${proof.promise}): ${size} ${proof.unit}, seed ${seed}`);
  const started = performance.now();
  const result = await attempt(proof, size);
  const seconds = (performance.now() - started) / 1000;
  const holds = result.violationCount === 0 && result.ran >= size;
  if (!holds) failed += 1;
  console.log(`${holds ? 'holds' : 'BROKEN'}: ${result.ran} ${proof.unit} in ${seconds.toFixed(1)} s, ${result.violationCount} violations`);
  for (const v of result.violations) console.log(`  ${v}`);
  results[proof.name] = {
    ...result,
    seed,
    size,
    seconds: Number(seconds.toFixed(1)),
    holds,
    on: new Date().toISOString().slice(0, 10),
    commit,
  };
}

if (!values['no-report']) {
  // Read only now: another run may have written its own proofs meanwhile.
  const known = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
  const all = { ...known, ...results };
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(reportFile, page(all));
}
console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** The newest commit of main below this one, with a `+` for changed files; null outside of a clone. */
function commitHere() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const base = ['refs/heads/main', 'refs/remotes/origin/main', 'HEAD'].map((main) => git('merge-base', 'HEAD', main)).find(Boolean);
  if (base === undefined) return null;
  const changed = git('diff', '--name-only', base, '--', 'main', 'shared', 'service', 'test', 'lab');
  return `${base.slice(0, 7)}${changed === '' ? '' : '+'}`;
}

async function attempt(proof, size) {
  try {
    const { run } = await import(pathToFileURL(path.join(root, 'lab/proofs', proof.module)).href);
    return await run({ seed, size, commit, report: (line) => console.log(`   ${line}`) });
  } catch (error) {
    return { ran: 0, violations: [String(error?.stack ?? error)], violationCount: 1, facts: {} };
  }
}

function page(all) {
  const lines = [
    '# The long proofs, as last run',
    '',
    'Written by `npm run proofs`; replay one with `npm run proofs -- NAME --seed N --size N`. What each promise says stands in [laws.md](laws.md).',
    'A commit is one of main; `+`: it ran with changes that were not there yet.',
    '',
    '| proof | promise | ran | violations | seed | seconds | on | of commit |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const p of table) {
    const r = all[p.name];
    lines.push(
      r
        ? `| ${p.name} | ${p.promise} | ${r.ran} ${p.unit} | ${r.violationCount} | ${r.seed} | ${r.seconds} | ${r.on} | ${r.commit ?? '–'} |`
        : `| ${p.name} | ${p.promise} | not run yet | | | | | |`,
    );
  }
  for (const p of table) if (all[p.name]) lines.push(...section(p, all[p.name]));
  return `${lines.join('\n')}\n${readFileSync(path.join(root, 'lab/proofs/by-hand.md'), 'utf8')}`;
}

function section(proof, result) {
  const lines = ['', `## ${proof.name}`, '', proof.message, ''];
  for (const [name, value] of Object.entries(result.facts)) lines.push(`- ${name}: ${value}`);
  if (result.table) {
    lines.push('', `| ${result.table.columns.join(' | ')} |`, `|${result.table.columns.map(() => '---|').join('')}`);
    for (const row of result.table.rows) lines.push(`| ${row.join(' | ')} |`);
  }
  for (const v of result.violations) lines.push('', `Violation: \`${v}\``);
  return lines;
}
