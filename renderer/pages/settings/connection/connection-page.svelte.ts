import { t, type PlainId } from '#shared/messages/t.ts';
import { isDefinedError, safe } from '@orpc/client';
import type { ConnectionCheck, NetworkView, ProxySetting } from '#shared/contract/views/network-views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { Kept } from '#renderer/state/data/kept.svelte.ts';
import { sentenceOfRefusal, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';

const badProxy: Record<string, PlainId> = {
  notAnAddress: 'settings.proxy.bad.notAnAddress',
  scheme: 'settings.proxy.bad.scheme',
  userinfo: 'settings.proxy.bad.userinfo',
  path: 'settings.proxy.bad.path',
};

/** The proxy of this laptop, and the walk along the way to the service. */
export class ConnectionPage {
  readonly kept: Kept<NetworkView>;
  check = $state.raw<ConnectionCheck | null>(null);
  checking = $state(false);
  problem = $state<string | null>(null);
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
    this.kept = new Kept(app, () => app.api.network.get(), ['status']);
  }

  async walk(): Promise<void> {
    this.checking = true;
    this.problem = null;
    const answer = await safe(this.#app.online(() => this.#app.api.network.check()));
    this.checking = false;
    if (answer.isSuccess) this.check = answer.data;
    else this.problem = sentenceOfUnread(answer.error);
  }

  /** Changes the proxy; answers a sentence when it cannot be used. */
  async change(setting: ProxySetting): Promise<string | null> {
    const answer = await safe(this.#app.api.network.change(setting));
    await this.kept.read();
    if (answer.isSuccess) return null;
    const { error } = answer;
    const id = isDefinedError(error) && error.code === 'BAD_PROXY' ? badProxy[error.data.why] : undefined;
    return id ? t(id) : sentenceOfRefusal(error);
  }

  /** Keeps a proxy's name and password; answers a sentence when that did not work. */
  async keepPassword(proxy: string, user: string, password: string): Promise<string | null> {
    const answer = await safe(this.#app.api.network.keepPassword({ proxy, user, password }));
    await this.kept.read();
    return answer.isSuccess ? null : sentenceOfRefusal(answer.error);
  }
}
