import { headerOf, type WireAnswer, type WireFailure, type WireRequest } from '#main/api/transport/transport.ts';
import { createCompanyPin } from '#main/accounts/trust/company-pin.ts';
import { companyOf } from '#main/records/company.ts';
import type { Store } from '#main/storage/store.ts';
import { vendorBankFields } from '#shared/edits/update-vendor/kind.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { seededRandom } from '#test/world.ts';
import { asked } from './asked.ts';
import type { FaultKind } from './faults.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const hour = 60 * minute;
const stranger = '00000000-0000-4000-8000-00000000c002';

/** Audit lines of the engine; every other one is a user's act. */
const engineLines = `'left', 'answered', 'verdict', 'abandoned', 'postponed', 'again', 'rebased', 'baseMoved', 'held'`;

/** The reads of one record that the running process may still make although the service refuses them, and the acts that it already counts. */
interface Allowance {
  reads: number;
  line: number;
  preflights: number;
}

/** Behaviour beyond the specification: a record that never reads, reads that vanish, answers of another company. */
export class ServiceMoods {
  readonly #simulation: Simulation;
  readonly #never: string;
  /** A random stream of its own for further faults of answers, so that other schedules keep their draws. */
  readonly apart: () => number;
  #vanishesAt = Infinity;
  /** By kind, the records of which the running process was told that this service offers no read. */
  #absent = new Map<string, Set<string>>();
  #allowances = new Map<string, Allowance>();
  /** Addresses to which a 303 sent a request on: their read belongs to that request. */
  readonly #seeOther = new Set<string>();
  #jumps = 0;
  #lineAtBoot = 0;
  #readsOfNever = 0;
  #foreign = 0;
  readonly #locked = new Set<string>();
  /** By address, the newest audit line when a read brought the record. */
  readonly #readAt = new Map<string, { line: number; leftAt: number }>();
  /** When a 412 to its tag reached an edit. */
  readonly #tagMovedAt = new Map<string, number>();
  /** Records of our own company that the living process was told of. */
  #told = new Set<string>();
  /** Edits of which a part was carried out that only took back what a colleague wrote since our look: the record shows what it showed then. */
  readonly hiddenParts = new Set<string>();
  /** Preflights that a user asked for: each may read each record once. */
  preflights = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.apart = seededRandom(simulation.options.seed ^ 0x510e);
    this.#never = simulation.company.expenses[2] ?? '';
    const { scenario, random } = simulation;
    if (scenario.readsVanish) this.#vanishesAt = random() * 5 * minute;
  }

  /** The reads beyond the specification are not offered any more. */
  readsVanished(): boolean {
    return this.#simulation.time.now >= this.#vanishesAt;
  }

  /** A proxy on the way lets no write to these records pass: it answers with a page, or with JSON of its own. */
  blocks({ method, url }: WireRequest): FaultKind | null {
    const { scenario, company } = this.#simulation;
    const blocked = [...company.expenses.slice(3, 4), ...company.cardTransactions.slice(0, 1)];
    if (!scenario.blocks || method === 'GET' || !blocked.some((id) => url.includes(id))) return null;
    return this.apart() < 0.5 ? 'blocked' : 'strangeNo';
  }

  /** The part of an update that is carried out before its answer is lost; null where all of it is. */
  partOf(request: WireRequest): WireRequest | null {
    const { scenario, company } = this.#simulation;
    const id = request.url.split('/').at(-1) ?? '';
    const stored = request.url.includes('/expenses/') ? company.store.get('expense', id) : undefined;
    if (!scenario.inPart || request.method !== 'PATCH' || !request.body || !stored) return null;
    const fields = Object.entries(JSON.parse(new TextDecoder().decode(request.body)) as Record<string, unknown>);
    // The part changes something: else nothing of the update is there.
    const part = fields.find(([name, value]) => stored[name as keyof typeof stored] !== value);
    if (fields.length < 2 || !part || this.apart() > 0.5) return null;
    this.#simulation.tally('fault in part');
    const editId = headerOf(request.headers, 'idempotency-key') ?? '';
    if (this.apart() < 0.7) this.#locked.add(editId);
    const [name, value] = part;
    const row = asked<[string], { base: string | null }>(this.#simulation.sql, 'SELECT base FROM outbox WHERE id = ?').get(editId);
    if ((JSON.parse(row?.base ?? '{}') as Record<string, unknown>)[name] === value) this.hiddenParts.add(editId);
    return { ...request, body: new TextEncoder().encode(JSON.stringify(Object.fromEntries([part]))) };
  }

  /** The service takes no further request of an edit that it carried out in part. */
  isLocked({ headers }: WireRequest): boolean {
    return this.#locked.has(headerOf(headers, 'idempotency-key') ?? '');
  }

  /** An answer that comes instead of the record, or null. */
  instead(request: WireRequest): WireAnswer | null {
    const { scenario, time } = this.#simulation;
    if (request.method !== 'GET') return null;
    if (scenario.neverReads && request.url.includes(this.#never)) {
      this.#readsOfNever += 1;
      this.#simulation.tally('fault neverReads');
      return answer(500, '{"name":"Error","type":"INTERNAL_ERROR","errors":[]}');
    }
    if (time.now < this.#vanishesAt || request.url.includes('/expenses/')) return null;
    this.#simulation.tally('fault readsVanish');
    return answer(405, '{"name":"Error","type":"METHOD_NOT_ALLOWED","errors":[]}');
  }

  /** Another process knows what the database tells it. */
  booted(): void {
    this.#absent = new Map();
    this.#allowances = new Map();
    this.#lineAtBoot = this.#newestLine();
  }

  #newestLine(): number {
    return asked<[], { line: number }>(this.#simulation.sql, 'SELECT ifnull(max(seq), 0) AS line FROM audit').get()?.line ?? 0;
  }

  /** Law 26: two records of a kind said that the path is not offered, so no other read of it leaves. A full disk keeps nothing in mind. */
  leaves(request: WireRequest): void {
    const { method, url } = request;
    if (method === 'PUT') this.#leavesOverMoved(request);
    const { tallies, scenario } = this.#simulation;
    // A verdict of long ago, by a clock that was moved, is asked for once more.
    const jumps = tallies.get('clock jump') ?? 0;
    if (jumps !== this.#jumps) this.#absent = new Map();
    this.#jumps = jumps;
    if (this.#seeOther.delete(url)) return;
    if (method !== 'GET' || scenario.fullDisk || (this.#absent.get(kindIn(url))?.size ?? 0) < 2) return;
    this.#simulation.violation('asks', `a read of ${kindIn(url)} left, which two records showed to be absent`);
  }

  /** Law 25: where the service refuses to show a record, a machine asks twice at most; a user's act or preflight lets it ask again. */
  delivered({ method, url, headers }: WireRequest, back: WireAnswer | WireFailure, leftAt: number): void {
    if (back.kind === 'answer' && back.status === 412)
      this.#tagMovedAt.set(headerOf(headers, 'idempotency-key') ?? '', this.#simulation.time.now);
    if (back.kind === 'answer' && back.status === 303) this.#seeOther.add(new URL(headerOf(back.headers, 'location') ?? '', url).href);
    if (method !== 'GET' || back.kind !== 'answer' || url.includes('/expenses/')) return;
    if (back.status === 200) this.#readAt.set(url, { line: this.#newestLine(), leftAt });
    if (back.status === 200) this.#absent.delete(kindIn(url));
    if (back.status !== 405) return;
    this.#absent.set(kindIn(url), (this.#absent.get(kindIn(url)) ?? new Set()).add(url));
    const { sql } = this.#simulation;
    const before = this.#allowances.get(url) ?? { reads: 4, line: this.#lineAtBoot, preflights: 0 };
    const text = `SELECT ifnull(max(seq), 0) AS line, sum(what NOT IN (${engineLines}) AND record_id = ?) AS acts FROM audit WHERE seq > ?`;
    const { line, acts } = asked<[string, number], { line: number; acts: number | null }>(sql, text).get(
      url.split('/').at(-1) ?? '',
      before.line,
    ) ?? { line: 0, acts: 0 };
    const reads = before.reads + 2 * (acts ?? 0) + this.preflights - before.preflights - 1;
    this.#allowances.set(url, { reads, line: Math.max(line, before.line), preflights: this.preflights });
    if (reads < 0) this.#simulation.violation('asks', `${url} was asked for again and again, and nobody wanted it`);
  }

  /** The service's answer without what it shows nobody, or with a company that is not ours in the first one that has a record. */
  bend(request: WireRequest, said: WireAnswer): WireAnswer {
    if (said.status === 409 && headerOf(request.headers, 'if-match') !== null && this.apart() < 0.5) {
      this.#simulation.tally('fault moved tag');
      return answer(412, '');
    }
    return this.#ofStranger(this.#simulation.scenario.masks ? this.#masked(said) : said);
  }

  /** P15: after a 412 to its tag, an update leaves again only after a read of its record, or a user's word. */
  #leavesOverMoved({ url, headers }: WireRequest): void {
    const editId = headerOf(headers, 'idempotency-key') ?? '';
    const { sql } = this.#simulation;
    const text = `SELECT max(seq) AS line FROM audit WHERE edit_id = ? AND what = 'answered' AND facts ->> '$.status' = 412`;
    const line = asked<[string], { line: number | null }>(sql, text).get(editId)?.line ?? null;
    const read = this.#readAt.get(url) ?? { line: 0, leftAt: -1 };
    // Its answer may be written down together with the read that followed it.
    if (line === null || read.line >= line || read.leftAt >= (this.#tagMovedAt.get(editId) ?? Infinity)) return;
    const words = `SELECT count(*) AS n FROM audit WHERE edit_id = ? AND seq > ? AND what NOT IN (${engineLines})`;
    if (asked<[string, number], { n: number }>(sql, words).get(editId, line)?.n === 0)
      this.#simulation.violation('P15', `${editId} left again over a record that had moved, and nobody had looked`);
  }

  #masked(said: WireAnswer): WireAnswer {
    const parsed = parseJson(new TextDecoder().decode(said.body));
    if (!parsed.ok || !isJsonObject(parsed.value) || parsed.value['vendorId'] === undefined) return said;
    this.#simulation.tally('fault masked');
    const shown = Object.fromEntries(Object.entries(parsed.value).filter(([name]) => !vendorBankFields.includes(name)));
    return { ...said, body: new TextEncoder().encode(stringifyJson(shown)) };
  }

  #ofStranger(said: WireAnswer): WireAnswer {
    if (!this.#simulation.scenario.noCompany || this.#foreign > 0 || said.status >= 300) return said;
    const parsed = parseJson(new TextDecoder().decode(said.body));
    if (!parsed.ok || !isJsonObject(parsed.value) || typeof parsed.value['companyId'] !== 'string') return said;
    this.#foreign += 1;
    this.#simulation.tally('fault foreignFirst');
    return { ...said, body: new TextEncoder().encode(stringifyJson({ ...parsed.value, companyId: stranger })) };
  }

  /** The account's own question whether a record is its company's. */
  belongs(store: Store): (record: JsonObject) => boolean {
    this.#told = new Set();
    const pin = this.#simulation.deviations.belongs(createCompanyPin(store), store);
    return (record) => {
      const { companyId, id = record['vendorId'] } = record;
      if (companyId !== stranger && typeof companyId === 'string' && typeof id === 'string') this.#told.add(id);
      return pin(record);
    };
  }

  /** P18 and the pin, at the end: no record keeps the service busy, and no stray answer decides whose records these are. */
  check(store: Store): void {
    const { time, tallies, scenario } = this.#simulation;
    const boots = tallies.get('boots') ?? 1;
    const most = boots * 30 + (time.now / hour) * 16 + this.preflights;
    if (this.#readsOfNever > most)
      this.#simulation.violation('asks', `${this.#readsOfNever} reads of a record that never reads, in ${boots} boots`);
    if (scenario.noCompany && this.#told.size > 1 && companyOf(store) === stranger)
      this.#simulation.violation('law 13', 'the first stray answer decides for good whose records these are');
  }
}

const kindIn = (url: string): string => url.split('/').at(-2) ?? '';

const answer = (status: number, text: string): WireAnswer => ({
  kind: 'answer',
  status,
  headers: [['content-type', 'application/json;charset=UTF-8']],
  body: new TextEncoder().encode(text),
  afterMs: 10,
});
