import type { EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AccountLife } from '#main/account-life/account-life.ts';
import type { FormTyped } from '#shared/contract/inputs.ts';
import type { OpenAccount } from '#main/account-life/account.ts';
import { Protection } from '#main/account-life/encryption/protection.ts';
import type { Registry } from '#main/registry/registry.ts';
import { createUndiciTransport, type OpenTransport } from '#main/api/transport/undici-transport.ts';
import { openStore } from '#main/storage/open/open.ts';
import type { Store } from '#main/storage/store.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import { reportOf } from '#main/audit/reports.ts';
import type { World } from '#shared/world.ts';
import type { SandboxTrouble } from '#shared/contract/views/views.ts';
import { createProxies, proxySettingOf, type Proxies } from '#main/accounts/trust/proxies.ts';
import type { OpenedFile } from './opened-file.ts';
import { createChanges } from './changes.ts';
import type { AppOptions } from './host.ts';
import { KeepQuestion } from './keep-question.ts';
import { LockScreen } from './lock-screen.ts';
import { LatestOnly } from './latest-only.ts';
import { noticeSync } from './notices.ts';
import { refuseNow } from '#main/app/refusals/refuse.ts';
import type { SheetPlan } from '#main/app/views/compare-sheet.ts';
import { UndoScopes } from './undo-scopes.ts';

/** The services that every procedure can use, for the open account. */
export class AppServices {
  readonly options: AppOptions;
  readonly world: World;
  readonly changes: ReturnType<typeof createChanges>;
  readonly life: AccountLife;
  readonly proxies: Proxies;
  readonly protection: Protection;
  readonly lockScreen: LockScreen;
  /** The transport of the accounts' requests. */
  readonly openTransport: OpenTransport;
  /** Reads files of strangers, away from here. */
  readonly reading: Reading;
  readonly undo = new UndoScopes();
  /** By window, the newest comparison of a sheet. */
  readonly sheetPlans = new Map<string, SheetPlan>();
  /** By window, the forms that hold something which is not recorded. In memory only: it may be bank data. */
  readonly typing = new Map<string, readonly FormTyped[]>();
  /** The same of windows that are gone, by the form's name, until a window asks for it. */
  readonly typedBefore = new Map<string, FormTyped>();
  /** The sign-in that waits for the system browser, if one does. */
  readonly signIn = new LatestOnly();
  /** The question whether a completed sign-in is kept. */
  readonly keep: KeepQuestion;
  /** The problem of the embedded sandbox, when it is wanted and missing. */
  sandbox: SandboxTrouble | { kind: 'coming' } | null = null;
  /** The embedded sandbox, once it is there. */
  practice: EmbeddedService | null = null;
  /** Resolves when a window was answered a first page. */
  readonly firstPage = Promise.withResolvers<void>();
  /** Nothing begins any more. */
  closed = false;
  #openedFile: OpenedFile | null = null;
  #nobody: Store | null = null;

  constructor(options: AppOptions, registry: Registry) {
    const { world, dataFolder, secrets: keychain, policy, reading } = options;
    this.options = options;
    this.world = world;
    this.openTransport = options.openTransport ?? createUndiciTransport;
    this.reading = reading;
    this.changes = createChanges(world);
    const { publish, subscribe } = this.changes;
    this.keep = new KeepQuestion(world, () => publish({ kind: 'status' }));
    this.proxies = createProxies({
      secrets: keychain,
      readSetting: () => proxySettingOf(registry.readSetting('proxy')),
      writeSetting: (setting) => registry.writeSetting('proxy', { ...setting }),
      managed: policy?.proxy ?? null,
      systemSource: options.host.proxySource ?? 'system',
      resolve: options.host.resolveProxy ?? (() => Promise.resolve({ answer: 'DIRECT' })),
      changed: () => publish({ kind: 'status' }),
    });
    this.life = new AccountLife({
      ...{ world, dataFolder, registry, keychain, network: this.proxies, openTransport: this.openTransport, reading, publish },
      managedHosts: policy?.trustedHosts ?? [],
      managedCa: policy?.ca ?? null,
      policy: policy ?? {},
      companyNames: () => companyNamesIn(policy?.namesFile),
    });
    const companyKey = policy?.recoveryKey ?? null;
    this.protection = new Protection({ world, dataFolder, keychain, reading, life: this.life, companyKey });
    const isCode = (typed: string) => this.protection.isCode(typed);
    const { systemQuestion, hearsScreenLock = false } = options.host;
    this.lockScreen = new LockScreen({ world, keychain, life: this.life, isCode, systemQuestion, hearsScreenLock, publish });
    subscribe((change) => {
      const report = change.kind === 'syncFinished' ? reportOf(this.store(), change.reportId) : null;
      if (report && !this.lockScreen.drawn) noticeSync(options.host, report);
    });
  }

  /** The open account, for what writes or sends. Refuses with NOT_NOW when there is none, or its key is not here. */
  account(): OpenAccount {
    if (this.life.open) return this.life.open;
    if (this.life.noKey !== null) return refuseNow('encrypted');
    return refuseNow(this.life.repair ? 'repairFirst' : 'noAccount');
  }

  /** The open account's cache, for what only reads; an empty one when there is no account. */
  store(): Store {
    return this.life.open?.store ?? this.nobody;
  }

  /** An empty cache, for what is shown of nobody; made when nobody is shown. */
  get nobody(): Store {
    return (this.#nobody ??= emptyStore(this.world));
  }

  /** Opens the active account in place of the open one: what a window could undo there is not undone from here. For `firstPage` see `AccountLife`. */
  async openActive(firstPage: (() => Promise<unknown>) | null = null): Promise<void> {
    this.undo.forget();
    await this.life.openActive(firstPage);
    this.lockScreen.applyToSync();
  }

  /** Offers a file that a user opened with the app; a window takes it once. */
  offerFile(file: OpenedFile): void {
    this.#openedFile = file;
    this.changes.publish({ kind: 'fileOpened', name: file.name });
  }

  takeFile(): OpenedFile | null {
    const file = this.#openedFile;
    this.#openedFile = null;
    return file;
  }

  /** The network is another: idle connections are left behind, and what waits is tried at once. */
  reconnect(): void {
    this.life.open?.transport.renew?.();
    this.life.open?.engine.kick();
  }

  /** A bug was met in what a window asked for: it is logged, and that window says so. Sending goes on; the engine stops itself for its own. */
  bug(error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    this.world.log.error('bug', { detail, stack: error instanceof Error ? error.stack : undefined });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.signIn.cancel();
    this.lockScreen.stop();
    this.firstPage.resolve();
    await this.life.close();
    this.#nobody?.close();
    this.#nobody = null;
  }
}

/** The names file that IT's policy names. Throws when it cannot be read. */
function companyNamesIn(file: string | undefined): { name: string; content: Uint8Array } | null {
  return file === undefined ? null : { name: path.basename(file), content: readFileSync(file) };
}

function emptyStore(world: World): Store {
  const answer = openStore({ file: ':memory:', world, account: { origin: '', companyId: null, userId: null } });
  if (answer.kind !== 'open') throw new Error(`an empty database in memory did not open: ${answer.kind}`);
  return answer.store;
}
