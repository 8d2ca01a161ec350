import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '#test/world.ts';
import { openDeskRoom } from './desk-runner.ts';
import type { RunProof } from './proof.ts';

/** P11: two processes over one folder. One works, the other is refused; when the first is killed, the next one goes on alone. */
export const run: RunProof = async ({ seed, size, report }) => {
  const random = seededRandom(seed);
  const room = await openDeskRoom('two-instances');
  const violations: string[] = [];
  try {
    for (let round = 0; round < size; round++) {
      const [first, second] = [room.start(seed + round, 1000), room.start(seed + round + 100_000, 1000)];
      const answers = await Promise.all([first, second].map((child) => Promise.race([child.said('OPEN'), child.said('ANSWER')])));
      const working = answers.filter((answer) => answer === 'OPEN').length;
      if (working !== 1 || !answers.includes('ANSWER locked')) violations.push(`round ${round}: ${answers.join(' and ')}`);
      await delay(random() * 300);
      for (const child of [first, second]) child.kill();
      await Promise.all([first.ended, second.ended]);
      if (round % 10 === 9) report(`${round + 1} rounds, ${room.acknowledged.size} edits acknowledged`);
    }
    const last = room.start(seed + size, 0);
    if ((await last.said('QUIET')) === null) violations.push('the survivor did not come to rest');
    last.kill();
    await last.ended;
    violations.push(...room.judge());
    return {
      ran: size,
      violations: violations.slice(0, 10),
      violationCount: violations.length,
      facts: { 'edits acknowledged': room.acknowledged.size },
    };
  } finally {
    await room.close();
  }
};
