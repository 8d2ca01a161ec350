import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

// A folder with more than 15 files is grouped by nouns, or is here with its reason.

const reasons: Record<string, string> = {};

test('no production folder holds more than 15 files', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const rooms = ['main', 'renderer', 'shared', 'service', 'scripts'];
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...rooms], { cwd: root, encoding: 'utf8' }).split('\n');
  const counts = new Map<string, number>();
  for (const file of files.filter(Boolean)) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  const crowded = [...counts].filter(([, count]) => count > 15).map(([folder]) => folder);
  expect(counts.size).toBeGreaterThan(50);
  expect(crowded.filter((folder) => !(folder in reasons))).toEqual([]);
  expect(Object.keys(reasons).filter((folder) => !crowded.includes(folder))).toEqual([]);
});
