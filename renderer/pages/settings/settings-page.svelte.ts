import { safe } from '@orpc/client';
import type { AccountView, Capability, TrustedHost } from '#shared/contract/views/views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { Kept } from '#renderer/state/data/kept.svelte.ts';
import { sentenceIfRefused, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import { saveFile } from '#renderer/state/save-file.ts';

interface AboutTheService {
  accounts: AccountView[];
  hosts: TrustedHost[];
  capabilities: Capability[];
  storage: { usedBytes: number; quotaBytes: number } | null;
}

/** The document assistant's findings: the parameter's name, and each name that it tried. */
export interface Learned {
  name: string | null;
  tried: { name: string; verdict: string }[];
}

/** Further content of the settings page. */
export class SettingsPage {
  readonly kept: Kept<AboutTheService>;
  readonly accounts = $derived.by(() => this.kept.value?.accounts ?? []);
  readonly hosts = $derived.by(() => this.kept.value?.hosts ?? []);
  readonly capabilities = $derived.by(() => this.kept.value?.capabilities ?? []);
  readonly storage = $derived.by(() => this.kept.value?.storage ?? null);
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
    this.kept = new Kept(app, () => this.#read(), ['accounts', 'settings', 'documents', 'edits']);
  }

  async revoke(host: string): Promise<void> {
    await safe(this.#app.api.accounts.trust({ host, answer: 'no' }));
    await this.kept.read();
  }

  async setCapability(name: string, change: { allowed?: boolean; value?: string | null; reset?: boolean }): Promise<void> {
    await safe(this.#app.api.accounts.setCapability({ name, ...change }));
    await this.kept.read();
  }

  /** Tries likely names of the document's variant parameter on one document; only ever reads. A text says why it did not work. */
  async learnDocumentParameter(recordId: string): Promise<Learned | string> {
    const answer = await safe(this.#app.api.accounts.learnDocumentParameter({ recordId }));
    await this.kept.read();
    return answer.isSuccess ? answer.data : sentenceOfUnread(answer.error);
  }

  /** Ids of a few documents that are known here, for the assistant. */
  async someDocuments(): Promise<{ recordId: string; name: string }[]> {
    const answer = await safe(this.#app.api.documents.list({ after: null, limit: 50 }));
    return answer.isSuccess ? answer.data.rows : [];
  }

  /** Makes the file; answers a sentence when it did not work, else null. */
  async saveDiagnostics(): Promise<string | null> {
    const answer = await safe(this.#app.api.app.diagnostics());
    if (answer.isSuccess) saveFile(answer.data);
    return answer.isSuccess ? null : sentenceOfUnread(answer.error);
  }

  async exportOutbox(): Promise<void> {
    const answer = await safe(this.#app.api.edits.export({ format: 'json' }));
    if (answer.isSuccess) await this.#app.saving.offer(answer.data);
  }

  /** Makes another account the active one; answers a sentence when it did not work, else null. */
  async activate(account: AccountView): Promise<string | null> {
    return sentenceIfRefused(this.#app.api.accounts.activate({ id: account.id }));
  }

  /** Signs out; answers a sentence when it did not: the keychain is locked, or the count of unfinished edits moved meanwhile. */
  async signOut(account: AccountView): Promise<string | null> {
    const problem = await sentenceIfRefused(this.#app.api.accounts.signOut({ id: account.id, unfinishedSeen: account.unfinished }));
    await this.kept.read();
    return problem;
  }

  async #read(): Promise<AboutTheService> {
    const { api } = this.#app;
    const accounts = await api.accounts.list();
    if (!accounts.some((account) => account.active)) return { accounts, hosts: [], capabilities: [], storage: null };
    const [hosts, capabilities, documents] = await Promise.all([
      api.accounts.trustedHosts(),
      api.accounts.capabilities(),
      api.documents.list({ after: null, limit: 1 }),
    ]);
    return { accounts, hosts, capabilities, storage: { usedBytes: documents.usedBytes, quotaBytes: documents.quotaBytes } };
  }
}
