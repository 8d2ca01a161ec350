import { isDefinedError, safe } from '@orpc/client';
import type { EditRow, Preflight, ReviewBatch, ReviewWarning } from '#shared/contract/views.ts';
import { isPayment } from '#shared/edits/edit-kind.ts';
import { sumByCurrency } from '#shared/money.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { Kept, ofEdits } from '#renderer/state/kept.svelte.ts';
import { notDone, sentenceOfRefusal } from '#renderer/state/refusals.ts';
import { approvable, groupOrder, type GroupKind } from './group-words.ts';
import { gather, type LikeRow } from './like-rows.ts';

/** Edits under one heading, like ones gathered. */
export interface ReviewGroup {
  key: string;
  kind: GroupKind;
  edits: EditRow[];
  rows: LikeRow[];
}

/** How an approval ended. `stale` means that nothing was approved and the batch was read again. */
export type Approval = { kind: 'approved'; count: number; batchId: string } | { kind: 'stale' } | { kind: 'refused'; why: string };

/** What was approved in a window and has not come to its end: whoever comes back finds it. */
const underWay = new WeakMap<Desk, string>();

/** What waits for a review: what is in it, what is chosen, and the fingerprint that guards against a change behind the person's back. */
export class Reviewing {
  readonly kept: Kept<ReviewBatch>;
  /** Ids that the person left out; everything else that may be approved is chosen. */
  leftOut = $state.raw<ReadonlySet<string>>(new Set());
  /** Keys of the rows that are open. */
  open = $state.raw<ReadonlySet<string>>(new Set());
  /** The edit that the keyboard is on. */
  at = $state<string | null>(null);
  checking = $state(false);
  approving = $state(false);
  problem = $state<string | null>(null);
  /** What was approved last, until the person goes on. */
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
  /** Edits that may be approved now. */
  readonly may: number;
  readonly all: number;
  readonly current: EditRow | null;
  readonly #warnings: ReadonlyMap<string, ReviewWarning[]>;
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.sent = underWay.get(desk) ?? null;
    this.kept = new Kept(desk, () => desk.api.review.batch(), ofEdits);
    this.batch = $derived(this.kept.value);
    this.preflight = $derived(this.batch?.preflight ?? this.#checked);
    this.#warnings = $derived(Map.groupBy(this.batch?.groups.flatMap((group) => group.warnings) ?? [], ({ editId }) => editId));
    this.groups = $derived(groupOrder.flatMap((kind) => this.#groupsOf(kind)));
    const open = $derived(this.groups.filter((group) => approvable.has(group.kind)).flatMap((group) => group.edits));
    this.chosen = $derived(open.filter((edit) => !this.leftOut.has(edit.id)));
    this.payments = $derived(this.chosen.filter(isPayment));
    this.bankEdits = $derived(this.chosen.filter((edit) => edit.touchesBank));
    this.totals = $derived(sumByCurrency(this.payments));
    this.unsummed = $derived(this.payments.length - this.totals.reduce((sum, { count }) => sum + count, 0));
    this.needsConfirmation = $derived(this.payments.length > 0 || this.bankEdits.length > 0);
    this.may = $derived(open.length);
    this.all = $derived(this.groups.reduce((sum, group) => sum + group.edits.length, 0));
    const edits = $derived(this.groups.flatMap((group) => group.edits));
    this.current = $derived(edits.find(({ id }) => id === this.at) ?? null);
  }

  /** What is simply ready stands under what it is; the other groups under what they mean. */
  #groupsOf(kind: GroupKind): ReviewGroup[] {
    const edits = this.batch?.groups.find((group) => group.kind === kind)?.edits ?? [];
    const parts = kind === 'ready' ? Map.groupBy(edits, (edit) => edit.kind) : new Map(edits.length > 0 ? [[kind, edits]] : []);
    const alone = (edit: EditRow) => isPayment(edit) || edit.touchesBank || this.#warnings.has(edit.id);
    return [...parts].map(([key, members]) => ({ key, kind, edits: members, rows: gather(members, alone) }));
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

  /** Chooses what the keyboard is on, or leaves it out; a closed row with all that it stands for. */
  toggle(): boolean {
    const group = this.groups.find((each) => each.edits.some((edit) => edit.id === this.at));
    if (!group || !this.at || !this.canApprove(group)) return false;
    const row = group.rows.find((each) => each.first.id === this.at && !this.open.has(each.key));
    this.choose(row ? row.edits.map(({ id }) => id) : [this.at], this.leftOut.has(this.at));
    return true;
  }

  /** Moves the keyboard to the next edit on screen; what a closed row stands for is passed over. */
  move(by: number): boolean {
    const shown = this.groups.flatMap(({ rows }) => rows.flatMap((row) => (this.open.has(row.key) ? row.edits : [row.first])));
    const now = shown.findIndex((edit) => edit.id === this.at);
    const next = shown[Math.min(shown.length - 1, Math.max(0, now === -1 ? 0 : now + by))];
    if (!next) return false;
    this.at = next.id;
    return true;
  }

  unfold(key: string): void {
    const next = new Set(this.open);
    if (!next.delete(key)) next.add(key);
    this.open = next;
  }

  warningsOf(edit: EditRow): ReviewWarning[] {
    return this.#warnings.get(edit.id) ?? [];
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
      const { batchId } = answer.data;
      this.sent = batchId;
      underWay.set(this.#desk, batchId);
      return { kind: 'approved', count: ids.length, batchId };
    }
    if (isDefinedError(answer.error) && answer.error.code === 'STALE_BATCH') return { kind: 'stale' };
    return { kind: 'refused', why: notDone('Nothing was approved.', answer.error) };
  }

  /** Back to what waits for a review. */
  goOn(): void {
    this.sent = null;
    underWay.delete(this.#desk);
  }
}

/** Forgets what was approved, once all of it has a verdict: the rows are there until their page is left. */
export function forgetSent(desk: Desk, batchId: string): void {
  if (underWay.get(desk) === batchId) underWay.delete(desk);
}
