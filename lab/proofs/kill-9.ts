import { setTimeout as delay } from 'node:timers/promises';
import type { Seal } from '#main/storage/sealing/seal.ts';
import { seededRandom } from '#test/world.ts';
import { openDeskRoom } from './desk-runner.ts';
import type { ProofRequest, ProofResult, RunProof } from './proof.ts';

/** P1, P2: kill -9 at a random moment of editing and replaying, again and again over one folder; at the end nothing is lost or doubled. */
export const run: RunProof = (request) => killed(request, null);

/** The same; with `seal` on an encrypted database. */
export async function killed({ seed, size, report }: ProofRequest, seal: Seal | null): Promise<ProofResult> {
  const random = seededRandom(seed);
  const room = await openDeskRoom('kill-9', seal);
  const violations: string[] = [];
  let opened = 0;
  try {
    for (let round = 0; round < size; round++) {
      const child = room.start(seed + round, 1000);
      if ((await child.said('OPEN')) !== null) opened += 1;
      await delay(random() * 400);
      child.kill();
      await child.ended;
      if (round % 20 === 19) report(`${round + 1} kills, ${room.acknowledged.size} edits acknowledged`);
      if (round % 50 === 49) violations.push(...room.judge());
    }
    const last = room.start(seed + size, 0);
    if ((await last.said('QUIET')) === null) violations.push('after the kills the desk did not come to rest');
    last.kill();
    await last.ended;
    violations.push(...room.judge());
    if (opened < size / 2) violations.push(`only ${opened} of ${size} kills hit a desk at work`);
    const applied = room.service.store.journal().filter((entry) => entry.applied).length;
    const facts = { 'edits acknowledged': room.acknowledged.size, 'requests carried out': applied, 'killed at work': opened };
    return { ran: size, violations: violations.slice(0, 10), violationCount: violations.length, facts };
  } finally {
    await room.close();
  }
}
