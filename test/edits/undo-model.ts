/** The model's kinds of edit: a comment, a payment, and a date, which merges an earlier unsent date of its record. */
export type ModelKind = 'comment' | 'payment' | 'date';

type Open = 'draft' | 'waiting' | 'sending' | 'inDoubt' | 'checking' | 'rejected' | 'held';

interface ModelEdit {
  kind: ModelKind;
  state: Open | 'closed';
  /** The state of a held edit after its release. */
  target: Open;
  /** The edit that this one stands for, and the one that stands for this one. */
  over: number | null;
  under: number | null;
  /** Closed by undo or discard, and what it was then. */
  takenAway: boolean;
  was: { state: Open; target: Open };
  /** Requests were claimed; may be on the service; are not known to be harmless. */
  claims: number;
  spent: number;
  maybe: boolean;
  /** A request of it ended unknown. */
  doubted: boolean;
  /** The user confirms it twice. */
  twice: boolean;
}

/**
 * A small model of what becomes of edits, told apart from the program: plain lists, no database. `order` holds the open edits of each record,
 * first the one that may be sent. Every act answers whether it is allowed, and then has happened.
 */
export class UndoModel {
  readonly edits: ModelEdit[] = [];
  readonly order: Record<'expense' | 'invoice', number[]> = { expense: [], invoice: [] };
  /** Edits of each record in the order of their places, closed ones included; a correction shares the place of what it corrects. */
  readonly #places: Record<'expense' | 'invoice', number[][]> = { expense: [], invoice: [] };

  record(kind: ModelKind): boolean {
    const last = this.order[recordOf(kind)].at(-1);
    const before = last === undefined ? undefined : this.edits[last];
    const joins = kind === 'date' && before?.kind === 'date' && before.spent === 0 && ['draft', 'waiting'].includes(before.state);
    if (joins && last !== undefined) this.#close(last, { under: this.edits.length });
    this.#add(kind, joins ? (last ?? null) : null, kind === 'payment', null);
    return true;
  }

  correct(n: number): boolean {
    const edit = this.#at(n);
    if (!['draft', 'waiting', 'held', 'rejected'].includes(edit.state) || edit.maybe) return false;
    const held = edit.state === 'held';
    this.#close(n, { under: this.edits.length });
    this.#add(edit.kind, n, edit.kind === 'payment' || this.#isDoubted(n), n);
    if (held) this.#hold(this.edits.length - 1);
    return true;
  }

  hold(n: number): boolean {
    if (!['draft', 'waiting', 'rejected'].includes(this.#at(n).state)) return false;
    this.#hold(n);
    return true;
  }

  release(n: number): boolean {
    const edit = this.#at(n);
    if (edit.state === 'rejected') {
      if (edit.twice || this.#isDoubted(n)) return false;
      edit.state = 'waiting';
      return true;
    }
    if (edit.state !== 'held') return false;
    edit.state = edit.target;
    return true;
  }

  discard(n: number): boolean {
    const edit = this.#at(n);
    if (!['draft', 'waiting', 'held', 'rejected'].includes(edit.state) || edit.maybe) return false;
    this.#close(n, { takenAway: true });
    return true;
  }

  approve(n: number): boolean {
    if (this.#at(n).state !== 'draft') return false;
    this.#at(n).state = 'waiting';
    return true;
  }

  /** Only the first open edit of a record leaves. */
  claim(n: number): boolean {
    const edit = this.#at(n);
    if (edit.state !== 'waiting' || this.order[recordOf(edit.kind)][0] !== n) return false;
    Object.assign(edit, { state: 'sending', claims: edit.claims + 1, spent: edit.spent + 1, maybe: true });
    return true;
  }

  answered(n: number, how: 'applied' | 'rejected' | 'unsent' | 'unknown'): boolean {
    const edit = this.#at(n);
    if (edit.state !== 'sending') return false;
    if (how === 'applied') this.#close(n, {});
    if (how === 'rejected') Object.assign(edit, { state: 'rejected', maybe: false });
    if (how === 'unsent') Object.assign(edit, { state: 'waiting', spent: edit.spent - 1, maybe: false });
    if (how === 'unknown') this.#lose(edit);
    return true;
  }

  crash(): boolean {
    for (const edit of this.edits) if (edit.state === 'sending') this.#lose(edit);
    return true;
  }

  /** Settles an unknown outcome, by a read or by the user's word. */
  resolved(n: number, there: boolean): boolean {
    const edit = this.#at(n);
    if (edit.state !== 'inDoubt' && edit.state !== 'checking') return false;
    if (there) this.#close(n, {});
    else Object.assign(edit, { state: 'waiting', maybe: false });
    return true;
  }

  undo(n: number): boolean {
    const edit = this.#at(n);
    if (edit.state === 'closed' && (edit.under !== null || edit.takenAway)) return true;
    if (edit.spent > 0 || !['draft', 'waiting', 'held'].includes(edit.state)) return false;
    const before = this.#closedBy(n);
    if (before !== null && !this.#mayReturn(before)) return false;
    this.#close(n, { takenAway: true });
    if (before !== null) this.#reopen(before);
    return true;
  }

  redo(n: number): boolean {
    const edit = this.#at(n);
    if (edit.state !== 'closed' || !edit.takenAway || !this.#mayReturn(n)) return false;
    let top = n;
    for (let below = this.#closedBy(top); below !== null; below = this.#closedBy(top)) top = below;
    const below = this.#at(top).over;
    const open = below === null ? null : this.#at(below);
    if (open && (!['draft', 'waiting', 'held', 'rejected'].includes(open.state) || open.maybe)) return false;
    if (
      open &&
      open.claims > 0 &&
      ((open.state === 'held' ? open.target : open.state) !== 'rejected' || (!edit.twice && this.#isDoubted(n)))
    )
      return false;
    if (below !== null) this.#close(below, { under: top });
    this.#reopen(n);
    // An edit that was held meanwhile stays held.
    if (open?.was.state === 'held' && this.#at(n).state !== 'held') this.#hold(n);
    return true;
  }

  #at(n: number): ModelEdit {
    const edit = this.edits[n];
    if (!edit) throw new Error(`the model has no edit ${n}`);
    return edit;
  }

  #add(kind: ModelKind, over: number | null, twice: boolean, inPlaceOf: number | null): void {
    const n = this.edits.length;
    const state = twice ? 'draft' : 'waiting';
    const was = { state, target: state } as const;
    this.edits.push({
      ...{ kind, state, target: state, over, under: null, takenAway: false, was },
      ...{ claims: 0, spent: 0, maybe: false, doubted: false, twice },
    });
    const places = this.#places[recordOf(kind)];
    const place = inPlaceOf === null ? undefined : places.find((one) => one.includes(inPlaceOf));
    if (place) place.push(n);
    else places.push([n]);
    this.#sort(kind);
  }

  /** The edit that is closed because `n` stands for it. */
  #closedBy(n: number): number | null {
    const { over } = this.#at(n);
    return over !== null && this.#at(over).state === 'closed' && this.#at(over).under === n ? over : null;
  }

  /** Claimed once, an edit comes back only refused. */
  #mayReturn(n: number): boolean {
    const { claims, was } = this.#at(n);
    return claims === 0 || (was.state === 'held' ? was.target : was.state) === 'rejected';
  }

  #close(n: number, why: { under?: number; takenAway?: true }): void {
    const edit = this.#at(n);
    if (edit.state !== 'closed') edit.was = { state: edit.state, target: edit.target };
    Object.assign(edit, { state: 'closed', under: why.under ?? null, takenAway: why.takenAway ?? false, maybe: false });
    this.#sort(edit.kind);
  }

  #reopen(n: number): void {
    const edit = this.#at(n);
    const free = edit.twice ? 'draft' : 'waiting';
    const places = this.#places[recordOf(edit.kind)];
    const at = places.findIndex((one) => one.includes(n));
    if (places.slice(at + 1).some((place) => place.some((later) => this.#at(later).claims > 0))) {
      places[at] = (places[at] ?? []).filter((one) => one !== n);
      places.push([n]);
    }
    const back = edit.claims === 0 ? free : 'rejected';
    Object.assign(edit, { state: edit.was.state === 'held' ? 'held' : back, target: back, under: null, takenAway: false });
    this.#sort(edit.kind);
  }

  #hold(n: number): void {
    const edit = this.#at(n);
    const target = edit.state;
    Object.assign(edit, { state: 'held', target });
  }

  #lose(edit: ModelEdit): void {
    Object.assign(edit, { state: edit.kind === 'date' ? 'checking' : 'inDoubt', doubted: true });
  }

  /** True when a creating edit may be applied already: a request of it, or of the one that it corrects, ended unknown. */
  #isDoubted(n: number): boolean {
    for (let at: number | null = n; at !== null; at = this.#at(at).over) {
      if (this.#at(at).kind === 'date') return false;
      if (this.#at(at).doubted) return true;
    }
    return false;
  }

  #sort(kind: ModelKind): void {
    const record = recordOf(kind);
    this.order[record] = this.#places[record].flat().filter((n) => this.#at(n).state !== 'closed');
  }
}

/** The record that an edit of a kind is about, in every sequence. */
export const recordOf = (kind: ModelKind): 'expense' | 'invoice' => (kind === 'payment' ? 'invoice' : 'expense');
