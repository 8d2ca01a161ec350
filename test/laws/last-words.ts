import { headerOf, type WireAnswer, type WireRequest } from '#main/api/transport/transport.ts';
import { allOpenEdits, bodyOf, editById, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { hold } from '#main/edits/decide/hold.ts';
import type { EditInput } from '#main/edits/record/record-edit.ts';
import { writeJson } from '#service/domain/json.ts';
import type { ChangeableKind } from '#service/domain/operations/change.ts';
import { vendorPutBody } from '#shared/edits/update-vendor/put-body.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { seededRandom } from '#test/world.ts';
import { faultsUntilMs } from './scenario.ts';
import type { Simulation } from './simulation.ts';

const stories = 6;

/** A colleague's word on a field. */
interface Told {
  kind: ChangeableKind;
  id: string;
  name: string;
  value: string;
}

/**
 * Colleagues who put old values back, answers of ours that come after a newer word, users who are wrong when they say "it is recorded", and
 * invoices whose currency changes (laws 27, 29 and 30). Judged by what the service was told and what the user saw, not by the cache's own notes.
 */
export class LastWords {
  /** Edits that the user called recorded and that were not. */
  readonly wronglyConfirmed = new Set<string>();
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  readonly #currencySeen = new Map<string, unknown>();
  /** Every value that a vendor ever had at the service, by record and field. */
  readonly #had = new Map<string, Set<string>>();
  /** Edits that were held while a request of ours travelled, and the colleague's word that was heard before its answer. */
  readonly #between = new Map<string, Told>();
  #count = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x27_29_30);
  }

  begin(): void {
    const { scenario, time } = this.#simulation;
    if (!scenario.lastWords) return;
    this.noteVendors();
    for (let n = 0; n < stories; n++) time.after(this.#random() * 0.8 * faultsUntilMs, () => this.#putBack());
    for (let n = 0; n < 2; n++) time.after(this.#random() * faultsUntilMs, () => this.#moveCurrency());
  }

  /** The window showed this of the record when an edit was recorded or corrected. */
  saw(editId: string, look: JsonObject | null): void {
    if (look) this.#currencySeen.set(editId, look['currency']);
  }

  /** A user who does not look well says that something is recorded. */
  errs(row: OutboxRow): boolean {
    if (!this.#simulation.scenario.lastWords || this.#random() > 0.5) return false;
    this.wronglyConfirmed.add(row.id);
    this.#simulation.tally('wrongly confirmed');
    return true;
  }

  /** Enters the amount again in today's currency, or gives the edit up; false where the conflict is another one. */
  retypes(store: Store, row: OutboxRow): boolean {
    if (reasonOf(row)?.kind !== 'currencyMoved') return false;
    this.#simulation.tally('currency stop');
    const look = recordOf(store, refOf(row))?.value ?? null;
    const answer = this.#random() < 0.5 ? change(store, row.id, bodyOf(row) ?? {}, {}, look) : discard(store, [row.id]);
    if (answer.ok && 'id' in answer && typeof answer.id === 'string') {
      this.#simulation.person.acknowledged.set(answer.id, { kind: row.kind, at: this.#simulation.time.now });
      this.saw(answer.id, look);
    }
    return true;
  }

  /** Law 27: a word that was heard before our late answer stops what was held; settled, it is another edit. Law 30: an amount leaves in the currency that its user saw. */
  leaves(store: Store, row: OutboxRow): void {
    const said = this.#between.get(row.id);
    // An old copy that came after it, and that nobody can tell from a new one, says that they took it back.
    const isMisled = said !== undefined && this.#simulation.looks.misled(`${said.kind} ${said.id}`);
    // A conflict that named it stopped the edit, and its user went on.
    const isShown = said !== undefined && auditOfEdit(store, row.id).some(({ facts }) => namesTheirs(facts['reason'], said.value));
    if (said && !isMisled && !isShown && this.#served(said.kind, said.id)[said.name] === said.value && this.#simulation.generation === 0)
      this.#simulation.violation('law 27', `${row.id} goes over ${said.value}, which was heard before our late answer, and nobody saw it`);
    if (row.priority !== 'payment' || this.#simulation.generation > 0) return;
    const now = recordOf(store, refOf(row))?.value['currency'];
    for (let id: unknown = row.id; typeof id === 'string'; id = this.#earlier(store, id)) {
      // Saved by a process that died before it said so: what its user looked at is not known here.
      if (!this.#simulation.person.acknowledged.has(id)) return;
      if (!this.#currencySeen.has(id)) continue;
      const seen = this.#currencySeen.get(id);
      if (typeof seen === 'string' && typeof now === 'string' && seen !== now)
        this.#simulation.violation('law 30', `${row.id} was entered in ${seen} and leaves in ${now}`);
      return;
    }
  }

  #earlier(store: Store, id: string): unknown {
    return auditOfEdit(store, id)[0]?.facts['bringsBack'] ?? editById(store, id)?.supersedes;
  }

  /** Law 29: a full record carries what its user typed, and else only what the service once had. A late answer is followed by a newer word. */
  watching(request: WireRequest, carryOut: () => WireAnswer): WireAnswer {
    if (!this.#simulation.scenario.lastWords) return carryOut();
    this.noteVendors();
    if (request.method === 'PUT') this.#judge(request);
    const answer = carryOut();
    this.noteVendors();
    if (request.method === 'PATCH' && answer.status === 200 && this.#random() < 0.5) this.#speakBetween(request.url);
    return answer;
  }

  #judge(request: WireRequest): void {
    const { store, illTyped } = this.#simulation;
    const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const edit = store && editById(store, headerOf(request.headers, 'idempotency-key') ?? '');
    if (!edit || illTyped.touched(`vendor ${id}`)) return;
    const typed = bodyOf(edit) ?? {};
    const sent = parsed(new TextDecoder().decode(request.body ?? new Uint8Array()));
    for (const [name, value] of Object.entries(sent)) {
      if (name in typed || value === undefined || isJsonObject(value) || Array.isArray(value)) continue;
      if (!this.#had.get(`${id} ${name}`)?.has(stringifyJson(value)))
        this.#simulation.violation('law 29', `${edit.id} carries ${name} ${stringifyJson(value)}, which the service never had`);
    }
  }

  /** Called whenever a vendor of the service may have changed. */
  noteVendors(): void {
    if (!this.#simulation.scenario.lastWords) return;
    for (const id of this.#simulation.company.vendors) {
      for (const [name, value] of Object.entries(vendorPutBody({}, this.#served('vendor', id)))) {
        const key = `${id} ${name}`;
        this.#had.set(key, (this.#had.get(key) ?? new Set()).add(stringifyJson(value ?? null)));
      }
    }
  }

  /** Before the answer to our write arrives a second edit is recorded and held, a colleague writes a third value, and that is imported. */
  #speakBetween(url: string): void {
    const { time } = this.#simulation;
    const id = url.split('/').at(-1) ?? '';
    const isExpense = url.includes('/expenses/');
    const [kind, recordKind, name] = isExpense
      ? (['updateExpense', 'expense', 'performedDate'] as const)
      : (['updateCardTransaction', 'cardTransaction', 'description'] as const);
    const { store } = this.#simulation;
    // A third value: neither the service's nor the one that the user sees.
    const taken = [this.#served(recordKind, id)[name], store && recordOf(store, { kind: recordKind, id })?.value[name]];
    let theirs: string;
    do {
      this.#count += 1;
      theirs = isExpense ? `2026-01-${day(this.#count)}` : `said ${this.#count}`;
    } while (taken.includes(theirs));
    const ours = isExpense ? '2026-02-27' : `held ${this.#count}`;
    const input: EditInput = { kind, recordKind, recordId: id, body: { [name]: ours } };
    let held: string | null = null;
    time.after(1, () => this.#acting((store) => (held = this.#record(store, input, null) ? this.#holdNewest(store, id) : null)));
    time.after(3, () => {
      this.#simulation.otherDevice.writesTo(recordKind, id, { [name]: theirs });
      this.#acting((store) => {
        const stored = this.#import(store, recordKind, id);
        // A clock that jumps may say that ours was the later one, and nobody can tell.
        const isTold = !['jumps', 'nodes'].includes(this.#simulation.scenario.serviceClock);
        if (stored && held !== null && isTold) this.#between.set(held, { kind: recordKind, id, name, value: theirs });
        if (stored && isTold) time.after(20_000, () => this.#staysTold({ kind: recordKind, id, name, value: theirs }));
      });
      this.#simulation.tally('spoken between');
    });
  }

  /** Law 28: our answer, which came after it, did not take it away. */
  #staysTold({ kind, id, name, value }: Told): void {
    const { store, looks, illTyped, generation } = this.#simulation;
    const known = store && recordOf(store, { kind, id })?.value[name];
    if (known == null || known === value || this.#served(kind, id)[name] !== value) return;
    if (generation > 0 || looks.misled(`${kind} ${id}`) || illTyped.touched(`${kind} ${id}`)) return;
    this.#simulation.violation('law 28', `${kind} ${id} says ${stringifyJson(known)} where ${value} was heard while our answer travelled`);
  }

  #holdNewest(store: Store, id: string): string | null {
    const row = allOpenEdits(store).findLast(({ recordId, state }) => recordId === id && state === 'waiting');
    return row && hold(store, [row.id]).ok ? row.id : null;
  }

  /** We wrote a value; a colleague writes another, which is heard; a form opens on it; the colleague puts ours back; the form is done. */
  #putBack(): void {
    const { company, time } = this.#simulation;
    this.#count += 1;
    const n = this.#count;
    const isVendor = this.#random() < 0.5;
    const kind: ChangeableKind = isVendor ? 'vendor' : 'cardTransaction';
    const id = (isVendor ? company.vendors[0] : company.cardTransactions[0]) ?? '';
    const name = isVendor ? 'email' : 'description';
    const text = (who: string) => (isVendor ? `${who}${n}@story.test` : `${who} ${n}`);
    const editWith = (value: string): EditInput => {
      return { kind: isVendor ? 'updateVendor' : 'updateCardTransaction', recordKind: kind, recordId: id, body: { [name]: value } };
    };
    let look: JsonObject | null = null;
    let line = 0;
    this.#acting((store) => void this.#record(store, editWith(text('ours')), null));
    time.after(60_000, () => this.#colleague(kind, id, { [name]: text('theirs') }));
    time.after(70_000, () =>
      this.#acting((store) => {
        look = recordOf(store, { kind, id })?.value ?? null;
        line = this.#simulation.otherDevice.newestLine();
      }),
    );
    time.after(80_000, () => {
      // Of a word that was never heard nobody can tell that ours is not our own.
      if (look?.[name] !== text('theirs')) return;
      this.#colleague(kind, id, { [name]: text('ours') });
      this.#simulation.tally('put back by a colleague');
    });
    time.after(90_000, () => this.#acting((store) => void (look && this.#record(store, editWith(text('newer')), look, line))));
    this.#simulation.person.lastActAt = Math.max(this.#simulation.person.lastActAt, time.now + 100_000);
  }

  #moveCurrency(): void {
    const { company } = this.#simulation;
    const id = company.invoices[Math.floor(this.#random() * company.invoices.length)] ?? '';
    this.#colleague('invoiceReceivable', id, { currency: this.#random() < 0.5 ? 'JPY' : 'SEK' });
    this.#simulation.tally('currency moved');
  }

  #colleague(kind: ChangeableKind, id: string, fields: Record<string, unknown>): void {
    this.#simulation.otherDevice.writesTo(kind, id, fields);
    this.#acting((store) => this.#import(store, kind, id));
  }

  #import(store: Store, kind: ChangeableKind, id: string): boolean {
    const value = this.#served(kind, id);
    const heard = hearRecord(store, { ref: { kind, id }, value, provenance: 'import', asOf: store.world.now(), complete: true });
    if (heard.stored === 'stored') this.#simulation.looks.imported(kind, id);
    return heard.stored === 'stored';
  }

  #record(store: Store, input: EditInput, look: JsonObject | null, line?: number): boolean {
    const { deviations, person, otherDevice, time } = this.#simulation;
    const shown = look ?? recordOf(store, { kind: input.recordKind, id: input.recordId })?.value ?? null;
    const answer = deviations.record(
      store,
      look ? { ...input, seen: look } : input,
      (ms, act) => void time.after(ms, () => person.trying(act)),
    );
    if (!answer.ok) return false;
    person.acknowledged.set(answer.id, { kind: input.kind, at: time.now });
    otherDevice.saw(answer.id, shown, line);
    return true;
  }

  #acting(act: (store: Store) => void): void {
    const { store, lid, person } = this.#simulation;
    if (store && !lid.isClosed()) person.trying(() => act(store));
  }

  #served(kind: ChangeableKind, id: string): JsonObject {
    return parsed(writeJson(this.#simulation.company.store.get(kind, id)));
  }
}

function namesTheirs(reason: JsonValue | undefined, value: string): boolean {
  const differences = isJsonObject(reason) ? reason['differences'] : null;
  return Array.isArray(differences) && differences.some((each) => isJsonObject(each) && each['theirs'] === value);
}

const day = (n: number): string => String(1 + (n % 27)).padStart(2, '0');

function parsed(text: string): JsonObject {
  const read = parseJson(text);
  return read.ok && isJsonObject(read.value) ? read.value : {};
}
