import type { SecretAnswer, Secrets } from '#main/accounts/keychain/secrets.ts';

/** A keychain in memory that outlives the app, as the system's does: a test hands the same one to the next start. */
export class MemorySecrets implements Secrets {
  readonly backend = 'memory';
  readonly entries = new Map<string, string>();
  /** Names in the order in which they were written. */
  readonly written: string[] = [];
  locked = false;
  /** Shows what it has, and takes nothing. */
  readOnly = false;
  /** There is none to ask. */
  gone = false;

  async read(name: string): Promise<SecretAnswer> {
    const trouble = this.#trouble();
    if (trouble) return trouble;
    const secret = this.entries.get(name);
    return secret === undefined ? { kind: 'absent' } : { kind: 'found', secret };
  }

  async write(name: string, secret: string): Promise<SecretAnswer> {
    const trouble = this.#trouble('write');
    if (trouble) return trouble;
    this.entries.set(name, secret);
    this.written.push(name);
    return { kind: 'found', secret };
  }

  async remove(name: string): Promise<SecretAnswer> {
    const trouble = this.#trouble('write');
    if (trouble) return trouble;
    this.entries.delete(name);
    return { kind: 'absent' };
  }

  #trouble(act: 'read' | 'write' = 'read'): SecretAnswer | null {
    if (this.gone) return { kind: 'unavailable', detail: 'noModule' };
    if (this.locked) return { kind: 'locked' };
    return this.readOnly && act === 'write' ? { kind: 'unavailable', detail: 'readOnly' } : null;
  }
}
