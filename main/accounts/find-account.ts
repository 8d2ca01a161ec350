import type { AccountEntry } from '#main/registry/account-entry.ts';
import { isSomebodyElse, namesPerson, type Identity } from '#shared/service/owner.ts';
import type { ConnectParts } from './connect-parts.ts';

/** The user's input that tells accounts apart. */
export interface Entered {
  name: string;
  baseUrl: string;
}

/**
 * The account of an API key, whose user this is: the one with this very key, or the one that the user names again, whose key was changed then. An unknown key without a
 * name is a new account: no edit is sent under another key.
 */
export function accountOfKey(parts: ConnectParts, entered: Entered, userId: string): AccountEntry | null {
  const sameName = ({ name }: AccountEntry) => entered.name === '' || entered.name === name;
  const candidates = accountsAt(parts, entered, 'apiKey').filter(sameName);
  const sameKey = candidates.find((entry) => entry.userId === userId);
  return sameKey ?? (entered.name === '' ? null : (candidates[0] ?? null));
}

/** The account of the user who signed in; where the service names nobody, the one that the user calls by the same name. */
export function accountOfSignIn(parts: ConnectParts, entered: Entered, heard: Identity): AccountEntry | null {
  const candidates = accountsAt(parts, entered, 'oauth').filter((entry) => !isSomebodyElse(entry, heard));
  const told = ({ userId }: AccountEntry) => namesPerson(userId) && heard.userId !== null;
  const named = ({ name }: AccountEntry) => entered.name !== '' && entered.name === name;
  return candidates.find(told) ?? candidates.find(named) ?? null;
}

function accountsAt({ registry }: ConnectParts, { baseUrl }: Entered, auth: AccountEntry['auth']): AccountEntry[] {
  return registry.accounts().filter((entry) => !entry.embedded && entry.baseUrl === baseUrl && entry.auth === auth);
}

/** The default name of an account: its host, with a number when that is taken. */
export function freeName({ registry }: ConnectParts, baseUrl: string): string {
  const taken = new Set(registry.accounts().map(({ name }) => name));
  const { host } = new URL(baseUrl);
  let name = host;
  for (let n = 2; taken.has(name); n += 1) name = `${host} (${n})`;
  return name;
}
