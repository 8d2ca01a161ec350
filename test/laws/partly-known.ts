import { headerOf, type WireAnswer, type WireRequest } from '#main/api/transport/transport.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { putRecord, recordOf, type HeardRecord } from '#main/records/records.ts';
import { createStore, type Store } from '#main/storage/store.ts';
import { writeJson } from '#service/domain/json.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { vendorPutBody } from '#shared/edits/update-vendor/put-body.ts';
import { isJsonObject, parseJson, type JsonObject } from '#shared/json/json.ts';
import { fakeWorld, seededRandom } from '#test/world.ts';
import type { Simulation } from './simulation.ts';

/**
 * Vendors of which this laptop knows a part: an import told some fields, and not that they are all. A full record is sent, or a user saw what
 * is lost without it (law 15).
 */
export class PartlyKnown {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  /** The known part of a vendor when its full record was sent, by edit: nobody could show facts that came later. */
  readonly #knownThen = new Map<string, JsonObject>();
  /** The losses that a user had accepted when an edit left; null where they had not. */
  readonly #acceptedThen = new Map<string, FieldDifference[] | null>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x9a27);
  }

  /** As an import left it whose file lacked columns: of the first vendor its bank details are not known either, the second is an id alone. */
  prepare(): void {
    const { sql, company, signedIn, scenario } = this.#simulation;
    if (!scenario.partlyKnown) return;
    const store = createStore(sql, fakeWorld(), signedIn.account());
    const [first = '', second = ''] = company.vendors;
    const { identifier: _identifier, bankAccountNumber: _number, ...told } = this.#whole(first);
    sql.exec(`DELETE FROM record_body WHERE row IN (SELECT row FROM record WHERE kind = 'vendor')`);
    sql.exec(`UPDATE record SET complete = 0, provenance = 'stub' WHERE kind = 'vendor'`);
    putRecord(store, heard(first, told, false));
    putRecord(store, heard(second, { vendorId: second }, false));
  }

  /** The service takes no vendor without a name: whoever changes one by half changes that too, now and then. */
  named(n: number, fields: Record<string, unknown>): Record<string, unknown> {
    return this.#simulation.scenario.partlyKnown && n % 3 > 0 ? { name: `Vendor ${n}`, ...fields } : fields;
  }

  /** Imports the service's current export, as a user does when asked. */
  importWhole(store: Store, id: string): void {
    store.commit('imported whole', () => void hearRecord(store, heard(id, this.#whole(id), true)));
    this.#simulation.tally('full record imported');
  }

  /** A file of fewer columns names one more field of a vendor, now and then just after a user accepted what a request would empty. */
  tellMore(store: Store, id: string): void {
    if (this.#random() < 0.5) return;
    const known = recordOf(store, { kind: 'vendor', id })?.value ?? {};
    const more = Object.entries(this.#whole(id)).find(([name, value]) => known[name] === undefined && typeof value === 'string');
    if (!more) return;
    store.commit('imported in part', () => void hearRecord(store, heard(id, Object.fromEntries([more]), false)));
    this.#simulation.tally('told more after an acceptance');
  }

  /** A write leaves. */
  leaves(request: WireRequest, editId: string): void {
    const { store } = this.#simulation;
    const id = vendorOf(request);
    if (!id || !store) return;
    this.#knownThen.set(editId, vendorPutBody({}, recordOf(store, { kind: 'vendor', id })?.value ?? {}));
    this.#acceptedThen.set(editId, acceptedIn(store, editId));
  }

  /** P15: what our full record empties, though nobody else touched it, a user accepted; of what was known here, by its name. */
  watching(request: WireRequest, carryOut: () => WireAnswer): WireAnswer {
    const id = vendorOf(request);
    const { scenario, otherDevice, illTyped } = this.#simulation;
    if (!id || !(scenario.partlyKnown || scenario.masks) || otherDevice.touched(`vendor ${id}`) || illTyped.touched(`vendor ${id}`))
      return carryOut();
    const before = vendorPutBody({}, this.#whole(id));
    const answer = carryOut();
    const after = vendorPutBody({}, this.#whole(id));
    const sent = parsed(new TextDecoder().decode(request.body ?? new Uint8Array()));
    const emptied = Object.keys(before).filter((name) => after[name] === undefined && sent[name] === undefined);
    if (emptied.length > 0) this.#judge(headerOf(request.headers, 'idempotency-key') ?? '', emptied);
    return answer;
  }

  #judge(editId: string, emptied: readonly string[]): void {
    const known = this.#knownThen.get(editId) ?? {};
    // A request is carried out late, perhaps after an older copy of the database came back.
    const accepted = this.#acceptedThen.get(editId) ?? null;
    const unseen = emptied.filter(
      (name) => accepted === null || (known[name] !== undefined && !accepted.some(({ path }) => path[0] === name)),
    );
    if (unseen.length > 0) this.#simulation.violation('P15', `${editId} empties ${unseen.join(', ')}, which nobody saw`);
    else this.#simulation.tally('emptied knowingly');
  }

  #whole(id: string): JsonObject {
    return parsed(writeJson(this.#simulation.company.store.get('vendor', id)));
  }
}

function acceptedIn(store: Store, editId: string): FieldDifference[] | null {
  const reason = auditOfEdit(store, editId).findLast(({ what }) => what === 'sendPartly')?.facts['reason'];
  return isJsonObject(reason) && Array.isArray(reason['accepted']) ? (reason['accepted'] as unknown as FieldDifference[]) : null;
}

const vendorOf = ({ method, url }: WireRequest): string => (method === 'PUT' ? (new URL(url).pathname.split('/').at(-1) ?? '') : '');

function heard(id: string, value: JsonObject, complete: boolean): HeardRecord {
  return { ref: { kind: 'vendor', id }, value, provenance: 'import', asOf: 0, complete };
}

function parsed(text: string): JsonObject {
  const read = parseJson(text);
  return read.ok && isJsonObject(read.value) ? read.value : {};
}
