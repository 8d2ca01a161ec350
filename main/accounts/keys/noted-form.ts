import { secretNames, type Secrets } from '#main/accounts/keychain/secrets.ts';

const sealed = 'encrypted';

/** True when the keychain notes that an account's files are encrypted; false when it cannot be asked. */
export async function isNotedSealed(secrets: Secrets, accountId: string): Promise<boolean> {
  return (await secrets.read(secretNames.form(accountId))).kind === 'found';
}

/** Notes that an account's files are encrypted, once they are. A keychain that does not take it leaves them as they are: encrypted. */
export async function noteSealed(secrets: Secrets, accountId: string): Promise<void> {
  if (!(await isNotedSealed(secrets, accountId))) await secrets.write(secretNames.form(accountId), sealed);
}

/** Notes that the app makes an account's files plain, or starts over with plain ones, before it does; else why the keychain could not be told. */
export async function notePlain(secrets: Secrets, accountId: string): Promise<'noted' | 'locked' | 'unavailable'> {
  const noted = await secrets.read(secretNames.form(accountId));
  const answer = noted.kind === 'found' ? await secrets.remove(secretNames.form(accountId)) : noted;
  if (answer.kind === 'absent') return 'noted';
  return answer.kind === 'locked' ? 'locked' : 'unavailable';
}
