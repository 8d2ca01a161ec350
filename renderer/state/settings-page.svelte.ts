import { safe } from '@orpc/client';
import type { AccountView, Capability, TrustedHost } from '#shared/contract/views.ts';
import type { Desk } from './desk.svelte.ts';
import { saveFile } from './save-file.ts';

/** What the settings page shows beside the settings themselves. */
export class SettingsPage {
  accounts = $state.raw<AccountView[]>([]);
  hosts = $state.raw<TrustedHost[]>([]);
  capabilities = $state.raw<Capability[]>([]);
  storage = $state.raw<{ usedBytes: number; quotaBytes: number } | null>(null);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Reads now and after changes of accounts, settings and documents, until the answer is called. */
  follow(): () => void {
    void this.#read();
    return this.#desk.onChange((change) => {
      if (change.kind === 'accounts' || change.kind === 'settings' || change.kind === 'documents') void this.#read();
    });
  }

  async trust(host: string, answer: 'withSignIn' | 'withoutSignIn' | 'no'): Promise<void> {
    this.hosts = await this.#desk.api.accounts.trust({ host, answer });
  }

  async setCapability(name: string, change: { allowed?: boolean; value?: string | null; reset?: boolean }): Promise<void> {
    this.capabilities = await this.#desk.api.accounts.setCapability({ name, ...change });
  }

  async saveDiagnostics(): Promise<void> {
    saveFile(await this.#desk.api.app.diagnostics());
  }

  async exportOutbox(): Promise<void> {
    saveFile(await this.#desk.api.edits.export({ format: 'json' }));
  }

  /** Signs out; answers false when the count of unfinished edits moved meanwhile, so that the person is asked again. */
  async signOut(account: AccountView): Promise<boolean> {
    const answer = await safe(this.#desk.api.accounts.signOut({ id: account.id, unfinishedSeen: account.unfinished }));
    await this.#read();
    return answer.isSuccess;
  }

  async #read(): Promise<void> {
    const { api } = this.#desk;
    this.accounts = await api.accounts.list();
    if (!this.accounts.some((account) => account.active)) return;
    const [hosts, capabilities, documents] = await Promise.all([
      api.accounts.trustedHosts(),
      api.accounts.capabilities(),
      api.documents.list({ after: null, limit: 1 }),
    ]);
    this.hosts = hosts;
    this.capabilities = capabilities;
    this.storage = { usedBytes: documents.usedBytes, quotaBytes: documents.quotaBytes };
  }
}
