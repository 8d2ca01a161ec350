import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// A proof says of which commit it is: one that everybody has, not one that a rebase left behind.

const root = path.resolve(import.meta.dirname, '..', '..');
const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

test('every commit that docs/proofs.md names is one of this history', () => {
  const kept = JSON.parse(readFileSync(path.join(root, 'docs/proofs.json'), 'utf8')) as Record<string, { commit: string | null }>;
  const page = readFileSync(path.join(root, 'docs/proofs.md'), 'utf8');
  const named = Object.entries(kept).flatMap(([name, { commit }]) => (commit === null ? [] : [{ name, commit }]));
  expect(named.filter(({ name, commit }) => !page.includes(`| ${name} |`) || !page.includes(`| ${commit} |`))).toEqual([]);
  expect(named.map(({ commit }) => commit).filter((commit) => !/^[0-9a-f]{7}\+?$/.test(commit))).toEqual([]);
  // a clone that was made without its history knows no commit but its own
  const shallow = git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'false';
  const strange = (commit: string) => git('merge-base', '--is-ancestor', commit.slice(0, 7), 'HEAD').status !== 0;
  expect(shallow ? [] : named.filter(({ commit }) => strange(commit))).toEqual([]);
});
