import type { SecretAnswer, Secrets } from './secrets.ts';

/** Secrets of which some may live in memory only. */
export interface SessionSecrets extends Secrets {
  /** True when the keychain did not take this secret: it is forgotten when the app ends. Never on disk in plain text. */
  onlyForSession(name: string): boolean;
}

/** Puts memory beside a keychain: what the keychain does not take is kept until the app ends, and what it has goes first. */
export function sessionSecrets(keychain: Secrets): SessionSecrets {
  const memory = new Map<string, string>();
  return {
    backend: keychain.backend,
    onlyForSession: (name) => memory.has(name),
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
    remove: async (name): Promise<SecretAnswer> => {
      memory.delete(name);
      return keychain.remove(name);
    },
  };
}
