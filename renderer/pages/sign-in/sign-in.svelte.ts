import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import type { AccountView, SignInQuestion } from '#shared/contract/views/views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { noConnection, readConnectionFile, type ConnectionFile } from './connection-file.ts';

type Scheme = 'oauth' | 'apiKey';

/** The user's input to connect an account. The client secret and the key are sent to the main process once and not kept here. */
export class SignIn {
  scheme = $state<Scheme>('oauth');
  /** The part of the form that a connection file may fill in. */
  given = $state<ConnectionFile>({ ...noConnection });
  clientSecret = $state('');
  apiKey = $state('');
  /** The connection file that filled in the form; null where it was typed. */
  filledFrom = $state<string | null>(null);
  /** Why a connection file was not used. */
  fileProblem = $state<string | null>(null);
  /** True while the system browser is open or the service is asked. */
  busy = $state(false);
  problem = $state<string | null>(null);

  /** The company's settings of it. */
  readonly company = $derived.by(() => this.#app.settings?.company ?? null);
  readonly schemes = $derived<Scheme[]>(this.company?.signInMethods ?? ['oauth', 'apiKey']);
  readonly insecure = $derived(/^http:/i.test(this.given.address.trim()));
  readonly redirectUri = $derived(
    `http://127.0.0.1:${this.company?.redirectPort ?? (this.given.redirectPort.trim() || `<${t('signIn.redirect.anyPort')}>`)}/callback`,
  );
  readonly address = $derived(this.company?.baseUrl ?? this.given.address.trim());
  readonly complete = $derived(
    this.address !== '' &&
      !this.insecure &&
      (this.scheme === 'apiKey' ? this.apiKey !== '' : (this.company?.clientId ?? this.given.clientId) !== '' && this.clientSecret !== ''),
  );
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Fills in what a company's connection file says, to be looked at before anything is connected. The secret is still typed. */
  async fill(file: File): Promise<void> {
    const read = this.company?.baseUrl ? t('signIn.file.set') : await readConnectionFile(file);
    this.fileProblem = typeof read === 'string' ? read : null;
    if (typeof read === 'string') return;
    this.scheme = read.clientId === '' ? 'apiKey' : 'oauth';
    this.given = read;
    this.filledFrom = file.name;
  }

  /** Connects a new account; true when it is signed in. */
  connect(): Promise<boolean> {
    const { accounts } = this.#app.api;
    const common = { name: this.given.name.trim(), baseUrl: this.address, ...(this.given.ca.trim() ? { ca: this.given.ca } : {}) };
    const asked =
      this.scheme === 'apiKey'
        ? accounts.connectApiKey({ ...common, apiKey: this.apiKey.trim() })
        : accounts.connectOauth({
            ...common,
            clientId: this.company?.clientId ?? this.given.clientId.trim(),
            clientSecret: this.clientSecret,
            redirectPort: Number(this.given.redirectPort) || 0,
          });
    return this.#ask(asked);
  }

  /** Signs in to the active account again. */
  again(): Promise<boolean> {
    return this.#ask(this.#app.api.accounts.signInAgain());
  }

  /** Asks the keychain for the sign-in once more; the system may ask the person to unlock it. */
  unlock(): Promise<boolean> {
    return this.#ask(this.#app.api.accounts.unlock());
  }

  /** The user of a completed sign-in; it waits for the window that began it. */
  get question(): SignInQuestion | null {
    return this.busy ? (this.#app.status?.signIn ?? null) : null;
  }

  async answer(keep: boolean): Promise<void> {
    const { question } = this;
    if (question) await safe(this.#app.api.accounts.answerSignIn({ id: question.id, keep }));
  }

  async cancel(): Promise<void> {
    await safe(this.#app.api.accounts.cancelSignIn());
  }

  async #ask(asked: Promise<AccountView>): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    const answer = await safe(asked);
    this.busy = false;
    if (answer.isSuccess) {
      this.clientSecret = '';
      this.apiKey = '';
      return true;
    }
    this.problem = sentenceOfRefusal(answer.error);
    return false;
  }
}
