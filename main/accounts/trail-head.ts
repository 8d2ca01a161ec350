import type { TrailHead } from '#main/cache/trail/audit.ts';
import { secretNames, type Secrets } from './secrets.ts';

/** The newest line of an account's trail as the keychain remembers it: whoever can write the database cannot write that unseen. */
export interface KeptHead {
  /** Null when none is kept, or the keychain does not say. */
  read(): Promise<TrailHead | null>;
  write(head: TrailHead): Promise<void>;
}

/** The kept head of one account. */
export function createKeptHead(secrets: Secrets, accountId: string): KeptHead {
  const name = secretNames.trailHead(accountId);
  return {
    read: async () => {
      const answer = await secrets.read(name);
      const [, seq, hash] = answer.kind === 'found' ? (/^(\d{1,15}) ([0-9a-f]{64})$/.exec(answer.secret) ?? []) : [];
      return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash };
    },
    write: async ({ seq, hash }) => {
      await secrets.write(name, `${seq} ${hash}`);
    },
  };
}
