import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { Kept } from '#renderer/state/data/kept.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { saveFile } from '#renderer/state/save-file.ts';
import type { NewCode, ProtectionChanged, ProtectionView } from '#shared/contract/views/protection-views.ts';
import { changeProblem, codePaper } from './protection-words.ts';

/** The step of the dialog. Nothing is changed on the disk before `working`. */
export type Step = 'explain' | 'code' | 'typeBack' | 'working' | 'done';

/** Encrypting the account's files, a new recovery code for them, and making them plain again: one walk, with nothing changed before its last step. */
export class Encrypting {
  step = $state<Step>('explain');
  /** True where the walk ends with a new code for files that are encrypted already. */
  renews = $state(false);
  made = $state.raw<NewCode | null>(null);
  typed = $state<string[]>([]);
  /** Which of the typed groups are right; empty before they were looked at. */
  right = $state<boolean[]>([]);
  problem = $state<string | null>(null);
  readonly kept: Kept<ProtectionView>;
  readonly view = $derived.by(() => this.kept.value);
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
    this.kept = new Kept(app, () => app.api.protection.view(), ['status', 'accounts']);
  }

  async showCode(): Promise<void> {
    const answer = await safe(this.#app.api.protection.begin());
    this.problem = answer.isSuccess ? null : sentenceOfRefusal(answer.error);
    if (!answer.isSuccess) return;
    this.renews = this.view?.form === 'sealed';
    this.made = answer.data;
    this.typed = answer.data.asked.map(() => '');
    this.right = [];
    this.step = 'code';
  }

  saveCode(): void {
    if (!this.made) return;
    const text = codePaper(this.made.code, this.#app.status?.account?.name ?? '');
    saveFile({ name: 'layover-recovery-code.txt', file: new Blob([text], { type: 'text/plain' }) });
  }

  /** Looks at what was typed, and encrypts, or takes the new code, when it is right. */
  async finish(): Promise<void> {
    const answer = await safe(this.#app.api.protection.confirm({ groups: this.typed }));
    this.right = answer.data ?? [];
    if (this.right.length === 0 || !this.right.every(Boolean)) return;
    const { protection } = this.#app.api;
    await this.#work(() => (this.renews ? protection.renewCode() : protection.encrypt()));
  }

  async decrypt(): Promise<void> {
    this.renews = false;
    await this.#work(() => this.#app.api.protection.decrypt());
  }

  /** Back to the first step; the code that was shown is void. */
  async stop(): Promise<void> {
    this.#forget();
    this.step = 'explain';
    await safe(this.#app.api.protection.cancel());
  }

  async #work(change: () => Promise<ProtectionChanged>): Promise<void> {
    this.step = 'working';
    const answer = await safe(change());
    this.#forget();
    if (!answer.isSuccess) this.problem = sentenceOfRefusal(answer.error);
    else this.problem = answer.data.kind === 'changed' ? null : changeProblem(answer.data);
    this.step = this.problem === null ? 'done' : 'explain';
    await this.kept.read();
  }

  #forget(): void {
    this.made = null;
    this.typed = [];
    this.right = [];
  }
}
