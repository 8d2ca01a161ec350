import type { SecretAnswer, Secrets } from '#main/accounts/secrets.ts';

/** A keychain in memory that outlives the app, as the system's does: a test hands the same one to the next start. */
export class MemorySecrets implements Secrets {
  readonly backend = 'memory';
  readonly entries = new Map<string, string>();
  /** Names in the order in which they were written. */
  readonly written: string[] = [];
  locked = false;

  async read(name: string): Promise<SecretAnswer> {
    if (this.locked) return { kind: 'locked' };
    const secret = this.entries.get(name);
    return secret === undefined ? { kind: 'absent' } : { kind: 'found', secret };
  }

  async write(name: string, secret: string): Promise<SecretAnswer> {
    if (this.locked) return { kind: 'locked' };
    this.entries.set(name, secret);
    this.written.push(name);
    return { kind: 'found', secret };
  }

  async remove(name: string): Promise<SecretAnswer> {
    if (this.locked) return { kind: 'locked' };
    this.entries.delete(name);
    return { kind: 'absent' };
  }
}
