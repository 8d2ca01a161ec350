import type { Secrets } from './secrets.ts';

/**
 * Puts memory beside a keychain: what the keychain does not take is kept until the app ends, never on disk in plain text, and what memory has goes
 * first.
 */
export function sessionSecrets(keychain: Secrets): Secrets {
  const memory = new Map<string, string>();
  return {
    backend: keychain.backend,
    read: async (name) => {
      // Newer than anything that the keychain may still hold under this name.
      const kept = memory.get(name);
      return kept === undefined ? keychain.read(name) : { kind: 'found', secret: kept };
    },
    write: async (name, secret) => {
      const answer = await keychain.write(name, secret);
      if (answer.kind === 'found') memory.delete(name);
      else memory.set(name, secret);
      return { kind: 'found', secret };
    },
    remove: async (name) => {
      memory.delete(name);
      return keychain.remove(name);
    },
  };
}
