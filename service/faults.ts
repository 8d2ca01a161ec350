/** Every way in which an answer is spoilt after the service did its work, so that a test can go through each. */
export const malformations = [
  'truncated',
  'wrongType',
  'null',
  'array',
  'emptyBody',
  'emptyObject',
  'otherRecord',
  'huge',
  'deep',
  'badUtf8',
  'duplicateKeys',
  'tooLong',
  'tooShort',
  'otherMediaType',
  'compressedBomb',
] as const;
export type Malformation = (typeof malformations)[number];

/** One thing that goes wrong. "Before" means that the service's rules never saw the request, "after" that they carried it out. */
export type Fault =
  /** The connection is cut before the request is processed. */
  | { readonly kind: 'dropBefore' }
  /** The request is carried out and durable, then the connection is cut without an answer. */
  | { readonly kind: 'dropAfter' }
  /**
   * The request is carried out only after this time, or where that is null when the faults are cleared, whether or not the client still
   * waits; with `cut` the connection ends at once.
   */
  | { readonly kind: 'late'; readonly afterMs: number | null; readonly cut: boolean }
  /** An answer with this status; with `retryAfter` (seconds, or a date) in its header. The body is an error context unless `body` says otherwise. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly when: 'before' | 'after';
      readonly retryAfter?: string;
      readonly body?: 'error' | 'html' | 'none';
    }
  /** A captive portal answers in the service's place: 200 and a page. */
  | { readonly kind: 'captivePortal' }
  /** A read answers what an earlier read of the same path answered, as a cache in between would. */
  | { readonly kind: 'staleRead' }
  | { readonly kind: 'malformed'; readonly how: Malformation }
  /** The answer comes in pieces of this many bytes, one at a time. */
  | { readonly kind: 'slow'; readonly pieceBytes: number; readonly everyMs: number }
  /** No answer at all while the connection stays open. */
  | { readonly kind: 'hang'; readonly when: 'before' | 'after' }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string };

/** When a fault strikes: the next `times` requests that fit the method and path, after `skip` of them went well. */
export interface FaultRule {
  readonly method?: string;
  /** A regular expression over the path with its query, as text; any path without it. */
  readonly path?: string;
  readonly times?: number;
  readonly skip?: number;
  readonly fault: Fault;
}

interface Armed {
  readonly id: number;
  readonly rule: FaultRule;
  readonly path: RegExp | undefined;
  left: number;
  skipped: number;
  struck: number;
}

/** The faults that wait for their requests. Rules are tried in the order in which they were added; the first that fits strikes. */
export class FaultPlan {
  #armed: Armed[] = [];
  #lastId = 0;
  #held: (() => void)[] = [];

  /** Arms a fault and gives its number. Throws when `path` is not a regular expression. */
  add(rule: FaultRule): number {
    this.#lastId += 1;
    const path = rule.path === undefined ? undefined : new RegExp(rule.path);
    this.#armed.push({ id: this.#lastId, rule, path, left: rule.times ?? 1, skipped: 0, struck: 0 });
    return this.#lastId;
  }

  /** The fault that strikes this request, if any; counts it. */
  take(method: string, path: string): Fault | undefined {
    for (const armed of this.#armed) {
      if (armed.left === 0) continue;
      if (armed.rule.method !== undefined && armed.rule.method !== method) continue;
      if (armed.path !== undefined && !armed.path.test(path)) continue;
      if (armed.skipped < (armed.rule.skip ?? 0)) {
        armed.skipped += 1;
        continue;
      }
      armed.left -= 1;
      armed.struck += 1;
      return armed.rule.fault;
    }
    return undefined;
  }

  /** Every rule with how often it struck and may still strike. */
  report(): readonly Readonly<Pick<Armed, 'id' | 'rule' | 'struck' | 'left'>>[] {
    return this.#armed.map(({ id, rule, struck, left }) => ({ id, rule, struck, left }));
  }

  /** Waits until faults are cleared. */
  cleared(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  /** Disarms one fault, or all; whatever was held goes on. */
  clear(id?: number): void {
    for (const release of this.#held.splice(0)) release();
    this.#armed = id === undefined ? [] : this.#armed.filter((armed) => armed.id !== id);
  }
}
