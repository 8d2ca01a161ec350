import { handle } from '#service/domain/operations/handle.ts';
import { readJson, writeJson } from '#service/domain/json.ts';
import { MemoryStore } from '#service/domain/memory-store.ts';
import type { Caller } from '#service/domain/operations/operation.ts';
import { specificationOnly, type Switches } from '#service/domain/switches.ts';
import { seedStore } from '#service/seed/seed.ts';

/** The moment at which the tests' requests arrive. */
export const now = Date.parse('2026-11-20T12:00:00.000Z');

const master = seedStore(new MemoryStore());

/** An answer with its body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // The answer of a service is whatever it is: tests look into it freely.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  readonly document: { readonly variant: string } | undefined;
}

/** The sandbox's rules with their own copy of the seeded data. */
export class SeededDomain {
  readonly store = master.clone();
  readonly company = first(master.list('company'));
  readonly admin = first(master.list('user'));
  readonly caller: Caller = { userId: this.admin.id, companyId: this.company.id, roles: this.admin.roles };
  switches: Switches = specificationOnly;
  now = now;
  #ids = 0;

  /** Sends a request to the rules; an object as body is written as JSON. */
  send(method: string, path: string, body?: unknown, more: { caller?: Caller | undefined; headers?: Record<string, string> } = {}): Answer {
    const text = body === undefined ? '' : typeof body === 'string' ? body : writeJson(body);
    const headers = { 'content-type': 'application/json;charset=UTF-8', ...more.headers };
    const caller = 'caller' in more ? more.caller : this.caller;
    const facts = { now: this.now, uuid: () => this.#nextId(), caller, switches: this.switches };
    const response = handle(this.store, { method, path, headers, body: text }, facts);
    const read = response.bodyText === '' ? undefined : readJson(response.bodyText);
    return { status: response.status, headers: response.headers, body: read, document: response.document };
  }

  /** The first invoice in this state, in the first company, without failures. */
  invoiceIn(state: string, more: { engine?: string } = {}) {
    return found(this.store.list('invoiceReceivable'), (each) => {
      return each.companyId === this.company.id && each.state === state && (more.engine ?? each.taxEngineName) === each.taxEngineName;
    });
  }

  /** The first record that fits. */
  expense(status = 'CREATED') {
    return found(this.store.list('expense'), (each) => each.status === status && each.companyId === this.company.id);
  }

  cardTransaction(editStatus = 'ALL_EDITS_ALLOWED') {
    return found(this.store.list('cardTransaction'), (each) => each.editStatus === editStatus && each.companyId === this.company.id);
  }

  vendor() {
    return found(this.store.list('vendor'), (each) => each.defaultCompanyEntity !== null && each.customProperties.length > 0);
  }

  bankAccount() {
    return first(this.store.list('bankAccount'));
  }

  #nextId(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
  }
}

/** The first of some values; a test that finds none is broken. */
export function first<T>(values: Iterable<T>): T {
  return found(values, () => true);
}

/** The first value that fits. */
export function found<T>(values: Iterable<T>, fits: (value: T) => boolean): T {
  for (const value of values) if (fits(value)) return value;
  throw new Error('the seed has no such value');
}
