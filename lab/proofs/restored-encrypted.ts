import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { playSchedule } from '#test/laws/schedules.ts';
import type { RunProof } from './proof.ts';

/** P2 to P10 on an encrypted database: random schedules, each with an older copy of the encrypted file put back; red when hardly any was. */
export const run: RunProof = async ({ seed, size, report }) => {
  const violations: string[] = [];
  const tallies = new Map<string, number>();
  for (let n = 0; n < size; n++) {
    const sealedIn = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'layover-restored-'));
    try {
      const answer = await playSchedule({ seed: seed + n, sealedIn, scenario: { restore: true, bringBack: false } });
      for (const [name, count] of answer.tallies) tallies.set(name, (tallies.get(name) ?? 0) + count);
      if (answer.violations.length > 0) violations.push(`seed ${seed + n}: ${JSON.stringify(answer.violations)}`);
    } finally {
      rmSync(sealedIn, { recursive: true, force: true });
    }
    if (n % 50 === 49) report(`${n + 1} schedules, ${violations.length} violated`);
  }
  const restored = tallies.get('backup restored') ?? 0;
  if (restored < size / 2) violations.push(`only ${restored} copies were put back: the proof is blind`);
  const facts = Object.fromEntries(['backup taken', 'backup restored', 'boots', 'events'].map((name) => [name, tallies.get(name) ?? 0]));
  return { ran: size, violations: violations.slice(0, 10), violationCount: violations.length, facts };
};
