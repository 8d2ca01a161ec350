import { headerOf, type WireAnswer, type WireRequest } from '#main/api/transport/transport.ts';
import { jsonMediaType } from '#main/api/prepare.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { bodyOf, editById } from '#main/outbox/outbox.ts';
import { companyOf } from '#main/records/company.ts';
import type { Store } from '#main/storage/store.ts';
import type { ChangeableKind } from '#service/domain/operations/change.ts';
import { isJsonObject, parseJson, type JsonObject } from '#shared/json/json.ts';
import { seededRandom } from '#test/world.ts';
import type { Simulation } from './simulation.ts';

interface Collision {
  url: string;
  field: string;
  value: string;
  overlaps: boolean;
  /** The newest line of the audit log when a read of the record showed what the colleague wrote. */
  shownAt: number | null;
}

const share = 0.3;

/** A colleague saves the record in the moment in which our update arrives, and the service refuses ours with CONFLICT. */
export class Collisions {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  /** The newest collision of each edit. */
  readonly #ofEdit = new Map<string, Collision>();
  #count = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x409);
  }

  /** The answer that replaces the service's, or null. */
  instead(request: WireRequest): WireAnswer | null {
    const { scenario, store, otherDevice, writes } = this.#simulation;
    const target = request.method === 'PATCH' || request.method === 'PUT' ? targetOf(request.url) : null;
    if (!scenario.collisions || !target || !this.#simulation.isFaulty() || this.#random() > share) return null;
    const id = pathOf(request.url).split('/').at(-1) ?? '';
    const editId = headerOf(request.headers, 'idempotency-key') ?? '';
    const edit = store && editById(store, editId);
    const typed = (edit && bodyOf(edit)) ?? {};
    this.#count += 1;
    const [field, value] = target.fields[this.#random() < 0.5 ? 0 : 1].map((text) =>
      text.replace('#', String(10 + (this.#count % 18))),
    ) as [string, string];
    otherDevice.changes(target.kind, id, { [field]: value });
    // An earlier request whose end nobody learned may have moved the record as well; one that a crash kept from leaving is as unknown.
    const left = writes.filter((write) => write.editId === editId).length;
    const claimed = store ? auditOfEdit(store, editId).filter(({ what }) => what === 'left').length : 0;
    const isFirst = Math.max(left, claimed) === 1 + (this.#ofEdit.has(editId) ? 1 : 0);
    this.#ofEdit.set(editId, { url: request.url, field, value, overlaps: !isFirst || field in typed, shownAt: null });
    this.#simulation.tally('collided with a colleague');
    return conflict;
  }

  /** An answer is handed to the living process. */
  delivered(request: WireRequest, back: { kind: string; status?: number | null; body?: Uint8Array }): void {
    if (request.method !== 'GET' || back.kind !== 'answer' || back.status !== 200 || !back.body) return;
    const said = jsonOf(back.body);
    if (!this.#simulation.looks.belongs(said)) return;
    // A sign-in that names no company believes the first answer: until a second record speaks for it, our own company's records are strangers'.
    const { store } = this.#simulation;
    const company = store && companyOf(store);
    if (typeof company === 'string' && company !== said['companyId']) return;
    for (const one of this.#ofEdit.values())
      if (pathOf(one.url) === pathOf(request.url) && said[one.field] === one.value)
        one.shownAt ??= this.#simulation.otherDevice.newestLine();
  }

  /** CONFLICT over a field that the user did not set is no rejection where the record was shown since: the edit goes again on the newest record. */
  check(store: Store): void {
    if (this.#simulation.scenario.serviceClock !== 'steady') return;
    for (const [id, { overlaps, shownAt, field }] of this.#ofEdit) {
      if (overlaps || shownAt === null) continue;
      const refused = auditOfEdit(store, id).filter(
        ({ seq, what, facts }) => what === 'verdict' && seq > shownAt && facts['to'] === 'rejected' && isOurs(facts['reason']),
      );
      if (refused.length > 0)
        this.#simulation.violation('conflict', `${id} was rejected because a colleague changed ${field}, which it does not set`);
    }
  }
}

const isOurs = (reason: unknown): boolean => JSON.stringify(reason ?? null).includes('"COLLIDED"');

/** Kinds by their path, with two fields and what a colleague writes there. */
const targets: readonly { path: RegExp; kind: ChangeableKind; fields: [[string, string], [string, string]] }[] = [
  {
    path: /\/expenses\/[^/]+$/,
    kind: 'expense',
    fields: [
      ['performedDate', '2026-08-#'],
      ['originalCurrency', 'N#'],
    ],
  },
  {
    path: /\/vendors\/[^/]+$/,
    kind: 'vendor',
    fields: [
      ['email', 'collided#@vendor.test'],
      ['zipcode', 'C#'],
    ],
  },
  {
    path: /\/card-transactions\/[^/]+$/,
    kind: 'cardTransaction',
    fields: [
      ['description', 'Collided #'],
      ['description', 'Collided again #'],
    ],
  },
];

const pathOf = (url: string): string => new URL(url, 'https://service.test').pathname;
const targetOf = (url: string) => targets.find(({ path }) => path.test(pathOf(url))) ?? null;

function jsonOf(bytes: Uint8Array): JsonObject {
  const read = parseJson(new TextDecoder().decode(bytes));
  return read.ok && isJsonObject(read.value) ? read.value : {};
}

const conflict: WireAnswer = {
  kind: 'answer',
  status: 409,
  headers: [['content-type', jsonMediaType]],
  body: new TextEncoder().encode(
    JSON.stringify({
      name: 'ConflictError',
      type: 'CONFLICT',
      errors: [{ type: 'COLLIDED', message: 'Somebody saved the record.', path: null, context: null }],
    }),
  ),
  afterMs: 10,
};
