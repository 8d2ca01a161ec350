import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accountFolder } from '#main/registry/registry.ts';
import { people, signInAs } from '#test/accounts/person-in-browser.ts';
import { eventually, startDesk, type TestDesk } from '#test/integration/desk.ts';

// P27: another user of this computer completes the victim's sign-in with a code of his own. The victim sees whose it is before anything
// of it is stored.

let desk: TestDesk;
afterEach(() => desk.close());

/** Begins a sign-in that the attacker completes, and waits until the window is asked about it. */
async function completedByAnother() {
  const everyone = people(desk.service);
  const attacker = everyone.find(({ companyId }) => companyId !== desk.service.companyId);
  if (!attacker) throw new Error('the seed has one company only');
  const connecting = desk.api.accounts.connectOauth({
    name: 'Mine',
    baseUrl: desk.service.baseUrl,
    clientId: desk.service.credentials.clientId,
    clientSecret: desk.service.credentials.clientSecret,
    ca: desk.service.caPem,
  });
  connecting.catch(() => undefined);
  const [url] = await eventually(
    () => desk.opened,
    ({ length }) => length > 0,
  );
  await signInAs(desk.service, url ?? '', attacker);
  const { signIn } = await eventually(
    () => desk.api.app.status(),
    (status) => status.signIn !== null,
  );
  if (!signIn) throw new Error('nothing is asked');
  return { connecting, signIn, attacker };
}

const kept = () => [...desk.secrets.entries.keys()].filter((name) => name.startsWith('tokens:') || name.startsWith('client'));

test('the victim sees whose sign-in it is, refuses it, and nothing of it was or is kept', async () => {
  desk = await startDesk({ empty: true, keeps: false, rate: 1 });
  const { connecting, signIn, attacker } = await completedByAnother();
  expect(signIn).toMatchObject({ origin: new URL(desk.service.baseUrl).origin, companyId: attacker.companyId });
  expect(signIn.userId).not.toBeNull();
  expect([kept(), await desk.api.accounts.list()]).toEqual([[], []]);
  // a page that guesses, or a question of before, answers nothing
  await expect(desk.api.accounts.answerSignIn({ id: 'another', keep: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await desk.api.accounts.answerSignIn({ id: signIn.id, keep: false });
  await expect(connecting).rejects.toMatchObject({ code: 'SIGN_IN_FAILED', data: { reason: 'notKept' } });
  expect([kept(), await desk.api.accounts.list()]).toEqual([[], []]);
  expect((await desk.api.app.status()).signIn).toBeNull();
  await expect(desk.api.accounts.answerSignIn({ id: signIn.id, keep: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('cancelled, left alone, or the app ends: nothing is kept either', async () => {
  desk = await startDesk({ empty: true, keeps: false, rate: 60 });
  const { connecting } = await completedByAnother();
  await expect(connecting).rejects.toMatchObject({ data: { reason: 'notKept' } });
  desk.opened.length = 0;
  const again = await completedByAnother();
  await desk.api.accounts.cancelSignIn();
  await expect(again.connecting).rejects.toMatchObject({ data: { reason: 'notKept' } });
  desk.opened.length = 0;
  await completedByAnother();
  await desk.restart();
  expect([kept(), await desk.api.accounts.list()]).toEqual([[], []]);
});

test('a user who says yes is signed in', async () => {
  desk = await startDesk({ empty: true, keeps: false, rate: 1 });
  const { connecting, signIn, attacker } = await completedByAnother();
  await desk.api.accounts.answerSignIn({ id: signIn.id, keep: true });
  const { id, signedIn } = await connecting;
  expect(signedIn).toBe(true);
  const note = readFileSync(path.join(accountFolder(desk.folder, id), 'account.json'), 'utf8');
  expect(JSON.parse(note)).toMatchObject({ companyId: attacker.companyId });
  expect(kept()).not.toEqual([]);
});
