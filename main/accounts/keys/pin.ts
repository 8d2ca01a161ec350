import { timingSafeEqual } from 'node:crypto';
import { secretBytes } from '#main/storage/sealing/secret-bytes.ts';
import type { Secrets } from '#main/accounts/keychain/secrets.ts';
import { workSecret } from './work-secret.ts';

const name = 'pin';
const SALT_BYTES = 16;

/**
 * Keeps a PIN in the keychain as what cannot be turned back into it; false when the keychain does not take it, or when `mayStill` says no once
 * the PIN is worked, which takes half a second.
 */
export async function keepPin(secrets: Secrets, pin: string, mayStill: () => boolean = () => true): Promise<boolean> {
  const salt = secretBytes(SALT_BYTES);
  const worked = await workSecret(pin, salt);
  if (!mayStill()) return false;
  const text = `${Buffer.from(salt).toString('base64')} ${Buffer.from(worked).toString('base64')}`;
  return (await secrets.write(name, text)).kind === 'found';
}

/** The result of a PIN; `absent` when none is stored (removing it from the keychain needs the system's password), `locked` when the keychain is. */
export async function isPin(secrets: Secrets, typed: string): Promise<boolean | 'absent' | 'locked'> {
  const answer = await secrets.read(name);
  if (answer.kind !== 'found') return answer.kind === 'absent' ? 'absent' : 'locked';
  const [salt = '', worked = ''] = answer.secret.split(' ');
  const kept = Buffer.from(worked, 'base64');
  const tried = await workSecret(typed, Buffer.from(salt, 'base64'));
  return kept.length === tried.length && timingSafeEqual(kept, tried);
}
