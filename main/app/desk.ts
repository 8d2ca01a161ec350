import { sessionSecrets, type SessionSecrets } from '#main/accounts/session-secrets.ts';
import { openStore } from '#main/cache/database/open.ts';
import type { Registry } from '#main/cache/accounts/registry.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { RepairView } from '#shared/contract/views.ts';
import type { World } from '#shared/world.ts';
import { createChanges, type Changes } from './changes.ts';
import type { OpenedFile } from './app.ts';
import type { AppOptions } from './host.ts';
import type { OpenAccount } from './open-account.ts';
import { refuseNow } from './refuse.ts';
import { UndoScopes } from './undo-scopes.ts';

/** What every procedure can reach: the rooms, put together for the account that is open now. */
export class Desk {
  readonly options: AppOptions;
  readonly world: World;
  readonly registry: Registry;
  /** The keychain, with the memory beside it for what it does not take. */
  readonly secrets: SessionSecrets;
  readonly changes: Changes;
  readonly undo = new UndoScopes();
  /** The account that is open; null before the first sign-in, and while a database waits for Repair. */
  open: OpenAccount | null = null;
  /** Why the active account's database needs a person; null when it does not. */
  repair: RepairView | null = null;
  /** Ends the sign-in that waits for the system browser; null when none does. */
  signingIn: AbortController | null = null;
  /** What a person opened with the app, until a window took it. */
  openedFile: OpenedFile | null = null;
  /** What the keychain answered when it was last asked; asking can take long, so it is not asked for every status. */
  keychain: 'ok' | 'locked' | 'unavailable' = 'ok';
  readonly #nobody: Store;

  constructor(options: AppOptions, registry: Registry) {
    this.options = options;
    this.world = options.world;
    this.registry = registry;
    this.secrets = sessionSecrets(options.secrets);
    this.changes = createChanges(options.world);
    this.#nobody = emptyStore(options.world);
  }

  /** The open account, for what writes or sends. Refuses with NOT_NOW when there is none. */
  account(): OpenAccount {
    return this.open ?? refuseNow(this.repair ? 'repairFirst' : 'noAccount');
  }

  /** The open account's cache, for what only reads; an empty one when there is no account. */
  store(): Store {
    return this.open?.store ?? this.#nobody;
  }

  /** A bug was met in what a window asked for: it is logged, and that window says so. Sending goes on; the engine stops itself for its own. */
  bug(error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    this.world.log.error('bug', { detail, stack: error instanceof Error ? error.stack : undefined });
  }

  close(): void {
    this.#nobody.close();
  }
}

function emptyStore(world: World): Store {
  const answer = openStore({ file: ':memory:', world, account: { origin: '', companyId: null, userId: null } });
  if (answer.kind !== 'open') throw new Error(`an empty database in memory did not open: ${answer.kind}`);
  return answer.store;
}
