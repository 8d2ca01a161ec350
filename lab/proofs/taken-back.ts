import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { playSchedule } from '#test/laws/schedules.ts';
import { comesBack } from '#test/laws/taken-back.ts';
import type { RunProof } from './proof.ts';

const met = ['taken back', 'copy came back', 'rows came back', 'untrusted before a copy came back'];

/**
 * P10 and P41: random schedules in which edits are discarded, held, corrected and undone, and a host is refused, before an older copy of the data, or
 * single rows of it, come back; every fourth on an encrypted file.
 */
export const run: RunProof = async ({ seed, size, report }) => {
  const violations: string[] = [];
  const tallies = new Map<string, number>();
  for (let n = 0; n < size; n++) {
    const sealedIn = n % 4 === 3 ? mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'layover-back-')) : undefined;
    try {
      const answer = await playSchedule({ seed: seed + n, scenario: comesBack, ...(sealedIn === undefined ? {} : { sealedIn }) });
      for (const [name, count] of answer.tallies) tallies.set(name, (tallies.get(name) ?? 0) + count);
      if (answer.violations.length > 0) violations.push(`seed ${seed + n}: ${JSON.stringify(answer.violations)}`);
    } finally {
      if (sealedIn !== undefined) rmSync(sealedIn, { recursive: true, force: true });
    }
    if (n % 50 === 49) report(`${n + 1} schedules, ${violations.length} violated`);
  }
  for (const name of met)
    if ((tallies.get(name) ?? 0) < size / 10) violations.push(`"${name}" only ${tallies.get(name) ?? 0} times: the proof is blind`);
  const facts = Object.fromEntries([...met, 'boots', 'events'].map((name) => [name, tallies.get(name) ?? 0]));
  return { ran: size, violations: violations.slice(0, 10), violationCount: violations.length, facts };
};
