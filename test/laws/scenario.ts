import { seededRandom } from '#test/world.ts';
import { serviceClocks, type ServiceClockKind } from './service-clock.ts';

/** Faults and crashes happen in this time, in milliseconds; then the network is as it should be. */
export const faultsUntilMs = 600_000;

/** The troubles of one schedule besides the network's. Drawn from the seed; a test can fix each. */
export interface Scenario {
  /** Nobody decides anything after recording and approving. */
  noPerson: boolean;
  /** The service refuses every write to one record. */
  poison: boolean;
  /** A proxy answers every write to two records with a page of its own. */
  blocks: boolean;
  /** Requests about one record never come back for a long time. */
  hanging: boolean;
  /** Somebody else edits the same records. */
  twoDevices: boolean;
  /** An old backup of the database comes back. */
  restore: boolean;
  /** Working offline, the user takes back what was about to leave; then the data folder of before comes back. */
  takesBack: boolean;
  /** The service offers reads beyond the specification. */
  reads: boolean;
  /** The service carries an update out in part, its answer is lost, and then it often takes no further one. */
  inPart: boolean;
  /** The service shows nobody's bank details in its answers. */
  masks: boolean;
  /** The card transaction PATCH empties what it leaves out. */
  replaces: boolean;
  /** The service sends ETags. */
  etags: boolean;
  /** The wall clock jumps. */
  clockJumps: boolean;
  keychain: KeychainTrouble;
  /** The network is a portal's for a while. */
  portal: boolean;
  /** The sign-in runs out for a while. */
  signedOut: boolean;
  /** For seconds to hours everything and everybody is answered alike, and badly; then the network has no other faults. */
  outage: boolean;
  /** Answers hold values that are not what their fields should hold. */
  illTyped: boolean;
  /** The word index is damaged in the middle of everything. */
  wordDamage: boolean;
  /** The disk is full for a while. */
  fullDisk: boolean;
  /** One record's reads always fail. */
  neverReads: boolean;
  /** The engine meets a bug of its own, and everything is pressed afterwards. */
  dies: boolean;
  /** Signed in with tokens that end; else with a key. */
  oauth: boolean;
  /** Somebody else signs in on this laptop for a while. */
  otherUser: boolean;
  /** The sign-in tells no company, and the first answer names a strange one. */
  noCompany: boolean;
  /** Reads beyond the specification stop being offered. */
  readsVanish: boolean;
  /** The database is found damaged, and a new one takes in what it held open. */
  bringBack: boolean;
  /** The queue is found damaged at a start, behind the first page. */
  damagedAtStart: boolean;
  /** The lid is closed for seconds to half an hour, again and again. */
  sleeps: boolean;
  /** One request at a time, so that others are claimed ahead of their turn. */
  narrow: boolean;
  /** Forms stay open for a while before what was typed in them is recorded. */
  openForms: boolean;
  /** Now and then the keychain answers after seconds or minutes: the computer asks a user whether it may. */
  slowKeychain: boolean;
  /** The process often ends just when a full record is on its way. */
  cutFullRecords: boolean;
  /** Of vendors a part is known here, and not all. */
  partlyKnown: boolean;
  /** The user corrects, holds, undoes and redoes again and again. */
  corrects: boolean;
  /** The service's notation of time. */
  serviceClock: ServiceClockKind;
  /** Answers to reads and updates often come long after the service did what was asked. */
  dawdles: boolean;
  /** Reads often come from a copy that lags behind what the service carried out. */
  lags: boolean;
  /** A proxy answers writes with a no of its own, after the service carried them out. */
  proxyDenies: boolean;
  /** Reads lead to a stranger, are forbidden, or bring another company's record. */
  badLooks: boolean;
  /** Colleagues delete records and empty fields. */
  tidying: boolean;
  /** Colleagues put old values back, users say wrongly that something is recorded, invoices change their currency (last-words.ts). */
  lastWords: boolean;
  /** Colleagues record payments of the same invoices (paid-elsewhere.ts). */
  paidElsewhere: boolean;
  /** A colleague saves the record in the moment in which our update arrives, and the service says CONFLICT. */
  collisions: boolean;
  /** Share of crashes at each point. */
  crashShare: number;
  /** Acts of the user. */
  acts: number;
}

/** The keychain is locked at first, or at times; there is none; it takes no writes, ever or from some day on; it forgets everything once. */
export type KeychainTrouble = 'none' | 'lockedAtFirst' | 'lockedAtTimes' | 'absent' | 'readOnly' | 'readOnlyLater' | 'emptied';
const troubles: readonly KeychainTrouble[] = ['lockedAtFirst', 'lockedAtTimes', 'absent', 'readOnly', 'readOnlyLater', 'emptied'];

/** A scenario by chance: about half of the schedules are plain. */
export function scenarioOf(seed: number): Scenario {
  const random = seededRandom(seed ^ 0x5ce9a210);
  const chance = (share: number) => random() < share;
  // Drawn apart: what was added later leaves older schedules as they were.
  const added = seededRandom(seed ^ 0x2b1d0c3);
  const rarely = (share: number) => added() < share;
  const looks = seededRandom(seed ^ 0x1004b5);
  return {
    noPerson: chance(0.12),
    poison: chance(0.3),
    hanging: chance(0.15),
    twoDevices: chance(0.35),
    restore: chance(0.15),
    reads: chance(0.4),
    etags: chance(0.2),
    clockJumps: chance(0.2),
    keychain: chance(0.3) ? (troubles[Math.floor(random() * troubles.length)] ?? 'none') : 'none',
    portal: chance(0.15),
    signedOut: chance(0.15),
    crashShare: chance(0.8) ? 0.012 : 0,
    replaces: chance(0.3),
    acts: 10 + Math.floor(random() * 8),
    outage: chance(0.15),
    illTyped: rarely(0.12),
    wordDamage: rarely(0.08),
    fullDisk: rarely(0.1),
    neverReads: rarely(0.1),
    dies: rarely(0.06),
    oauth: rarely(0.2),
    otherUser: rarely(0.08),
    noCompany: rarely(0.1),
    readsVanish: rarely(0.1),
    bringBack: rarely(0.08),
    sleeps: rarely(0.1),
    narrow: rarely(0.3),
    damagedAtStart: rarely(0.08),
    openForms: rarely(0.15) ? rarely(0.25) : rarely(0.25),
    slowKeychain: rarely(0.12),
    cutFullRecords: rarely(0.1),
    partlyKnown: rarely(0.15),
    corrects: seededRandom(seed ^ 0x39)() < 0.4,
    serviceClock: looks() < 0.25 ? (serviceClocks[Math.floor(looks() * serviceClocks.length)] ?? 'steady') : 'steady',
    dawdles: seededRandom(seed ^ 0xda3d1e)() < 0.08,
    lags: seededRandom(seed ^ 0x1a66)() < 0.08,
    proxyDenies: seededRandom(seed ^ 0x9206e)() < 0.08,
    badLooks: looks() < 0.12,
    tidying: looks() < 0.12,
    lastWords: seededRandom(seed ^ 0x1a57)() < 0.15,
    collisions: seededRandom(seed ^ 0xc0111de)() < 0.12,
    takesBack: seededRandom(seed ^ 0x41c07e5)() < 0.12,
    blocks: seededRandom(seed ^ 0xb10c5)() < 0.08,
    inPart: seededRandom(seed ^ 0x9a47)() < 0.08,
    masks: seededRandom(seed ^ 0x3a5c5)() < 0.08,
    paidElsewhere: seededRandom(seed ^ 0x9a1de)() < 0.12,
  };
}

/** Everything calm: for crash enumeration and single questions. */
export const calm: Scenario = {
  noPerson: false,
  poison: false,
  hanging: false,
  blocks: false,
  twoDevices: false,
  restore: false,
  takesBack: false,
  reads: false,
  inPart: false,
  masks: false,
  replaces: false,
  etags: false,
  clockJumps: false,
  keychain: 'none',
  portal: false,
  signedOut: false,
  outage: false,
  illTyped: false,
  wordDamage: false,
  fullDisk: false,
  neverReads: false,
  dies: false,
  oauth: false,
  otherUser: false,
  noCompany: false,
  readsVanish: false,
  bringBack: false,
  sleeps: false,
  damagedAtStart: false,
  narrow: false,
  openForms: false,
  slowKeychain: false,
  cutFullRecords: false,
  partlyKnown: false,
  corrects: false,
  serviceClock: 'steady',
  dawdles: false,
  lags: false,
  proxyDenies: false,
  badLooks: false,
  tidying: false,
  lastWords: false,
  paidElsewhere: false,
  collisions: false,
  crashShare: 0,
  acts: 6,
};
