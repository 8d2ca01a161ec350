import Database from 'better-sqlite3';
import { learnedReads } from '#main/account-life/first-run/learned-reads.ts';
import { keepSearchable } from '#main/account-life/jobs/keep-searchable.ts';
import { createCapabilities } from '#main/accounts/trust/capabilities.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import { createClient } from '#main/api/client.ts';
import type { WireAnswer, WireRequest } from '#main/api/transport/transport.ts';
import { headerOf } from '#main/api/transport/transport.ts';
import { lastAttemptOf } from '#main/outbox/attempts.ts';
import { isOpenSql } from '#test/open-edits.ts';
import { QueueDamaged } from '#main/storage/open/look-through.ts';
import { createStore, type Store } from '#main/storage/store.ts';
import { createEngine, type Engine } from '#main/sync/engine.ts';
import { theLaws, type Laws } from '#main/sync/laws.ts';
import { fakeWorld, seededRandom, uuidFrom } from '#test/world.ts';
import { asked } from './asked.ts';
import { Backups } from './backups.ts';
import { Collisions } from './collisions.ts';
import { Corrections } from './corrections.ts';
import { CarefulLooks } from './careful-looks.ts';
import { Deaths } from './deaths.ts';
import { Disk } from './disk.ts';
import { domainServer, type DomainServer } from './domain-server.ts';
import type { FaultKind } from './faults.ts';
import { Gathering } from './gathering.ts';
import { IllTyped } from './ill-typed.ts';
import { importedCompany } from './imported-company.ts';
import { Lid } from './lid.ts';
import { Looking } from './looking.ts';
import { expired, refusal } from './refusals.ts';
import { SimulatedKeychain } from './simulated-keychain.ts';
import { Narrow } from './narrow.ts';
import { carriedOut, simulatedNetwork } from './network.ts';
import { noDeviations, type Deviations } from './deviations.ts';
import { PartlyKnown } from './partly-known.ts';
import { Person, type PlannedAct } from './person.ts';
import { LastWords } from './last-words.ts';
import { Losses } from './losses.ts';
import { OldCopies } from './old-copies.ts';
import { OpenForms } from './open-forms.ts';
import { OtherDevice } from './other-device.ts';
import { Outages } from './outages.ts';
import { faultsUntilMs, scenarioOf, type Scenario } from './scenario.ts';
import { SealedFiles } from './sealed-files.ts';
import { ServiceClock } from './service-clock.ts';
import { ServiceMoods } from './service-moods.ts';
import { SignedIn } from './sign-in.ts';
import { Crash, startProcess, type Process } from './simulated-world.ts';
import { Starvation } from './starvation.ts';
import { TakenBack } from './taken-back.ts';
import { smallCompany, type SmallCompany } from './small-company.ts';
import { mostEvents, VirtualTime } from './virtual-time.ts';

export interface SimulationOptions {
  seed: number;
  scenario?: Partial<Scenario>;
  /** Kills the process at exactly these points, counted from 1, and at no other. */
  crashAt?: readonly number[];
  /** No faults of the network. */
  faultless?: boolean;
  /** The user's commands in place of the seed's. */
  script?: readonly PlannedAct[];
  laws?: Partial<Laws>;
  deviations?: Partial<Deviations>;
  /** Keeps a story of the schedule. */
  trace?: boolean;
  /** An empty folder: the databases are encrypted files in it, instead of plain ones in memory. */
  sealedIn?: string;
}

export interface Violation {
  promise: string;
  detail: string;
}

/** One write that left, as the network saw it. `generation` counts restored backups. */
export interface SentWrite {
  editId: string;
  place: number;
  record: string;
  generation: number;
  baseVersion: string | null;
}

const minute = 60_000;
const hangsUntilMs = 90 * minute;
const startOfTime = Date.UTC(2027, 2, 12, 9);

/** One schedule: a user, the real engine on a real database, and the sandbox's own rules, on a clock of their own. */
export class Simulation {
  readonly time = new VirtualTime();
  readonly scenario: Scenario;
  readonly random: () => number;
  readonly company: SmallCompany = smallCompany();
  readonly server: DomainServer;
  readonly violations: Violation[] = [];
  readonly story: string[] = [];
  readonly tallies = new Map<string, number>();
  readonly writes: SentWrite[] = [];
  /** Writes that changed something, in the order in which the service carried them out. */
  readonly carried: SentWrite[] = [];
  /** Edits that were answered "see other": the record there may show the same values without our doing. */
  readonly shownElsewhere = new Set<string>();
  readonly laws: Laws;
  readonly deviations: Deviations;
  readonly options: SimulationOptions;
  readonly person: Person;
  readonly otherDevice: OtherDevice;
  readonly losses = new Losses(this);
  readonly lastWords: LastWords;
  readonly openForms: OpenForms;
  readonly keychain: SimulatedKeychain;
  /** Edits that left after the backup was taken that came back; a user frees them before they leave again. */
  readonly toReview = new Set<string>();
  readonly outages: Outages;
  readonly disk: Disk;
  readonly deaths = new Deaths(this);
  readonly signedIn: SignedIn;
  readonly moods: ServiceMoods;
  readonly oldCopies = new OldCopies(this);
  readonly illTyped: IllTyped;
  readonly backups: Backups;
  readonly lid: Lid;
  readonly takenBack: TakenBack;
  readonly looking: Looking;
  readonly files: SealedFiles | null;
  readonly narrow: Narrow;
  readonly gathering = new Gathering(this);
  readonly partlyKnown: PartlyKnown;
  readonly corrections: Corrections;
  readonly collisions: Collisions;
  readonly clock: ServiceClock;
  readonly looks: CarefulLooks;
  sql: Database.Database;
  store: Store | null = null;
  engine: Engine | null = null;
  generation = 0;
  points = 0;
  crashes = 0;
  #process: Process | null = null;
  #wallOffset = startOfTime;
  readonly #special: { poison: string; hanging: string };

  constructor(options: SimulationOptions) {
    this.options = options;
    this.random = seededRandom(options.seed);
    this.scenario = { ...scenarioOf(options.seed), ...options.scenario };
    this.laws = this.gathering.laws({ ...theLaws, ...options.laws });
    this.deviations = { ...noDeviations, ...options.deviations };
    this.clock = new ServiceClock(this);
    this.partlyKnown = new PartlyKnown(this);
    this.looks = new CarefulLooks(this);
    const serviceRandom = seededRandom(options.seed ^ 0x1234567);
    const { reads, etags, replaces } = this.scenario;
    this.server = domainServer(
      this.company,
      { now: () => this.clock.now(), uuid: () => uuidFrom(serviceRandom) },
      { reads, etag: etags, replaces },
    );
    const { expenses, invoices } = this.company;
    this.#special = { poison: expenses[3] ?? '', hanging: invoices[2] ?? '' };
    this.files = options.sealedIn === undefined ? null : new SealedFiles(options.sealedIn);
    this.sql = this.files?.from(importedCompany()) ?? new Database(importedCompany());
    this.deviations.prepare(this.sql);
    this.person = new Person(this);
    this.corrections = new Corrections(this);
    this.collisions = new Collisions(this);
    this.otherDevice = new OtherDevice(this);
    this.openForms = new OpenForms(this);
    this.lastWords = new LastWords(this);
    this.keychain = new SimulatedKeychain(this);
    this.outages = new Outages(this);
    this.disk = new Disk(this);
    this.lid = new Lid(this.time, options.seed % 2 === 0);
    this.backups = new Backups(this);
    this.takenBack = new TakenBack(this);
    this.looking = new Looking(this);
    this.illTyped = new IllTyped(this);
    this.moods = new ServiceMoods(this);
    this.narrow = new Narrow(this);
    this.signedIn = new SignedIn(this);
    this.partlyKnown.prepare();
    if (reads) this.#allowReads();
  }

  /** The setting that a user chose long ago. */
  #allowReads(): void {
    const capabilities = createCapabilities(createStore(this.sql, fakeWorld(), this.signedIn.account()));
    for (const name of ['readVendor', 'readInvoice', 'readCardTransaction'] as const) capabilities.change({ name, allowed: true });
  }

  /** Plays the schedule to its end. Answers the violations, none if the promises held. */
  async run(): Promise<Violation[]> {
    this.#boot();
    this.person.begin();
    this.corrections.begin();
    this.outages.begin();
    if (this.scenario.twoDevices) this.otherDevice.begin();
    if (this.scenario.clockJumps) this.#planClockJumps();
    if (this.scenario.sleeps) this.#planSleep();
    const parts = [this.lastWords, this.backups, this.takenBack, this.disk, this.deaths, this.signedIn, this.clock, this.looks];
    for (const part of [...parts, this.person.paidElsewhere, new Starvation(this)]) part.begin();
    const end = Math.max(faultsUntilMs, this.outages.endsAt()) + (this.scenario.noPerson ? 4 : 8) * 60 * minute;
    const happened = await this.time.run(end, () => this.time.now > this.person.lastActAt && !this.isFaulty() && this.#isQuiet());
    this.tally('events', happened);
    if (happened >= mostEvents) this.violation('an end', `${happened} things happened`);
    this.takenBack.judge();
    this.#process?.die();
    return this.violations;
  }

  /** Notes what happened, for a user who reads a failed schedule; only when asked for. */
  trace(line: () => string): void {
    if (this.options.trace) this.story.push(`${String(Math.round(this.time.now)).padStart(9)} ${line()}`);
  }

  tally(name: string, count = 1): void {
    this.tallies.set(name, (this.tallies.get(name) ?? 0) + count);
  }

  violation(promise: string, detail: string): void {
    if (this.violations.length < 20) this.violations.push({ promise, detail: `${detail} (at ${Math.round(this.time.now)} ms)` });
  }

  isFaulty(): boolean {
    return this.time.now < faultsUntilMs && this.options.faultless !== true;
  }

  /** Trouble that a scenario gives to particular requests, whatever chance says. */
  troubleWith(request: WireRequest): FaultKind | null {
    const { now } = this.time;
    if (this.scenario.hanging && now < hangsUntilMs && request.url.includes(this.#special.hanging)) return 'timeoutBefore';
    if (this.scenario.portal && now > 2 * minute && now < 4 * minute) return request.method === 'GET' ? 'garbageBefore' : null;
    if (this.scenario.signedOut && now > 5 * minute && now < 7 * minute) return 'unauthorized';
    return null;
  }

  sent(editId: string, place: number, record: string, request: WireRequest): SentWrite {
    this.looking.judge(request.method);
    this.corrections.leaves(editId, record);
    const baseVersion = request.method === 'PUT' && this.store ? (lastAttemptOf(this.store, editId)?.baseVersion ?? null) : null;
    const write = { editId, place, record, generation: this.generation, baseVersion };
    this.writes.push(write);
    this.tally(`sent ${request.method}`);
    return write;
  }

  /** The service carries a request out now. */
  carryOut(request: WireRequest, stale: boolean, sent: SentWrite | null): WireAnswer {
    if (this.signedIn.isExpired(request)) return expired;
    const instead = this.looks.instead(request) ?? this.moods.instead(request) ?? (stale ? this.oldCopies.instead(request) : null);
    if (instead) return instead;
    if (this.scenario.poison && request.method !== 'GET' && request.url.includes(this.#special.poison)) return refusal;
    const collided = this.collisions.instead(request);
    if (collided) return collided;
    const before = this.company.store.journal().length;
    const replaces = this.otherDevice.wouldReplace(request);
    this.looks.beforeWrite(request);
    const carry = () => this.looks.watching(request, () => carriedOut(this, request));
    const answer = this.lastWords.watching(request, () => this.partlyKnown.watching(request, () => this.losses.watching(request, carry)));
    if (replaces !== null && answer.status < 300) this.otherDevice.replaced.add(replaces);
    if (sent && this.company.store.journal(before).some((entry) => entry.applied)) this.carried.push(sent);
    this.trace(() => `service ${request.method} ${request.url} ${answer.status} ${headerOf(request.headers, 'idempotency-key') ?? ''}`);
    const said = this.looks.bend(request, this.moods.bend(request, this.illTyped.bend(this.clock.bend(answer), request.url)));
    this.oldCopies.keep(request, said);
    return said;
  }

  /** The number of applied requests of an edit, which a user can look up. */
  effectsOf(editId: string): number {
    return this.company.store.journal().filter((entry) => entry.applied && entry.idempotencyKey === editId).length;
  }

  /** True when nothing changes without a user. */
  #isQuiet(): boolean {
    if (!this.engine || !this.store) return false;
    const open = asked<[], { n: number }>(this.sql, `SELECT count(*) AS n FROM outbox WHERE ${isOpenSql}`).get()?.n ?? 0;
    const reports = asked<[], { n: number }>(this.sql, 'SELECT count(*) AS n FROM report WHERE ended_at IS NULL').get()?.n ?? 0;
    if (reports > 0) return false;
    if (open === 0) return true;
    if (this.time.now < hangsUntilMs && this.scenario.hanging) return false;
    return this.scenario.noPerson && this.person.nothingMoves();
  }

  #boot(): void {
    this.tally('boots');
    this.trace(() => 'boot');
    this.deaths.booted();
    for (const part of [this.looks, this.moods]) part.booted();
    this.narrow.begins();
    const process = startProcess({
      time: this.time,
      lid: this.lid,
      wallOffset: () => this.#wallOffset,
      random: this.random,
      crashesAt: (point) => this.#crashesHere(point),
      onCrash: (point) => this.#crashed(point),
      onError: (event, facts) => this.#heardOfBug(event, facts),
    });
    this.#process = process;
    const { world } = process;
    const store = createStore(this.sql, world, this.signedIn.account(), this.looking.of(world));
    const capabilities = createCapabilities(store);
    const engine = this.deviations.engine(
      createEngine({
        store,
        client: createClient({
          world,
          transport: this.deviations.transport(simulatedNetwork(this, process)),
          account: this.#account(store, process),
        }),
        world,
        guard: this.keychain.guard(process),
        ...this.deviations.learned(learnedReads(capabilities)),
        heartbeatMs: 20 * minute,
        ...(this.scenario.narrow ? { maxConcurrency: 1 } : {}),
        laws: this.deaths.laws(this.laws),
      }),
    );
    if (this.scenario.wordDamage) keepSearchable(store);
    this.store = store;
    this.engine = engine;
    this.#traceMoves(store);
    engine.start().then(
      () => {
        if (process.isAlive()) this.#kickAfterSignIn(engine, process);
      },
      (error: unknown) => {
        if (error instanceof Crash) return;
        if (error instanceof QueueDamaged) this.backups.openDamaged();
        else if (this.disk.refused(error, 'a start')) this.restart(10_000);
        else this.violation('bug', `start threw: ${String(error)}`);
      },
    );
  }

  #account(store: Store, process: Process): ClientAccount {
    const signIn = this.signedIn.open(process);
    let opened: Awaited<typeof signIn> | null = null;
    void signIn.then((made) => (opened = made)).catch(() => undefined);
    return {
      baseUrl: 'https://service.test',
      authorization: async () => (await signIn).authorization(),
      onUnauthorized: async (used) => (await signIn).onUnauthorized(used),
      refused: () => opened?.refused?.(),
      holdRefresh: () => opened?.holdRefresh?.() ?? (() => undefined),
      trusts: (host: string) => (this.person.trusted.has(host) ? ('withSignIn' as const) : ('ask' as const)),
      belongs: this.scenario.noCompany ? this.moods.belongs(store) : this.looks.belongs,
      documentParameter: null,
    };
  }

  #heardOfBug(event: string, facts: unknown): void {
    // Told so on purpose: what a user is told of it is looked at elsewhere.
    if (event === 'searchIndexBehind' || event === 'tokens not kept' || this.deaths.isDeliberate(facts)) return;
    if (event === 'signed in as somebody else') return this.tally(event);
    this.violation('bug', `${event} ${JSON.stringify(facts)}`);
  }

  #traceMoves(store: Store): void {
    if (!this.options.trace) return;
    let told = store.sql.prepare<unknown[], { n: number }>('SELECT ifnull(max(seq), 0) AS n FROM audit').get()?.n ?? 0;
    const tell = () => {
      for (const line of store.sql
        .prepare<unknown[], { seq: number; what: string; id: string; facts: string }>(
          'SELECT seq, what, edit_id AS id, facts FROM audit WHERE seq > ?',
        )
        .all(told)) {
        told = line.seq;
        this.trace(() => `  ${line.what} ${line.id} ${line.facts}`);
      }
    };
    store.subscribe(tell);
  }

  /** Somebody signs in again, as the app would tell the engine. */
  #kickAfterSignIn(engine: Engine, process: Process): void {
    const look = () => {
      if (!process.isAlive()) return;
      if (engine.connection().kind === 'signedOut') void this.signedIn.again().then(() => engine.kick());
      this.time.after(this.time.now < faultsUntilMs + minute ? 45_000 : 10 * minute, look);
    };
    this.time.after(45_000, look);
  }

  #crashesHere(point: string): boolean {
    if (point.startsWith('committing ')) this.looking.judge(point);
    this.gathering.passes(point);
    this.points += 1;
    if (this.options.crashAt) return this.options.crashAt.includes(this.points);
    const own = this.looking.crashes(point) ?? this.person.repeats.crashes(point) ?? this.narrow.crashes();
    return this.isFaulty() && this.crashes < 12 && (own ?? this.random() < this.scenario.crashShare);
  }

  #crashed(point: string): void {
    this.crashes += 1;
    this.trace(() => `CRASH ${point}`);
    this.tally(`crash ${point.replace(/ [0-9a-f-]{36}/, '')}`);
    this.#leaveProcess(500 + this.random() * 20_000);
  }

  #leaveProcess(restartAfterMs: number): void {
    this.#process?.die();
    this.store = null;
    this.engine = null;
    this.time.after(restartAfterMs, () => this.#boot());
  }

  /** The program is ended and started again; nothing where it is not running. */
  restart(afterMs: number): void {
    if (this.store) this.#leaveProcess(afterMs);
  }

  /** Another database in the place of this one: a new generation, whose order and history are its own. */
  replaceDatabase(sql: Database.Database): void {
    this.generation += 1;
    if (this.store) this.#leaveProcess(5_000);
    this.sql.close();
    this.sql = sql;
    this.deviations.prepare(this.sql);
    // The other database cannot report changes that it never received.
    this.otherDevice.replaced.clear();
  }

  #planSleep(): void {
    for (let at = this.random() * 2 * minute; at < faultsUntilMs;) {
      const length = 10_000 + this.random() ** 3 * 30 * minute;
      this.time.after(at, () => {
        this.lid.close();
        this.trace(() => 'lid closed');
      });
      this.time.after(at + length, () => {
        this.trace(() => 'lid opened');
        this.lid.open();
        this.tally('fault sleep');
      });
      at += length + minute + this.random() * 5 * minute;
    }
  }

  #planClockJumps(): void {
    const year = 365 * 24 * 60 * minute;
    const jumps = [-2 * year, 2 * year, 5 * minute, -5 * minute, 60 * minute, 14 * 60 * minute];
    for (const jump of jumps) {
      this.time.after(this.random() * faultsUntilMs, () => {
        this.#wallOffset += jump;
        this.tally('clock jump');
      });
    }
  }
}
