/** The interface of keytar and its replacement. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** keytar's prebuilt twin, as far as we use it. */
export interface KeyringModule extends Keytar {
  findCredentials(service: string): Promise<unknown>;
}

/**
 * Makes the twin answer as keytar does. Without a keychain daemon it silently keeps secrets in the kernel's memory until the next boot; and
 * it throws alike for "locked" and "not there". A listing works only with a daemon that is open, and reading an entry that exists throws
 * only when it is locked: so told apart, locked reads as nothing and refuses writes, and no daemon always throws.
 */
export function likeKeytar(raw: KeyringModule, canary: string): Keytar {
  const state = async (service: string): Promise<'open' | 'locked'> => {
    try {
      await raw.getPassword(service, canary);
    } catch {
      return 'locked';
    }
    await raw.findCredentials(service);
    return 'open';
  };
  return {
    getPassword: async (service, account) => ((await state(service)) === 'locked' ? null : raw.getPassword(service, account)),
    setPassword: async (service, account, password) => {
      // A locked one is asked too: the write is what lets the user unlock it.
      await state(service);
      await raw.setPassword(service, account, password);
    },
    deletePassword: async (service, account) => {
      await state(service);
      return raw.deletePassword(service, account);
    },
  };
}

/**
 * Moves each entry that the other module kept to `door` when it is first asked for: an entry is in one place, and is never older than the one that was
 * written last. Each module keeps a canary of its own.
 */
export function takingOver(door: Keytar, other: Keytar, canary: string): Keytar {
  const moved = new Set([canary]);
  const forget = async (service: string, account: string): Promise<void> => {
    if (moved.has(account)) return;
    moved.add(account);
    await other.deletePassword(service, account).catch(() => false);
  };
  return {
    getPassword: async (service, account) => {
      const own = await door.getPassword(service, account);
      if (own !== null || moved.has(account)) return own;
      const kept = await other.getPassword(service, account).catch(() => null);
      if (kept === null) return null;
      await door.setPassword(service, account, kept);
      await forget(service, account);
      return kept;
    },
    setPassword: async (service, account, password) => {
      await door.setPassword(service, account, password);
      await forget(service, account);
    },
    deletePassword: async (service, account) => {
      await forget(service, account);
      return door.deletePassword(service, account);
    },
  };
}
