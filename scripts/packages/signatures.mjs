// `npm run verify:signatures`: asks the registry whether it signed what is installed. No answer is no proof, and is said, but stops nothing.
import { spawnSync } from 'node:child_process';
import { root } from '#scripts/freshness.mjs';

const patienceMs = 5 * 60_000;

/**
 * Reads the output of `npm audit signatures --json`. A valid answer has both lists; `missing` counts only for a registry that signs.
 * @param {string} text
 * @returns {{ kind: 'signed' } | { kind: 'wrong', packages: string[] } | { kind: 'unanswered', why: string }}
 */
export function readSignatures(text) {
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    return { kind: 'unanswered', why: 'npm said nothing that can be read' };
  }
  if (!Array.isArray(said?.invalid) || !Array.isArray(said?.missing))
    return { kind: 'unanswered', why: String(said?.error?.summary ?? 'npm said nothing of signatures') };
  const named = (list, how) => list.map(({ name, version }) => `${name}@${version} ${how}`);
  const packages = [...named(said.invalid, 'is signed wrongly'), ...named(said.missing, 'is not signed')];
  return packages.length === 0 ? { kind: 'signed' } : { kind: 'wrong', packages };
}

if (process.argv[1] === import.meta.filename) {
  const npm = process.env.npm_execpath;
  if (!npm) throw new Error('Start it with: npm run verify:signatures');
  const options = { cwd: root, encoding: 'utf8', timeout: patienceMs, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64_000_000 };
  const answer = readSignatures(spawnSync(process.execPath, [npm, 'audit', 'signatures', '--json'], options).stdout ?? '');
  if (answer.kind === 'signed') console.log('[signatures] The registry signed every package that is installed.');
  if (answer.kind === 'unanswered') console.warn(`\n\u001b[33m  !! SIGNATURES ARE NOT CHECKED: ${answer.why}.\u001b[0m\n`);
  if (answer.kind === 'wrong') {
    console.error(`[signatures] Do not use what is installed:\n${answer.packages.join('\n')}`);
    process.exitCode = 1;
  }
}
