import { isDefinedError, safe } from '@orpc/client';
import type { EditRow, ReviewBatch, ReviewWarning } from '#shared/contract/views.ts';
import { sumByCurrency } from '#shared/money.ts';
import type { Desk } from './desk.svelte.ts';

export type ReviewGroup = ReviewBatch['groups'][number];

/** How an approval ended. `stale` means that nothing was approved and the batch was read again. */
export type Approval = { kind: 'approved'; count: number } | { kind: 'stale' } | { kind: 'refused'; why: string };

/** Groups whose edits can be approved as they stand. */
const approvable: ReadonlySet<ReviewGroup['kind']> = new Set(['ready', 'changedOnService', 'vendors', 'payments']);

/** The batch under review: what is in it, what is chosen, and the fingerprint that guards against a change behind the person's back. */
export class Reviewing {
  batch = $state.raw<ReviewBatch | null>(null);
  /** Ids that the person left out; everything else that may be approved is chosen. */
  leftOut = $state.raw<ReadonlySet<string>>(new Set());
  checking = $state(false);
  problem = $state<string | null>(null);

  readonly groups = $derived((this.batch?.groups ?? []).filter((group) => group.edits.length > 0));
  readonly chosen = $derived(
    this.groups.filter((g) => approvable.has(g.kind)).flatMap((g) => g.edits.filter((e) => !this.leftOut.has(e.id))),
  );
  readonly payments = $derived(this.chosen.filter((edit) => edit.kind === 'recordInvoicePayment'));
  readonly bankEdits = $derived(this.chosen.filter((edit) => edit.touchesBank));
  readonly totals = $derived(sumByCurrency(this.payments));
  readonly needsConfirmation = $derived(this.payments.length > 0 || this.bankEdits.length > 0);
  readonly needYou = $derived(this.groups.filter((g) => !approvable.has(g.kind)).reduce((sum, g) => sum + g.edits.length, 0));
  readonly all = $derived(this.groups.reduce((sum, g) => sum + g.edits.length, 0));

  readonly #desk: Desk;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Reads now and after every change of edits, until the answer is called. */
  follow(): () => void {
    void this.read();
    return this.#desk.onChange((change) => {
      if (change.kind === 'edits' || change.kind === 'accounts') void this.read();
    });
  }

  async read(): Promise<void> {
    const turn = ++this.#turn;
    const batch = await this.#desk.api.review.batch();
    if (turn === this.#turn) this.batch = { ...batch, preflight: batch.preflight ?? this.batch?.preflight ?? null };
  }

  canApprove(group: ReviewGroup): boolean {
    return approvable.has(group.kind);
  }

  choose(ids: readonly string[], chosen: boolean): void {
    const next = new Set(this.leftOut);
    for (const id of ids)
      if (chosen) next.delete(id);
      else next.add(id);
    this.leftOut = next;
  }

  warningsOf(edit: EditRow): ReviewWarning[] {
    return this.groups.flatMap((group) => group.warnings).filter((warning) => warning.editId === edit.id);
  }

  /** Looks at the service before anything is sent; a failure is said and changes nothing. */
  async preflight(): Promise<void> {
    this.checking = true;
    this.problem = null;
    const answer = await safe(this.#desk.api.review.preflight());
    this.checking = false;
    if (answer.isSuccess) this.batch = answer.data;
    else
      this.problem = isDefinedError(answer.error)
        ? `${answer.error.message} ${answer.error.data.next}`
        : 'Layover did not answer. Nothing was changed.';
  }

  async approve(ids: string[], secondConfirmation: boolean): Promise<Approval> {
    const fingerprint = this.batch?.fingerprint ?? '';
    const answer = await safe(this.#desk.api.review.approve({ ids, fingerprint, secondConfirmation }));
    if (answer.isSuccess) return { kind: 'approved', count: ids.length };
    await this.read();
    if (isDefinedError(answer.error) && answer.error.code === 'STALE_BATCH') return { kind: 'stale' };
    return { kind: 'refused', why: answer.error.message };
  }
}
