import { t } from '#shared/messages/t.ts';
import type { ReviewGroup } from './group-words.ts';
import { isDefinedError, safe } from '@orpc/client';
import { SvelteMap } from 'svelte/reactivity';
import type { ReviewBatch, ReviewRow, ReviewWarning } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { above } from '#shared/edits/confirm-above.ts';
import { sumByCurrency } from '#shared/values/money.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { Kept, ofEdits } from '#renderer/state/data/kept.svelte.ts';
import { notDone, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import { approvable, groupOrder, startUnticked, type GroupKind } from './group-words.ts';

/** The page size of edits. */
const asked = 100;

const isPerhapsThere = ({ review, priority }: EditRow): boolean => review === 'person' && priority !== 'payment';

/** The result of an approval. `stale`: nothing was approved and the batch was read again. */
export type ApprovalEnd = { kind: 'approved'; count: number; batchId: string } | { kind: 'stale' } | { kind: 'refused'; why: string };

/** A question before an approval, as it was when it was asked: the edits, what is asked about them, and the fingerprint of what the user saw. */
export interface Question extends Pick<Reviewing, 'bankEdits' | 'perhapsThere' | 'tooMuch'> {
  ids: readonly string[];
  fingerprint: string;
  /** The number of payments in currencies above their sum. */
  large: number;
  warnings: ReadonlyMap<string, ReviewWarning[]>;
}

/** A running approval of a window, shown again when the user comes back. */
const underWay = new WeakMap<AppState, string>();

/** Edits that wait for review: what is in it, what is chosen, and the fingerprint that guards against a change behind the person's back. */
export class Reviewing {
  readonly kept: Kept<ReviewBatch>;
  /** The user's own ticks by id: true for what is sent. Every other row starts ticked unless it is about money or identity. */
  readonly #ticks = new SvelteMap<string, boolean>();
  /** Keys of the rows that are open. */
  open = $state.raw<ReadonlySet<string>>(new Set());
  /** The edit that the user went to, or the one that took its place. */
  #went = $state<string | null>(null);
  /** The edit that the user went to; its row takes the focus. */
  focused = $state<string | null>(null);
  /** There is room for an edit beside the list; the first one is shown there on arrival. */
  beside = $state(true);
  checking = $state(false);
  approving = $state(false);
  problem = $state<string | null>(null);
  /** The last approval, until the user continues. */
  sent = $state<string | null>(null);

  readonly batch = $derived.by(() => this.kept.value);
  readonly preflight = $derived.by(() => this.batch?.preflight ?? null);
  readonly groups = $derived.by(() => groupOrder.flatMap((kind) => this.#groupsOf(kind)));
  readonly #approvable = $derived.by(() => this.groups.filter((group) => approvable.has(group.kind)));
  /** Ids of what would be approved now. */
  readonly chosen = $derived.by(() => this.#approvable.flatMap((group) => group.ids).filter((id) => this.isChosen(id)));
  readonly #singly = $derived.by(() =>
    this.#approvable.flatMap((group) => group.rows.flatMap(({ first }) => (first && this.isChosen(first.id) ? [first] : []))),
  );
  readonly payments = $derived.by(() => this.#singly.filter(({ priority }) => priority === 'payment'));
  readonly bankEdits = $derived.by(() => this.#singly.filter((edit) => edit.touchesBank));
  /** An effect that an earlier request may have had: the user checks before it is sent again. */
  readonly perhapsThere = $derived.by(() => this.#singly.filter((edit) => isPerhapsThere(edit) && !edit.touchesBank));
  readonly totals = $derived.by(() => sumByCurrency(this.payments));
  /** Chosen payments that no total counts: their currency is not known here. */
  readonly unsummed = $derived.by(() => this.payments.length - this.totals.reduce((sum, { count }) => sum + count, 0));
  /** Totals above the sum that the user or the company set for their currency. */
  readonly tooMuch = $derived.by(() => above(this.totals, this.#app.settings?.confirmAbove ?? []));
  /** Besides the review itself, a question is asked before these leave. */
  readonly asksOnceMore = $derived.by(() => this.bankEdits.length + this.perhapsThere.length + this.tooMuch.length > 0);
  /** Edits that may be approved now. */
  readonly may = $derived.by(() => this.#approvable.reduce((sum, { ids }) => sum + ids.length, 0));
  readonly all = $derived.by(() => this.groups.reduce((sum, { ids }) => sum + ids.length, 0));
  /** Rows on screen, by their first edit; the edits of a closed row are passed over. */
  readonly #onScreen = $derived.by(() =>
    this.groups.flatMap(({ rows }) => rows.flatMap((row) => (this.open.has(row.key) ? row.ids : row.ids.slice(0, 1)))),
  );
  readonly current = $derived.by(() => (this.at !== null && this.has(this.at) ? this.edit(this.at) : null));
  /** The first edits of the rows, and what was asked for since. */
  readonly #known: ReadonlyMap<string, EditRow> = $derived.by(() => {
    const first = this.batch?.groups.flatMap((group) => group.rows.flatMap((row) => row.first ?? []));
    return new Map(first?.map((edit) => [edit.id, edit]));
  });
  readonly #read = new SvelteMap<string, EditRow | null>();
  readonly #warnings = $derived.by(() => Map.groupBy(this.batch?.groups.flatMap((group) => group.warnings) ?? [], ({ editId }) => editId));
  /** Ids of the rows that start unticked. */
  readonly #cautious = $derived.by(
    () => new Set(this.groups.flatMap(({ rows }) => rows.flatMap((row) => (this.#asksForCare(row) ? row.ids : [])))),
  );
  /** The current edit and the list around it, as `follow` last saw them. */
  #before: { edit: EditRow | null; at: string | null; onScreen: readonly string[]; ids: ReadonlySet<string> } = {
    ...{ edit: null, at: null, onScreen: [], ids: new Set() },
  };
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
    this.sent = underWay.get(app) ?? null;
    this.kept = new Kept(app, () => app.api.review.batch(), ofEdits);
  }

  /** Ready edits are grouped by kind; the other groups by meaning. */
  #groupsOf(kind: GroupKind): ReviewGroup[] {
    const all = this.batch?.groups.find((group) => group.kind === kind)?.rows ?? [];
    const parts = kind === 'ready' ? Map.groupBy(all, (row) => row.of) : new Map(all.length > 0 ? [[kind, all]] : []);
    return [...parts].map(([key, rows]) => ({ key, kind, of: rows[0]?.of ?? '', rows, ids: rows.flatMap(({ ids }) => ids) }));
  }

  /** The current edit: keys act on it. */
  get at(): string | null {
    return this.#went ?? (this.beside ? (this.groups[0]?.ids[0] ?? null) : null);
  }

  set at(id: string | null) {
    this.#went = id;
    this.focused = id;
  }

  /**
   * Keeps the place in the list when the current edit leaves the batch. A corrected edit is current under its new id; after any other one
   * the nearest row is, unless the edit was opened and stays on screen. Returns true when another edit became current.
   */
  follow(opened: boolean): boolean {
    const { edit, at, ids: old } = this.#before;
    const ids = new Set(this.groups.flatMap((group) => group.ids));
    const left = at !== null && (this.#went ?? at) === at && old.has(at) && !ids.has(at);
    if (left) {
      const corrected = [...ids].find((id) => {
        const now = old.has(id) ? null : this.edit(id);
        return now !== null && now.kind === edit?.kind && now.record.id === edit.record.id;
      });
      if (corrected === undefined && opened) return false;
      this.#went = corrected ?? this.#nearest();
    }
    this.#before = { edit: this.current, at: this.at, onScreen: this.#onScreen, ids };
    return left;
  }

  /** The current row or, after it left, the next one on screen; the last one where none follows. */
  #nearest(): string | null {
    const { at, onScreen } = this.#before;
    const place = at === null ? -1 : onScreen.indexOf(at);
    if (place === -1) return null;
    const here = (id: string) => this.has(id);
    return onScreen.slice(place).find(here) ?? onScreen.slice(0, place).findLast(here) ?? null;
  }

  has(id: string): boolean {
    return this.groups.some(({ ids }) => ids.includes(id));
  }

  /** An edit as far as it was read. */
  edit(id: string): EditRow | null {
    return this.#known.get(id) ?? this.#read.get(id) ?? null;
  }

  /** Reads those of these edits that are not here yet. */
  read(ids: readonly string[]): void {
    const missing = ids.filter((id) => !this.#known.has(id) && !this.#read.has(id));
    for (let from = 0; from < missing.length; from += asked) void this.#ask(missing.slice(from, from + asked));
  }

  async #ask(ids: string[]): Promise<void> {
    for (const id of ids) this.#read.set(id, null);
    const answer = await safe(this.#app.api.review.edits({ ids }));
    if (answer.isSuccess) for (const edit of answer.data) this.#read.set(edit.id, edit);
    else {
      for (const id of ids) this.#read.delete(id);
      this.problem = sentenceOfUnread(answer.error);
    }
  }

  /** A bank change, an effect that may be there already, or a warning about money or identity. */
  #asksForCare({ first, ids: [id = ''] }: ReviewRow): boolean {
    return (
      first?.touchesBank === true ||
      (first !== null && isPerhapsThere(first)) ||
      this.warningsOf(id).some((warning) => startUnticked.has(warning.kind) && !(warning.kind === 'oddValue' && warning.from === 'service'))
    );
  }

  isChosen(id: string): boolean {
    return this.#ticks.get(id) ?? !this.#cautious.has(id);
  }

  /** The number of chosen edits among these. */
  chosenOf(ids: readonly string[]): number {
    return ids.filter((id) => this.isChosen(id)).length;
  }

  choose(ids: readonly string[], chosen: boolean): void {
    for (const id of ids) this.#ticks.set(id, chosen);
  }

  /** Chooses what the keyboard is on, or leaves it out; a closed row with all that it stands for. */
  toggle(): boolean {
    const group = this.groups.find(({ ids }) => ids.includes(this.at ?? ''));
    if (!group || !this.at || !approvable.has(group.kind)) return false;
    const row = group.rows.find((each) => each.ids[0] === this.at && !this.open.has(each.key));
    this.choose(row ? row.ids : [this.at], !this.isChosen(this.at));
    return true;
  }

  /** Moves the keyboard to the next edit on screen; the first move goes to the first row. */
  move(by: number): boolean {
    const rows = this.#onScreen;
    const now = rows.indexOf(this.#went ?? '');
    const next = now === -1 ? (this.#nearest() ?? rows[0]) : rows[Math.min(rows.length - 1, Math.max(0, now + by))];
    if (next === undefined) return false;
    this.read([next]);
    this.at = next;
    return true;
  }

  unfold(key: string): void {
    const next = new Set(this.open);
    if (!next.delete(key)) next.add(key);
    this.open = next;
  }

  warningsOf(id: string): ReviewWarning[] {
    return this.#warnings.get(id) ?? [];
  }

  /** Looks at the service before anything is sent; a failure is said and changes nothing. */
  async check(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    this.problem = null;
    const answer = await safe(this.#app.api.review.preflight());
    this.checking = false;
    if (!answer.isSuccess) this.problem = sentenceOfUnread(answer.error);
    else this.kept.value = answer.data;
  }

  /** Copies what an approval now would ask and send. */
  question(): Question {
    const { chosen: ids, bankEdits, perhapsThere, tooMuch } = this;
    const large = this.payments.filter(({ currency }) => tooMuch.some((sum) => sum.currency === currency)).length;
    return { ids, fingerprint: this.batch?.fingerprint ?? '', bankEdits, perhapsThere, tooMuch, large, warnings: this.#warnings };
  }

  /** True while the chosen edits and all that the review shows are as they were when the question was asked. */
  isAsAsked({ ids, fingerprint }: Question): boolean {
    return this.batch?.fingerprint === fingerprint && this.chosen.join(' ') === ids.join(' ');
  }

  /** The review shows all of it: to approve it there is the confirmation that payments need. */
  async approve({ ids, fingerprint }: Pick<Question, 'ids' | 'fingerprint'>): Promise<ApprovalEnd> {
    if (ids.length === 0) return { kind: 'stale' };
    this.approving = true;
    const answer = await safe(this.#app.api.review.approve({ ids: [...ids], fingerprint, secondConfirmation: true }));
    if (!answer.isSuccess) await this.kept.read();
    this.approving = false;
    if (answer.isSuccess) {
      const { batchId } = answer.data;
      this.sent = batchId;
      underWay.set(this.#app, batchId);
      return { kind: 'approved', count: ids.length, batchId };
    }
    if (isDefinedError(answer.error) && answer.error.code === 'STALE_BATCH') return { kind: 'stale' };
    return { kind: 'refused', why: notDone(t('review.notApproved'), answer.error) };
  }

  /** Back to what waits for a review. */
  goOn(): void {
    this.sent = null;
    underWay.delete(this.#app);
  }
}

/** Forgets what was approved, once all of it has a verdict: the rows are there until their page is left. */
export function forgetSent(app: AppState, batchId: string): void {
  if (underWay.get(app) === batchId) underWay.delete(app);
}
