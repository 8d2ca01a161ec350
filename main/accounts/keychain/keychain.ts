import { createRequire } from 'node:module';
import type { World } from '#shared/world.ts';
import { likeKeytar, takingOver, type KeyringModule, type Keytar } from './keyring-module.ts';
import type { SecretAnswer, Secrets } from './secrets.ts';

interface Loaded {
  keytar: Keytar;
  backend: string;
}

/** The keychain of this process. */
export interface OpenSecrets extends Secrets {
  /** Asks the module nothing more, and resolves when it has answered: a process that ends under a call of keytar's aborts. */
  close(): Promise<void>;
}

const service = 'layover';
const canary = 'canary';
const canaryWord = 'here';
/** Windows refuses longer ones. */
export const mostSecretBytes = 2_400;
/** A keychain may wait for a user to unlock it; longer than this is a no. */
const patienceMs = 20_000;
/** As long as the end of the app waits for it. */
const endMs = 5_000;

/**
 * Opens the OS keychain: keytar, else its prebuilt twin. Never rejects: a machine without a keychain answers
 * `unavailable`. The modules say "nothing" for a locked keychain as for a missing entry; a canary entry tells the two apart. `load` replaces the
 * installed modules; null simulates a machine without any.
 */
export function openSecrets({ world, load = loadInstalled }: { world: World; load?: () => Loaded | null }): Promise<OpenSecrets> {
  const loaded = load();
  return Promise.resolve(loaded ? new Keychain(world, loaded.keytar, loaded.backend) : noKeychain);
}

/** The state of the keychain: can secrets be read and written now? */
export async function keychainState(secrets: Secrets): Promise<'ok' | 'locked' | 'unavailable'> {
  const answer = await secrets.read(canary);
  return answer.kind === 'found' || answer.kind === 'absent' ? 'ok' : answer.kind;
}

const noKeychain: OpenSecrets = {
  backend: 'none',
  read: () => Promise.resolve({ kind: 'unavailable', detail: 'noModule' }),
  write: () => Promise.resolve({ kind: 'unavailable', detail: 'noModule' }),
  remove: () => Promise.resolve({ kind: 'unavailable', detail: 'noModule' }),
  close: () => Promise.resolve(),
};

type Tried<T> = { kind: 'done'; value: T } | { kind: 'threw' } | { kind: 'late' };

class Keychain implements OpenSecrets {
  readonly backend: string;
  readonly #world: World;
  readonly #keytar: Keytar;
  /** Calls of the module that have no answer yet. */
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(world: World, keytar: Keytar, backend: string) {
    this.#world = world;
    this.#keytar = keytar;
    this.backend = backend;
  }

  async read(name: string): Promise<SecretAnswer> {
    this.#world.passing(`before keychain read ${name}`);
    const tried = await this.#try(() => this.#keytar.getPassword(service, name));
    if (tried.kind === 'late') return { kind: 'locked' };
    if (tried.kind === 'threw') return { kind: 'unavailable', detail: 'readFailed' };
    return tried.value === null ? this.#whyNothing(name) : { kind: 'found', secret: tried.value };
  }

  async write(name: string, secret: string): Promise<SecretAnswer> {
    if (new TextEncoder().encode(secret).byteLength >= mostSecretBytes) return { kind: 'unavailable', detail: 'tooLong' };
    this.#world.passing(`before keychain write ${name}`);
    const tried = await this.#try(() => this.#keytar.setPassword(service, name, secret));
    if (tried.kind === 'late') return { kind: 'locked' };
    // A refused write with a keychain that can be asked is a locked one.
    if (tried.kind === 'threw') return this.#whyRefused();
    this.#world.passing(`after keychain write ${name}`);
    const back = await this.read(name);
    if (back.kind === 'found' && back.secret !== secret) return { kind: 'unavailable', detail: 'readBackDiffers' };
    return back.kind === 'absent' ? { kind: 'unavailable', detail: 'notKept' } : back;
  }

  async remove(name: string): Promise<SecretAnswer> {
    this.#world.passing(`before keychain remove ${name}`);
    const tried = await this.#try(() => this.#keytar.deletePassword(service, name));
    if (tried.kind === 'late') return { kind: 'locked' };
    if (tried.kind === 'threw') return this.#whyRefused();
    return this.read(name);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const clock = new AbortController();
    await Promise.race([Promise.all(this.#running), this.#world.sleep(endMs, clock.signal)]);
    clock.abort();
  }

  /** Nothing under this name: because there is nothing, or because the keychain does not show what it has. */
  async #whyNothing(name: string): Promise<SecretAnswer> {
    if (name !== canary) {
      const known = await this.#try(() => this.#keytar.getPassword(service, canary));
      if (known.kind === 'done' && known.value !== null) return { kind: 'absent' };
    }
    const written = await this.#try(() => this.#keytar.setPassword(service, canary, canaryWord));
    if (written.kind !== 'done') return { kind: 'locked' };
    const seen = await this.#try(() => this.#keytar.getPassword(service, canary));
    if (seen.kind !== 'done' || seen.value === null) return { kind: 'locked' };
    // The write may have unlocked it: what looked absent can be there by now.
    const again = await this.#try(() => this.#keytar.getPassword(service, name));
    return again.kind === 'done' && again.value !== null ? { kind: 'found', secret: again.value } : { kind: 'absent' };
  }

  async #whyRefused(): Promise<SecretAnswer> {
    const asked = await this.#try(() => this.#keytar.getPassword(service, canary));
    if (asked.kind === 'threw') return { kind: 'unavailable', detail: 'writeFailed' };
    // A keychain that returns the canary is open: it can be read but takes no writes.
    return asked.kind === 'done' && asked.value !== null ? { kind: 'unavailable', detail: 'readOnly' } : { kind: 'locked' };
  }

  async #try<T>(act: () => Promise<T>): Promise<Tried<T>> {
    if (this.#closed) return { kind: 'late' };
    const clock = new AbortController();
    const late = this.#world.sleep(patienceMs, clock.signal).then((): Tried<T> => ({ kind: 'late' }));
    const done = act().then(
      (value): Tried<T> => ({ kind: 'done', value }),
      (): Tried<T> => ({ kind: 'threw' }),
    );
    this.#running.add(done);
    void done.then(() => this.#running.delete(done));
    const first = await Promise.race([done, late]);
    clock.abort();
    return first;
  }
}

/** Keytar's own program where it was built, else its fork's, which comes built and names every entry alike. */
const keytars = ['keytar', '@github/keytar'];

/** keytar's prebuilt twin, where it is installed. It needs no library of the system's, and names entries otherwise. */
export function loadKeyring(): Loaded | null {
  const module = requireOptional('@napi-rs/keyring/keytar.js');
  return module === null ? null : { keytar: likeKeytar(module as KeyringModule, canary), backend: 'keyring' };
}

/** Loads the first keytar that works here, which takes over what the twin kept; the twin where none does. */
export function loadInstalled(names: readonly string[] = keytars): Loaded | null {
  const twin = loadKeyring();
  const module = names.map(requireOptional).find((found) => found !== null) as Keytar | undefined;
  if (!module) return twin;
  return { keytar: twin ? takingOver(module, twin.keytar, canary) : module, backend: 'keytar' };
}

/** Null for a module that was not built for this machine. */
function requireOptional(name: string): unknown {
  try {
    return createRequire(import.meta.url)(name);
  } catch {
    return null;
  }
}
