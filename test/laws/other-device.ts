import { headerOf, type WireRequest } from '#main/api/transport/transport.ts';
import { bodyOf, editById, type OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { changeRecord, type ChangeableKind } from '#service/domain/operations/change.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, jsonEqual, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { asked } from './asked.ts';
import type { Simulation } from './simulation.ts';
import { faultsUntilMs } from './scenario.ts';

/** One write of somebody else. */
interface ForeignWrite {
  record: string;
  /** Version after it, for a vendor. */
  version: number;
  at: number;
}

interface Look {
  places: Map<string, string>;
  line: number;
}

const bankFields = ['bankAccountNumber', 'bankName'];

/** A colleague at another desk, whose requests always arrive; also a record of what our own writes replaced, and of what a user saw. */
export class OtherDevice {
  readonly writes: ForeignWrite[] = [];
  /** Edits whose full record replaced a colleague's change that they had not seen. */
  readonly replaced = new Set<string>();
  /** Edits of which a colleague took every value away again: the record shows them as if they had never been carried out. */
  readonly takenAway = new Set<string>();
  readonly #simulation: Simulation;
  /** A colleague's newest writes, by record and place: a field, a member, or a group of custom properties. */
  readonly #standing = new Map<string, Map<string, string>>();
  /** The record that the window showed when a user recorded or settled an edit, and the newest audit line then. */
  readonly #seen = new Map<string, Look>();
  /** Attempts that left. */
  readonly #left = new Set<string>();
  #count = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  begin(): void {
    const { time, random } = this.#simulation;
    const edits = 2 + Math.floor(random() * 8);
    for (let i = 0; i < edits; i++) time.after(random() * faultsUntilMs, () => this.#write());
  }

  /** True when a colleague wrote to a record. */
  touched(record: string): boolean {
    return this.writes.some((write) => write.record === record);
  }

  /** The edit whose request, if it is carried out now, replaces what a colleague wrote since the version that it was built on; or null. */
  wouldReplace(request: WireRequest): string | null {
    const editId = headerOf(request.headers, 'idempotency-key');
    if (request.method !== 'PUT' || editId === null) return null;
    const vendorId = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const sent = [...this.#simulation.writes].reverse().find((write) => write.editId === editId);
    const builtOn = sent?.baseVersion === null || sent?.baseVersion === undefined ? null : Number(sent.baseVersion);
    return this.writes.some((write) => write.record === `vendor ${vendorId}` && builtOn !== null && write.version > builtOn)
      ? editId
      : null;
  }

  /** A user looks at the record of an edit while recording or settling it. */
  sees(store: Store, editId: string): void {
    const row = editById(store, editId);
    const known = row && recordOf(store, { kind: row.recordKind, id: row.recordId });
    this.saw(editId, known?.value ?? null);
  }

  /** A user recorded an edit in a form that was opened on this, when `line` was the newest of the audit log. */
  saw(editId: string, look: JsonObject | null, line = this.newestLine()): void {
    if (look) this.#seen.set(editId, { places: placesOf(look), line });
  }

  newestLine(): number {
    return asked<[], { seq: number }>(this.#simulation.sql, 'SELECT ifnull(max(seq), 0) AS seq FROM audit').get()?.seq ?? 0;
  }

  /** Law 15: what leaves goes over no change that was heard of and that no user saw; with bank data, not even beside one. */
  leaves(store: Store, row: OutboxRow): void {
    const standing = this.#standing.get(`${row.recordKind} ${row.recordId}`);
    const known = recordOf(store, { kind: row.recordKind, id: row.recordId });
    const body = bodyOf(row);
    if (!standing || !known || !body || row.repeat === 'creates' || this.#simulation.generation > 0) return;
    // Sent on to where a redirect leads, it is the same request: what was heard since is said in its verdict.
    const request = `${row.id} ${row.lastAttempt}`;
    if (this.#left.has(request)) return;
    this.#left.add(request);
    // As the wire said it: what was heard and not taken counts all the same.
    const heard = placesOf(this.#simulation.looks.shownFor(row) ?? known.value);
    const sent = placesOf(body);
    const seen = this.#seenFor(store, row.id);
    const concerned = [...sent.keys(), ...(row.touchesBank === 1 ? bankFields : [])];
    for (const place of new Set(concerned)) {
      const theirs = standing.get(place);
      // The same value from both: from now on it is ours as much as theirs.
      if (theirs !== undefined && sent.get(place) === theirs) standing.delete(place);
      if (theirs === undefined || (heard.get(place) ?? 'null') !== theirs || sent.get(place) === theirs) continue;
      if (editKind(row.kind)?.answer(row.recordId, body, known.value).kind === 'asSent') continue;
      if (!seen) continue;
      if (seen.some(({ places }) => (places.get(place) ?? 'null') === theirs)) this.#simulation.tally('overwritten knowingly');
      else if (this.#isOwnSince(row, place, theirs, Math.max(...seen.map(({ line }) => line))))
        this.#simulation.tally('own value came back');
      else if (theirs === 'null' && this.#isOwnLoss(row, place)) this.#simulation.tally('emptied by our own write');
      else this.#simulation.violation('P15', `${row.kind} ${row.id} goes over ${place} of a colleague, ${theirs}, which nobody saw`);
    }
  }

  /** The newest word that shows it empty is the answer to a write of ours, which emptied it: a colleague who did so too was never heard of. */
  #isOwnLoss({ recordKind, recordId }: OutboxRow, place: string): boolean {
    const text = `SELECT facts ->> '$.reason.differences' AS lost FROM audit WHERE record_kind = ? AND record_id = ? AND what = 'verdict'
      AND facts ->> '$.reason.kind' = 'fieldsLost'`;
    return asked<[string, string], { lost: string }>(this.#simulation.sql, text)
      .all(recordKind, recordId)
      .some(({ lost }) => (JSON.parse(lost) as { path: string[] }[]).some(({ path: [name] }) => name === place.split(' ')[0]));
  }

  /**
   * An edit of ours set the same value, and the service answered that after the look: the user composed theirs on the way to it. A colleague who takes
   * it away and puts it back leaves what the user knew.
   */
  #isOwnSince({ id, recordKind, recordId }: OutboxRow, place: string, value: string, line: number): boolean {
    const text = `SELECT outbox.body AS body FROM outbox JOIN audit ON audit.edit_id = outbox.id WHERE outbox.record_kind = ? AND outbox.record_id = ?
      AND outbox.id <> ? AND audit.what = 'verdict' AND audit.facts ->> '$.to' = 'applied' AND audit.seq > ?`;
    return asked<[string, string, string, number], { body: string }>(this.#simulation.sql, text)
      .all(recordKind, recordId, id, line)
      .some(({ body }) => placesOf(JSON.parse(body) as JsonObject).get(place) === value);
  }

  /** The looks of everybody who made this edit what it is: its own, and those of the edits that it came from; null when one is not known. */
  #seenFor(store: Store, editId: string): Look[] | null {
    const looks: Look[] = [];
    const open = [editId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const look = this.#seen.get(id);
      const { supersedes } = editById(store, id) ?? { supersedes: null };
      // Saved by a process that died before it said so: what its user looked at is not known here.
      if (!look && !this.#simulation.person.acknowledged.has(id)) return null;
      if (look) looks.push(look);
      if (supersedes !== null) open.push(supersedes);
    }
    return looks;
  }

  /** A colleague changes these fields now. */
  changes(kind: ChangeableKind, id: string, fields: Record<string, unknown>): void {
    this.#change(kind, id, fields);
  }

  #write(): void {
    const { random, company } = this.#simulation;
    this.#count += 1;
    const draw = random();
    if (draw < 0.1) return this.#closeCard();
    if (draw < 0.45) {
      const day = String(1 + Math.floor(random() * 27)).padStart(2, '0');
      return this.#change(
        'expense',
        company.expenses[Math.floor(random() * 3)],
        random() < 0.5 ? { performedDate: `2026-01-${day}` } : { originalCurrency: 'SEK' },
      );
    }
    if (draw < 0.55) return this.#change('cardTransaction', company.cardTransactions[0], this.#cardFields());
    this.#change('vendor', company.vendors[Math.floor(random() * company.vendors.length)], this.#vendorFields());
  }

  #cardFields(): Record<string, unknown> {
    return this.#simulation.random() < 0.5 ? { description: `Theirs ${this.#count}` } : { customProperties: this.#properties() };
  }

  #vendorFields(): Record<string, unknown> {
    const draw = this.#simulation.random();
    const n = this.#count;
    if (draw < 0.25) return { bankAccountNumber: `DE${n}` };
    if (draw < 0.4) return { bankName: `Bank ${n}` };
    if (draw < 0.55) return { phoneNumber: draw < 0.45 ? null : { countryCode: 'SE', localNumber: `8${n}` } };
    if (draw < 0.7) return { customProperties: this.#properties() };
    return { zipcode: `Z${n}`, ...(draw < 0.85 ? { email: `theirs${n}@vendor.test` } : {}) };
  }

  /** One value in one group, nothing in the others. */
  #properties(): unknown[] {
    const { random, company } = this.#simulation;
    const group = company.groups[Math.floor(random() * company.groups.length)];
    if (!group) return [];
    return [
      { groupId: group.id, groupInternalName: group.internalName, values: [group.values[Math.floor(random() * group.values.length)]] },
    ];
  }

  /** Somebody else writes these fields now. */
  writesTo(kind: ChangeableKind, id: string, fields: Record<string, unknown>): void {
    this.#change(kind, id, fields);
  }

  #change(kind: ChangeableKind, id = '', fields: Record<string, unknown>): void {
    const { company, time, clock } = this.#simulation;
    const record = `${kind} ${id}`;
    const before = company.store.get(kind, id);
    if (!changeRecord(company.store, kind, id, fields, clock.now())) return;
    const after = company.store.get(kind, id);
    const [was, is] = [placesOf(before as unknown as JsonObject), placesOf(after as unknown as JsonObject)];
    const standing = this.#standing.get(record) ?? new Map<string, string>();
    for (const place of new Set([...was.keys(), ...is.keys()])) {
      if (is.get(place) !== was.get(place)) standing.set(place, is.get(place) ?? 'null');
    }
    this.#standing.set(record, standing);
    for (const { editId } of this.#simulation.carried.filter((one) => one.record === record)) this.#noteTakenAway(editId, is);
    const version = kind === 'vendor' ? (company.store.get('vendor', id)?.version ?? 0) : 0;
    this.writes.push({ record, version, at: time.now });
    this.#simulation.lastWords.noteVendors();
    this.#simulation.tally('written by a colleague');
  }

  #noteTakenAway(editId: string, is: ReadonlyMap<string, string>): void {
    const row = asked<[string], { body: string }>(this.#simulation.sql, 'SELECT body FROM outbox WHERE id = ?').get(editId);
    const ours = row ? [...placesOf(JSON.parse(row.body) as JsonObject)] : [];
    if (ours.length > 0 && ours.every(([place, value]) => is.get(place) !== value)) this.takenAway.add(editId);
  }

  /** A card transaction that takes no edits any more: whatever we send about it is a conflict. */
  #closeCard(): void {
    const { company } = this.#simulation;
    const id = company.cardTransactions[1] ?? '';
    const card = company.store.get('cardTransaction', id);
    if (card) company.store.put('cardTransaction', id, { ...card, editStatus: 'NO_EDITS_ALLOWED' });
    this.#simulation.tally('closed by a colleague');
  }
}

/** Every place of a record or a body that counts on its own, with its value as text; of custom properties the identifiers of the values. */
function placesOf(record: JsonObject): Map<string, string> {
  const places = new Map<string, string>();
  for (const [name, value] of Object.entries(record)) {
    if (['version', 'updatedAt', 'updatedBy'].includes(name)) continue;
    if (name === 'customProperties' && Array.isArray(value)) {
      for (const each of value.filter(isJsonObject))
        places.set(`${name} ${String(each['groupId'])}`, textOf(each['valueIds'] ?? idsOf(each['values'])));
    } else if (isJsonObject(value)) {
      for (const [member, inner] of Object.entries(value)) places.set(`${name}.${member}`, textOf(inner));
    } else if (!jsonEqual(value ?? null, null)) places.set(name, textOf(value));
  }
  return places;
}

const textOf = (value: JsonValue | undefined): string => stringifyJson(value ?? null);
const idsOf = (values: JsonValue | undefined): JsonValue[] =>
  Array.isArray(values) ? values.filter(isJsonObject).map(({ id }) => id ?? null) : [];
