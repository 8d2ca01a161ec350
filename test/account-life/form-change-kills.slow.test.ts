import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { stillWorld, type StillWorld } from '#test/cache/world-for-cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import {
  accountId,
  change,
  documentsPlain,
  folderOf,
  keysAndKeychain,
  makeAccount,
  nextStart,
  readableIn,
  snapshot,
  wholeOf,
} from './changed-account.ts';
import { secretNames } from '#main/accounts/keychain/secrets.ts';

// The files of an account are cut off at every point of a change of their form, and again while the next start goes on with it.

let root: string;
beforeEach(() => void (root = tempFolder()));

/** Runs `work` in `from`, and keeps the folder as it lay at each point that it passed. */
async function cutAtEach(from: string, work: (world: StillWorld) => unknown): Promise<{ point: string; folder: string }[]> {
  const cuts: { point: string; folder: string }[] = [];
  const base = stillWorld(7);
  const world = {
    ...base,
    passing: (point: string) => void cuts.push({ point, folder: snapshot(from, path.join(from + '-cuts', String(cuts.length))) }),
  };
  await work(world);
  return cuts;
}

describe.each(['sealed', 'plain'] as const)('a change to %s', (to) => {
  it('keeps one whole account at every point of interruption, twice in a row, with a locked keychain in between', async () => {
    const { keys, secrets } = keysAndKeychain();
    const used = path.join(root, 'used');
    await makeAccount(used, stillWorld());
    const whole = await wholeOf(used, stillWorld());
    if (to === 'plain') {
      change(used, stillWorld(), 'sealed', keys);
      expect(await nextStart(used, stillWorld(), secrets, whole)).toEqual({ form: 'sealed', problem: null });
    }
    const kept = secrets.entries.get([...secrets.entries.keys()][0] ?? '') ?? '';
    const name = [...secrets.entries.keys()][0] ?? '';
    const cuts = await cutAtEach(used, async (world) => {
      // As `Protection` notes it before.
      secrets.entries.delete(secretNames.form(accountId));
      if (to === 'plain') await documentsPlain(used, world, secrets);
      change(used, world, to, keys);
      await nextStart(used, world, secrets, whole);
    });
    const forms = new Map<string, number>();
    const problems: string[] = [];
    let kills = 0;
    const look = async (folder: string, where: string) => {
      kills += 1;
      secrets.entries.set(name, kept);
      secrets.entries.delete(secretNames.form(accountId));
      secrets.locked = true;
      const before = readdirSync(folderOf(folder), { recursive: true }).length;
      const locked = await nextStart(folder, stillWorld(), secrets, whole);
      if (locked.problem !== null) problems.push(`${where}, locked: ${locked.problem}`);
      if (locked.form === 'noKey' && readdirSync(folderOf(folder), { recursive: true }).length !== before)
        problems.push(`${where}: something was touched`);
      secrets.locked = false;
      const open = await nextStart(folder, stillWorld(), secrets, whole);
      if (open.problem !== null) problems.push(`${where}: ${open.problem}`);
      if (open.form === 'sealed' && readableIn(folder).length > 0) problems.push(`${where}: readable in ${readableIn(folder).join(', ')}`);
      if (readdirSync(folderOf(folder)).some((each) => /resealing|changing|damaged-[2-9]/.test(each)))
        problems.push(`${where}: something was left`);
      forms.set(open.form, (forms.get(open.form) ?? 0) + 1);
    };
    for (const { point, folder } of cuts) {
      const second = path.join(root, 'second', path.basename(folder));
      snapshot(folder, second);
      await look(folder, point);
      // Every fourth one is cut off again, while the next start goes on.
      if (kills % 4 !== 0) continue;
      secrets.entries.set(name, kept);
      secrets.entries.delete(secretNames.form(accountId));
      const again = await cutAtEach(second, (world) => nextStart(second, world, secrets, whole));
      for (const cut of again) await look(cut.folder, `${point}, then ${cut.point}`);
    }
    expect(problems).toEqual([]);
    expect(kills).toBeGreaterThan(40);
    expect([...forms.keys()].sort()).toEqual(['plain', 'sealed']);
  }, 300_000);
});
