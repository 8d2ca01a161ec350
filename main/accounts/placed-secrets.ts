import { hash } from 'node:crypto';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import type { SecretAnswer, Secrets } from '#main/accounts/keychain/secrets.ts';

/** The place of an account's secrets (origin and CA): the list of accounts names it, and the keychain must name the same (law 32). */
export type Place = Pick<AccountEntry, 'baseUrl' | 'ca' | 'embedded'>;

/** Secrets that go to one place only. `elsewhere`: this one was given for another address or certificate, and is not told. */
export interface PlacedSecrets extends Pick<Secrets, 'write' | 'remove'> {
  read(name: string): Promise<SecretAnswer | { kind: 'elsewhere' }>;
}

const markLength = 32;
/** The bytes that a mark adds to an entry. */
export const markBytes = markLength + 1;

/** The secrets of an account at its service: each is kept with a mark of the origin and the certificate that it was given for. */
export function atPlace(secrets: Secrets, place: Place): PlacedSecrets {
  const end = `\n${markOf(place)}`;
  const bare = (answer: SecretAnswer) =>
    answer.kind === 'found' && answer.secret.endsWith(end) ? { ...answer, secret: answer.secret.slice(0, -end.length) } : answer;
  return {
    read: async (name) => {
      const answer = await secrets.read(name);
      const found = bare(answer);
      return answer.kind === 'found' && found === answer ? { kind: 'elsewhere' } : found;
    },
    write: async (name, secret) => bare(await secrets.write(name, secret + end)),
    remove: (name) => secrets.remove(name),
  };
}

/** A digest of origin and certificate; the certificate's line breaks mean nothing. */
function markOf({ baseUrl, ca, embedded }: Place): string {
  const certificate = (ca ?? '').replaceAll(/\s/g, '');
  return hash('sha256', `${new URL(baseUrl).origin}\n${certificate}\n${embedded}`).slice(0, markLength);
}
