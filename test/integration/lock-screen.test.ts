import { afterEach, beforeEach, expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';
import { eventually, startDesk, untilState, type TestDesk } from './desk.ts';
import { fewOf, fullTest } from '#test/full-test.ts';

// The window of somebody who went away.

let desk: TestDesk;
beforeEach(async () => void (desk = await startDesk({ rate: 600 })));
afterEach(() => desk.close());

const drawn = async () => (await desk.api.app.status()).lockScreen;
const untilDrawn = () => eventually(drawn, (is) => is);

async function comment(content: string): Promise<string> {
  const { rows } = await desk.api.records.list({ filter: { kind: 'expense' }, limit: 1 });
  const edit = { kind: 'createUserComment', recordKind: 'expense' as const, recordId: rows[0]?.id ?? '', body: { content } };
  return (await desk.api.edits.record(edit)).id;
}

fullTest('is never drawn without a PIN', async () => {
  await expect(desk.api.lockScreen.draw()).rejects.toMatchObject({ data: { why: 'needsPin' } });
  await expect(desk.api.lockScreen.change({ afterMinutes: 1 })).rejects.toMatchObject({ data: { why: 'needsPin' } });
  expect(await drawn()).toBe(false);
});

it('is drawn when nobody works, tells windows nothing, and opens by the PIN', async () => {
  const name = (await desk.api.app.status()).account?.name ?? '';
  expect(await desk.api.lockScreen.setPin({ pin: '2468' })).toBe(true);
  expect(JSON.stringify([...desk.secrets.entries])).not.toContain('2468');
  await desk.api.lockScreen.change({ afterMinutes: 1 });
  await untilDrawn();
  const told = JSON.stringify([await desk.api.app.status(), await desk.api.lockScreen.view()]);
  expect(told).not.toContain(name);
  expect((await desk.api.app.status()).counters.perKind.every(({ records }) => records === 0)).toBe(true);
  // Every procedure of the contract, but the few that ask for the PIN.
  const open = new Set([
    'app.status',
    'app.changes',
    'app.settings',
    'lockScreen.view',
    'lockScreen.touch',
    'lockScreen.draw',
    'lockScreen.open',
    'lockScreen.openBySystem',
  ]);
  const areas = Object.entries(contract).flatMap(([area, procedures]) => Object.keys(procedures).map((each) => [area, each] as const));
  const refused = areas.filter(([area, each]) => !open.has(`${area}.${each}`));
  for (const [area, each] of refused) {
    const call = (desk.api as unknown as Record<string, Record<string, (input?: unknown) => Promise<unknown>>>)[area]?.[each];
    await expect(call?.(undefined), `${area}.${each}`).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_NOW|BAD_REQUEST/) as string,
    });
  }
  expect(await desk.api.lockScreen.open({ typed: '1111' })).toEqual({ kind: 'wrong' });
  expect(await drawn()).toBe(true);
  expect(await desk.api.lockScreen.open({ typed: '2468' })).toEqual({ kind: 'opened' });
  expect((await desk.api.app.status()).account?.name).toBe(name);
});

it('is drawn at the next start too, and before sleep', async () => {
  await desk.api.lockScreen.setPin({ pin: '2468' });
  await desk.api.lockScreen.change({ afterMinutes: 240 });
  await desk.restart();
  expect(await drawn()).toBe(true);
  expect(await desk.api.lockScreen.open({ typed: '2468' })).toEqual({ kind: 'opened' });
  await desk.app.suspend();
  expect(await drawn()).toBe(true);
  desk.app.resume();
  expect(await drawn()).toBe(true);
  await desk.api.lockScreen.open({ typed: '2468' });
  desk.app.screenLocked();
  expect(await drawn()).toBe(true);
});

it('keeps its PIN, its settings and itself while it is drawn, over a restart too', async () => {
  await desk.api.lockScreen.setPin({ pin: '2468' });
  await desk.api.lockScreen.draw();
  const refusal = { code: 'NOT_NOW', data: { why: 'lockScreen' } };
  await expect(desk.api.lockScreen.setPin({ pin: '1357' })).rejects.toMatchObject(refusal);
  await expect(desk.api.lockScreen.change({ afterMinutes: null })).rejects.toMatchObject(refusal);
  await desk.restart();
  expect(await drawn()).toBe(true);
  expect(await desk.api.lockScreen.open({ typed: '1357' })).toEqual({ kind: 'wrong' });
  expect(await desk.api.lockScreen.open({ typed: '2468' })).toEqual({ kind: 'opened' });
  await desk.restart();
  expect(await drawn()).toBe(false);
});

it.each(fewOf([true, false], 1))('sends approved edits meanwhile: %s', async (syncGoesOn) => {
  await desk.api.lockScreen.setPin({ pin: '2468' });
  await desk.api.lockScreen.change({ afterMinutes: 240, syncGoesOn });
  await desk.cable.pull();
  const id = await comment('Sent while nobody looks');
  await desk.api.lockScreen.draw();
  const notices = desk.notices.length;
  await desk.cable.plug();
  desk.app.resume();
  if (syncGoesOn)
    await eventually(
      () => desk.app.counters(),
      ({ waiting, sending }) => waiting + sending === 0,
    );
  else await desk.world.sleep(60_000);
  expect(desk.notices.length).toBe(notices);
  await desk.api.lockScreen.open({ typed: '2468' });
  if (!syncGoesOn) expect(['waiting', 'draft']).toContain((await desk.api.edits.get({ id })).state);
  await untilState(desk, id, 'applied');
});

fullTest('asks the system once, and opens only if it recognises the user', async () => {
  await desk.close();
  const answers: ((isThePerson: boolean) => void)[] = [];
  let possible = false;
  const ask = () => new Promise<boolean>((resolve) => void answers.push(resolve));
  desk = await startDesk({ systemQuestion: { possible: () => possible, ask } });
  const { lockScreen } = desk.api;
  await lockScreen.setPin({ pin: '2468' });
  await lockScreen.draw();
  expect([(await lockScreen.view()).asksSystem, await lockScreen.openBySystem()]).toEqual([false, { kind: 'refused' }]);
  possible = true;
  expect((await lockScreen.view()).asksSystem).toBe(true);
  const both = [lockScreen.openBySystem(), lockScreen.openBySystem()];
  await eventually(
    () => answers.length,
    (asked) => asked > 0,
  );
  answers[0]?.(false);
  expect(await Promise.all(both)).toEqual([{ kind: 'refused' }, { kind: 'refused' }]);
  expect([answers.length, await drawn()]).toEqual([1, true]);
  const again = lockScreen.openBySystem();
  await eventually(
    () => answers.length,
    (asked) => asked > 1,
  );
  answers[1]?.(true);
  expect(await again).toEqual({ kind: 'opened' });
  expect(await drawn()).toBe(false);
  // Nobody is asked about a window that is open.
  expect([await lockScreen.openBySystem(), answers.length]).toEqual([{ kind: 'opened' }, 2]);
});
