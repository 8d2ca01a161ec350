import { headerOf, type WireAnswer, type WireFailure, type WireRequest } from '#main/api/transport/transport.ts';
import { jsonMediaType } from '#main/api/prepare.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import type { CardTransaction } from '#service/domain/records/card-transaction.ts';
import type { ChangeableKind } from '#service/domain/operations/change.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { seededRandom } from '#test/world.ts';
import { asked } from './asked.ts';
import { faultsUntilMs } from './scenario.ts';
import type { Simulation } from './simulation.ts';

/** From a look to the first byte of its write, at most: five seconds, and what the way may take. */
const lookLastsMs = 15_000;
/** The same of a payment, whose claim holds as long as the proof of its path: another minute. */
const paymentLookLastsMs = lookLastsMs + 60_000;
const stranger = '00000000-0000-4000-8000-00000000c003';

/** A copy of a record that the network delivered. */
interface Delivered {
  at: number;
  /** When the service made it, and the order in which it makes them. */
  made: number;
  value: JsonObject;
}

/** An update of ours that the service took, whoever heard of it. */
interface Written {
  editId: string | null;
  path: string;
  at: number;
  made: number;
  sent: JsonObject;
  /** A copy from before was delivered, to a question from after it, and nothing told that it was old. */
  isHidden: boolean;
}

/**
 * Looks before writes: reads that answer with a stranger, a no, or another company's record; colleagues who delete records and empty fields; and the names directory
 * of what the network delivered, which says whether a write that leaves was looked at (law 25), goes over what a look showed (P15), or carries more than was
 * typed for want of evidence (law 26). Shares nothing with the engine: it reads the wire.
 */
export class CarefulLooks {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  /** Edits that a user let go without a look. */
  readonly #allowed = new Set<string>();
  readonly #made = new WeakMap<WireAnswer, number>();
  readonly #deleted = new Set<string>();
  /** Cards that our own requests emptied, each by a field that it left out. */
  readonly #cleared = new Set<string>();
  /** The answers that the running process got for each path: its newest read, and the newest of all. */
  #looks = new Map<string, Delivered>();
  #newest = new Map<string, Delivered>();
  /** The newest word that any process was told of a path, and the paths of which an older one came after it. */
  readonly #newestMade = new Map<string, number>();
  readonly #toldFromBefore = new Set<string>();
  /** By record, the newest answer that was made before an export told of it. */
  readonly #madeBeforeImport = new Map<string, { made: number; at: number }>();
  readonly #written: Written[] = [];
  #counter = 0;
  #emptied: string | null = null;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x10c4ed);
  }

  begin(): void {
    const { scenario, time, company } = this.#simulation;
    if (!scenario.tidying) return;
    const victims = [`/vendors/${company.vendors[1] ?? ''}`, `/expenses/${company.expenses[1] ?? ''}`];
    for (const path of victims)
      time.after((0.2 + this.#random()) * faultsUntilMs, () => {
        this.#deleted.add(path);
        this.#simulation.tally('deleted by a colleague');
      });
  }

  /** Another process knows nothing of what was delivered to the one before. */
  booted(): void {
    this.#looks = new Map();
    this.#newest = new Map();
  }

  /** A user was told that the record cannot be looked at, and says that the edit goes all the same. */
  allows(editId: string): void {
    this.#allowed.add(editId);
    this.#simulation.tally('sent without a look');
  }

  /** True for a record of the account's company, where the sign-in names one. */
  readonly belongs = ({ companyId }: JsonObject): boolean => companyId !== stranger;

  /** The answer in place of the service's, or null. */
  instead(request: WireRequest): WireAnswer | null {
    const { scenario } = this.#simulation;
    const path = pathOf(request.url);
    if ([...this.#deleted].some((gone) => path.endsWith(gone))) return answer(404, {}, error('NOT_FOUND'));
    if (request.method !== 'GET' || !scenario.badLooks || !this.#simulation.isFaulty() || this.#random() > 0.15) return null;
    const draw = this.#random();
    this.#simulation.tally(draw < 0.5 ? 'fault look elsewhere' : 'fault look forbidden');
    if (draw < 0.5) return answer(307, { location: `https://elsewhere.test${path}` }, '');
    return answer(403, {}, error('FORBIDDEN'));
  }

  /** The service answers; of one record now and then as if it were another company's. */
  bend(request: WireRequest, said: WireAnswer): WireAnswer {
    const { scenario, company } = this.#simulation;
    const isVictim = request.method === 'GET' && request.url.includes(company.expenses[0] ?? '?');
    const mayLie = scenario.badLooks && !scenario.noCompany && this.#simulation.isFaulty();
    if (said.status === 200 && isVictim && mayLie && this.#random() < 0.2) {
      this.#simulation.tally('fault look otherCompany');
      return { ...said, body: encoded(stringifyJson({ ...valueOf(said), companyId: stranger })) };
    }
    this.#counter += 1;
    this.#made.set(said, this.#counter);
    if ((request.method === 'PATCH' || request.method === 'PUT') && said.status < 300) {
      const { now: at } = this.#simulation.time;
      const editId = headerOf(request.headers, 'idempotency-key');
      this.#written.push({ editId, path: pathOf(request.url), at, made: this.#counter, sent: sentIn(request), isHidden: false });
    }
    return said;
  }

  /** A colleague empties what an update of ours leaves out, just between our look and our write; of one record only. */
  beforeWrite(request: WireRequest): void {
    const { scenario, otherDevice } = this.#simulation;
    const id = idIn(pathOf(request.url));
    const kind = request.method === 'PATCH' ? kindOf(request.url) : null;
    if (!scenario.tidying || !kind || (this.#emptied !== null && this.#emptied !== id) || this.#random() > 0.4) return;
    const sent = sentIn(request);
    const fields = emptiable[kind].filter(([name]) => !(name in sent));
    if (fields.length === 0) return;
    this.#emptied = id;
    otherDevice.changes(kind, id, Object.fromEntries(fields));
    this.#simulation.tally('emptied by a colleague');
  }

  /** An answer is handed to the living process. */
  delivered(request: WireRequest, back: WireAnswer | WireFailure, leftAt: number): void {
    if (back.kind !== 'answer' || back.status >= 300) return;
    const made = this.#made.get(back);
    const path = pathOf(request.url);
    const before = this.#madeBeforeImport.get(idIn(path));
    const newest = Math.max(this.#newestMade.get(path) ?? 0, (before?.made ?? -1) + 1);
    const known = this.#newest.get(path);
    // A copy from before, that nobody can tell from a new one: only a clock that is right tells it, or the order of questions and answers.
    const { illTyped, scenario } = this.#simulation;
    const { serviceClock } = scenario;
    const isSteady = serviceClock === 'steady' && !illTyped.about.has(idIn(path));
    const isTold = isSteady || (sayNothing.includes(serviceClock) && leftAt < Math.max(known?.at ?? 0, before?.at ?? 0));
    if (made !== undefined && made < newest && !isTold) this.#toldFromBefore.add(path);
    if (made !== undefined) this.#newestMade.set(path, Math.max(made, newest));
    if (made === undefined) return;
    const word = { at: this.#simulation.time.now, made, value: valueOf(back) };
    const isOld = known !== undefined && made < known.made && isTold;
    const saysTheSame = isOld && stringifyJson(known.value) === stringifyJson(word.value);
    if (request.method === 'GET' && (!isOld || saysTheSame)) this.#looks.set(path, word);
    if (!isOld) this.#newest.set(path, word);
    if (request.method !== 'GET' || isOld) return;
    for (const one of this.#written) if (one.path === path && made < one.made && leftAt >= one.at) one.isHidden = true;
  }

  /** After the quarantine the service showed a copy from before a request of this edit, which it had carried out. */
  wasHidden(editId: string): boolean {
    return this.#written.some((one) => one.isHidden && one.editId === editId);
  }

  /** The service showed a record without this value of ours, which it had taken, and only later with it: that looks like a colleague's. */
  showedLate(record: string, { path: [name = '', ...more], theirs }: Pick<FieldDifference, 'path' | 'theirs'>): boolean {
    const id = record.split(' ')[1] ?? '?';
    return this.#written.some((one) => one.isHidden && idIn(one.path) === id && more.length === 0 && one.sent[name] === theirs);
  }

  /**
   * The newest value of an edit's record that the running process received. Null without one, and after a user released the edit without a read,
   * having been told that the service's value is not believed.
   */
  shownFor({ id, recordKind, recordId }: Pick<OutboxRow, 'id' | 'recordKind' | 'recordId'>): JsonObject | null {
    if (this.#allowed.has(id)) return null;
    return [...this.#newest].find(([path]) => isPathOf(path, recordKind, recordId))?.[1].value ?? null;
  }

  /** An export told of a record since: what the wire said before is not the newest word any more. */
  imported(kind: string, id: string): void {
    this.#madeBeforeImport.set(id, { made: this.#counter, at: this.#simulation.time.now });
    for (const path of this.#newest.keys()) if (isPathOf(path, kind, id)) this.#newest.delete(path);
  }

  /** An old copy of a record came that nobody can tell from a new one: the service's times say nothing. */
  misled(record: string): boolean {
    const id = record.split(' ')[1] ?? '?';
    return this.#simulation.scenario.serviceClock !== 'steady' && [...this.#toldFromBefore].some((path) => path.endsWith(`/${id}`));
  }

  /** A write leaves. */
  leaves(request: WireRequest, editId: string): void {
    const [, invoice] = /^(.*)\/payments$/.exec(pathOf(request.url)) ?? [];
    if (invoice !== undefined) this.#wasLookedAt(invoice, editId, paymentLookLastsMs);
    if (request.method !== 'PATCH' && request.method !== 'PUT') return;
    this.#wasLookedAt(pathOf(request.url), editId);
    this.#carriesWhatWasTyped(request, editId);
  }

  #wasLookedAt(path: string, editId: string, lastsMs = lookLastsMs): void {
    const { time } = this.#simulation;
    const isReadable = path.includes('/expenses/') || this.#mayBeRead(path);
    if (!isReadable || this.#allowed.has(editId)) return;
    const look = this.#looks.get(path);
    if (!look || time.now - look.at > lastsMs)
      this.#simulation.violation('law 25', `${editId} left, and no look had brought its record${look ? ` since ${look.at}` : ''}`);
  }

  /** The service offers it, and a user allowed it: a database that starts over does not know that. */
  #mayBeRead(path: string): boolean {
    const { scenario, moods, sql } = this.#simulation;
    const invoice = path.includes('/card-transactions/') ? 'readCardTransaction' : 'readInvoice';
    const name = path.includes('/vendors/') ? 'readVendor' : invoice;
    const row = asked<[string], { allowed: number }>(sql, 'SELECT allowed FROM capability WHERE name = ?').get(name);
    return scenario.reads && !moods.readsVanished() && row?.allowed === 1;
  }

  /** All fields are sent to a service that empties what is left out, once two records showed it, or a user saw it. */
  #carriesWhatWasTyped(request: WireRequest, editId: string): void {
    if (request.method !== 'PATCH') return;
    const row = asked<[string], { body: string }>(this.#simulation.sql, 'SELECT body FROM outbox WHERE id = ?').get(editId);
    const typed = row ? placesIn(JSON.parse(row.body) as JsonObject) : [];
    const more = placesIn(sentIn(request)).filter((place) => !typed.includes(place));
    if (more.length === 0) return;
    this.#simulation.tally('all fields sent');
    // A colleague empties one record at most: of two that were shown empty, the service emptied one.
    const shown = new Set([...this.#cleared, ...(this.#emptied === null ? [] : [this.#emptied])]);
    if ((shown.size < 2 || this.#cleared.size === 0) && !this.#allowed.has(editId))
      this.#simulation.violation('law 26', `${editId} carries ${more.join(', ')}, and the service emptied ${this.#cleared.size} records`);
  }

  /** Carries a request out and notes whether it emptied what it left out. */
  watching(request: WireRequest, carryOut: () => WireAnswer): WireAnswer {
    const kind = request.method === 'PATCH' ? kindOf(request.url) : null;
    if (kind !== 'cardTransaction') return carryOut();
    const { store } = this.#simulation.company;
    const id = idIn(pathOf(request.url));
    const before = held(store.get(kind, id));
    const said = carryOut();
    const after = held(store.get(kind, id));
    if (before.some((place) => !after.includes(place) && !placesIn(sentIn(request)).includes(place))) this.#cleared.add(id);
    return said;
  }

  /** P7 and the cache, where the service's clock says nothing: what was written last, and answered, is what is shown here. */
  check(shownHere: (id: string) => JsonObject | null, answered: ReadonlySet<string>): void {
    const { scenario, company, otherDevice, illTyped, generation } = this.#simulation;
    if (scenario.serviceClock === 'steady' || generation > 0) return;
    const journal = company.store.journal();
    for (const id of company.expenses) {
      const last = journal.filter(({ applied, method, recordId }) => applied && method === 'PATCH' && recordId === id).at(-1);
      if (
        !last ||
        !answered.has(last.idempotencyKey ?? '') ||
        otherDevice.touched(`expense ${id}`) ||
        illTyped.touched(`expense ${id}`) ||
        this.misled(`expense ${id}`)
      )
        continue;
      const served = new Map<string, unknown>(Object.entries(company.store.get('expense', id) ?? {}));
      const here = shownHere(id);
      for (const name of ['performedDate', 'originalCurrency']) {
        if (served.get(name) !== here?.[name])
          this.#simulation.violation(
            'cache',
            `expense ${id} shows ${name} ${String(here?.[name])}, our last answer said ${String(served.get(name))}`,
          );
      }
    }
  }
}

const emptiable: Record<'expense' | 'cardTransaction', [string, JsonValue][]> = {
  expense: [
    ['originalCurrency', null],
    ['performedDate', null],
  ],
  cardTransaction: [
    ['description', ''],
    ['customProperties', []],
  ],
};

const folders = new Map([
  ['expense', 'expenses'],
  ['vendor', 'vendors'],
  ['cardTransaction', 'card-transactions'],
  ['invoiceReceivable', 'invoice-receivables'],
]);

const isPathOf = (path: string, kind: string, id: string): boolean => path.endsWith(`/${folders.get(kind) ?? '?'}/${id}`);

/** Clocks of a service that put no two answers in order. */
const sayNothing: readonly string[] = ['absent', 'equal', 'future'];

const idIn = (path: string): string => path.split('/').at(-1) ?? '';

const pathOf = (url: string): string => new URL(url, 'https://service.test').pathname;

function kindOf(url: string): (('expense' | 'cardTransaction') & ChangeableKind) | null {
  if (/\/expenses\/[^/]+$/.test(url)) return 'expense';
  return /\/card-transactions\/[^/]+$/.test(url) ? 'cardTransaction' : null;
}

const sentIn = (request: WireRequest): JsonObject => parsed(new TextDecoder().decode(request.body ?? new Uint8Array()));
const valueOf = (said: WireAnswer): JsonObject => parsed(new TextDecoder().decode(said.body));

function parsed(text: string): JsonObject {
  const read = parseJson(text);
  return read.ok && isJsonObject(read.value) ? read.value : {};
}

/** Fields of a body; of custom properties each group. */
function placesIn(body: JsonObject): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'customProperties' && Array.isArray(value) ? value.filter(isJsonObject).map(({ groupId }) => String(groupId)) : [name],
  );
}

function held(card: CardTransaction | undefined): string[] {
  if (!card) return [];
  const groups = card.customProperties.filter(({ values }) => values.length > 0).map(({ groupId }) => groupId);
  return card.description ? ['description', ...groups] : groups;
}

const encoded = (text: string) => new TextEncoder().encode(text);
const error = (type: string) => JSON.stringify({ name: 'Error', type, errors: [{ type, message: type, path: null, context: null }] });

function answer(status: number, headers: Record<string, string>, text: string): WireAnswer {
  return {
    kind: 'answer',
    status,
    headers: Object.entries({ 'content-type': jsonMediaType, ...headers }),
    body: encoded(text),
    afterMs: 10,
  };
}
