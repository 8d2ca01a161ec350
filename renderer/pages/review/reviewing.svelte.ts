import { isDefinedError, safe } from '@orpc/client';
import type { EditRow, Preflight, ReviewBatch, ReviewWarning } from '#shared/contract/views.ts';
import { isPayment } from '#shared/edits/edit-kind.ts';
import { sumByCurrency } from '#shared/money.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { Kept, ofEdits } from '#renderer/state/kept.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/refusals.ts';

export type ReviewGroup = ReviewBatch['groups'][number];

/** How an approval ended. `stale` means that nothing was approved and the batch was read again. */
export type Approval = { kind: 'approved'; count: number } | { kind: 'stale' } | { kind: 'refused'; why: string };

/** Groups in the order in which a person should look at them. */
const order: ReviewGroup['kind'][] = ['conflicts', 'changedOnService', 'ready', 'vendors', 'payments', 'blocked'];
/** Groups whose edits can be approved as they stand. */
const approvable: ReadonlySet<ReviewGroup['kind']> = new Set(['ready', 'changedOnService', 'vendors', 'payments']);

/** The batch under review: what is in it, what is chosen, and the fingerprint that guards against a change behind the person's back. */
export class Reviewing {
  readonly kept: Kept<ReviewBatch>;
  /** Ids that the person left out; everything else that may be approved is chosen. */
  leftOut = $state.raw<ReadonlySet<string>>(new Set());
  /** Kinds of the groups that are folded. */
  folded = $state.raw<ReadonlySet<string>>(new Set());
  /** The edit that the keyboard is on. */
  at = $state<string | null>(null);
  checking = $state(false);
  approving = $state(false);
  problem = $state<string | null>(null);
  /** What was approved last on this page, until the person goes on. */
  sent = $state<string | null>(null);
  #checked = $state.raw<Preflight | null>(null);

  readonly batch: ReviewBatch | null;
  readonly preflight: Preflight | null;
  readonly groups: ReviewGroup[];
  readonly chosen: EditRow[];
  readonly payments: EditRow[];
  readonly bankEdits: EditRow[];
  readonly totals: ReturnType<typeof sumByCurrency>;
  /** Chosen payments that no total counts: their currency is not known here. */
  readonly unsummed: number;
  readonly needsConfirmation: boolean;
  readonly needYou: number;
  readonly all: number;
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.kept = new Kept(desk, () => desk.api.review.batch(), ofEdits);
    this.batch = $derived(this.kept.value);
    this.preflight = $derived(this.batch?.preflight ?? this.#checked);
    this.groups = $derived(order.flatMap((kind) => (this.batch?.groups ?? []).filter((g) => g.kind === kind && g.edits.length > 0)));
    const open = $derived(this.groups.filter((group) => approvable.has(group.kind)).flatMap((group) => group.edits));
    this.chosen = $derived(open.filter((edit) => !this.leftOut.has(edit.id)));
    this.payments = $derived(this.chosen.filter(isPayment));
    this.bankEdits = $derived(this.chosen.filter((edit) => edit.touchesBank));
    this.totals = $derived(sumByCurrency(this.payments));
    this.unsummed = $derived(this.payments.length - this.totals.reduce((sum, { count }) => sum + count, 0));
    this.needsConfirmation = $derived(this.payments.length > 0 || this.bankEdits.length > 0);
    this.all = $derived(this.groups.reduce((sum, group) => sum + group.edits.length, 0));
    this.needYou = $derived(this.all - open.length);
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

  /** Chooses the edit that the keyboard is on, or leaves it out. */
  toggle(): boolean {
    const group = this.groups.find((each) => each.edits.some((edit) => edit.id === this.at));
    if (!group || !this.at || !this.canApprove(group)) return false;
    this.choose([this.at], this.leftOut.has(this.at));
    return true;
  }

  /** Moves the keyboard to the next edit on screen; folded groups are passed over. */
  move(by: number): boolean {
    const rows = this.groups.filter((group) => !this.folded.has(group.kind)).flatMap((group) => group.edits);
    const now = rows.findIndex((edit) => edit.id === this.at);
    const next = rows[Math.min(rows.length - 1, Math.max(0, now === -1 ? 0 : now + by))];
    if (!next) return false;
    this.at = next.id;
    return true;
  }

  fold(kind: string): void {
    const next = new Set(this.folded);
    if (!next.delete(kind)) next.add(kind);
    this.folded = next;
  }

  warningsOf(edit: EditRow): ReviewWarning[] {
    return this.groups.flatMap((group) => group.warnings).filter((warning) => warning.editId === edit.id);
  }

  /** Looks at the service before anything is sent; a failure is said and changes nothing. */
  async check(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    this.problem = null;
    const answer = await safe(this.#desk.api.review.preflight());
    this.checking = false;
    if (!answer.isSuccess) this.problem = sentenceOfRefusal(answer.error);
    else {
      this.#checked = answer.data.preflight;
      this.kept.value = answer.data;
    }
  }

  async approve(ids: string[], secondConfirmation: boolean): Promise<Approval> {
    this.approving = true;
    const fingerprint = this.batch?.fingerprint ?? '';
    const answer = await safe(this.#desk.api.review.approve({ ids, fingerprint, secondConfirmation }));
    if (!answer.isSuccess) await this.kept.read();
    this.approving = false;
    if (answer.isSuccess) {
      this.sent = answer.data.batchId;
      return { kind: 'approved', count: ids.length };
    }
    if (isDefinedError(answer.error) && answer.error.code === 'STALE_BATCH') return { kind: 'stale' };
    return { kind: 'refused', why: sentenceOfRefusal(answer.error) };
  }
}
