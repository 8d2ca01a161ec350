import { seededRandom } from '#test/world.ts';

/** Faults and crashes happen in this time, in milliseconds; then the network is as it should be. */
export const faultsUntilMs = 600_000;

/** What kind of trouble one schedule is about, besides the network's. Drawn from the seed; each can be fixed by a test. */
export interface Scenario {
  /** Nobody decides anything after recording and approving. */
  noPerson: boolean;
  /** The service refuses every write to one record. */
  poison: boolean;
  /** Requests about one record never come back for a long time. */
  hanging: boolean;
  /** Somebody else edits the same records. */
  twoDevices: boolean;
  /** An old backup of the database comes back. */
  restore: boolean;
  /** The service offers reads beyond the specification. */
  reads: boolean;
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
  /** Share of crashes at each point. */
  crashShare: number;
  /** Acts of the person. */
  acts: number;
}

/** The keychain is locked at first, or at times; there is none; it takes no writes, ever or from some day on; it forgets everything once. */
export type KeychainTrouble = 'none' | 'lockedAtFirst' | 'lockedAtTimes' | 'absent' | 'readOnly' | 'readOnlyLater' | 'emptied';
const troubles: readonly KeychainTrouble[] = ['lockedAtFirst', 'lockedAtTimes', 'absent', 'readOnly', 'readOnlyLater', 'emptied'];

/** A scenario by chance: about half of the schedules are plain. */
export function scenarioOf(seed: number): Scenario {
  const random = seededRandom(seed ^ 0x5ce9a210);
  const chance = (share: number) => random() < share;
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
  };
}

/** Everything calm: for crash enumeration and single questions. */
export const calm: Scenario = {
  noPerson: false,
  poison: false,
  hanging: false,
  twoDevices: false,
  restore: false,
  reads: false,
  replaces: false,
  etags: false,
  clockJumps: false,
  keychain: 'none',
  portal: false,
  signedOut: false,
  outage: false,
  crashShare: 0,
  acts: 6,
};
