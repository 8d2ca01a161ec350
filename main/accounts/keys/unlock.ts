import type { KeyFile, KeyFileAnswer } from '#main/registry/key-file.ts';
import { secretNames, type Secrets } from '#main/accounts/keychain/secrets.ts';
import type { CodeRefused, KeyTrouble } from '#shared/contract/views/protection-views.ts';
import { readRecoveryCode } from './recovery-code.ts';
import { unwrapFromCode, unwrapFromKeychain, wrapForKeychain } from './wraps.ts';

export type KeyAnswer = { kind: 'key'; dataKey: Uint8Array } | { kind: 'noKey'; why: KeyTrouble };

export type CodeOpened = { kind: 'key'; dataKey: Uint8Array } | { kind: CodeRefused };

/** The everyday way: nobody types anything. */
export async function keyFromKeychain(found: KeyFileAnswer, secrets: Secrets, accountId: string): Promise<KeyAnswer> {
  const noKey = (why: KeyTrouble): KeyAnswer => ({ kind: 'noKey', why });
  if (found.kind !== 'read') return noKey('damaged');
  const answer = await secrets.read(secretNames.diskKey(accountId));
  if (answer.kind !== 'found') return noKey(answer.kind);
  const wrap = found.keys.wraps.find(({ kind }) => kind === 'keychain');
  if (!wrap) return noKey(found.damagedKinds.includes('keychain') ? 'damaged' : 'absent');
  const unwrapped = unwrapFromKeychain(found.keys, wrap, answer.secret);
  if (unwrapped.kind === 'key') return unwrapped;
  return noKey(unwrapped.kind === 'other' ? 'wrong' : 'damaged');
}

/** The way of the recovery code; IT's code opens the company's wrap, and is typed in the same field. */
export async function keyFromCode(found: KeyFileAnswer, typed: string): Promise<CodeOpened> {
  const code = readRecoveryCode(typed);
  if (code.kind !== 'code') return code;
  const wraps = found.kind === 'read' ? found.keys.wraps.filter(({ kind }) => kind !== 'keychain') : [];
  if (found.kind !== 'read' || wraps.length === 0) return { kind: 'damaged' };
  let seenDamage = found.damagedKinds.includes('code');
  for (const wrap of wraps) {
    const unwrapped = await unwrapFromCode(found.keys, wrap, code.secret);
    if (unwrapped.kind === 'key') return unwrapped;
    seenDamage ||= unwrapped.kind === 'damaged';
  }
  return { kind: seenDamage ? 'damaged' : 'wrongCode' };
}

/** Wraps the key again for this computer's keychain; null when the keychain did not take it: the code is then asked for at the next start. */
export async function keepInKeychain(keys: KeyFile, dataKey: Uint8Array, secrets: Secrets, accountId: string): Promise<KeyFile | null> {
  const { secret, wrap } = wrapForKeychain(dataKey);
  const answer = await secrets.write(secretNames.diskKey(accountId), secret);
  if (answer.kind !== 'found') return null;
  return { ...keys, wraps: [wrap, ...keys.wraps.filter(({ kind }) => kind !== 'keychain')] };
}
