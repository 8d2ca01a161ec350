import type { Anchor } from '#main/audit/anchor.ts';
import type { Guard } from '#main/sync/engine-parts.ts';
import { faultsUntilMs } from './scenario.ts';
import type { Process } from './simulated-world.ts';
import type { Simulation } from './simulation.ts';

const answersAfterMs = 5;
const slowestMs = 3 * 60_000;

/** The keychain's counter: it outlives processes and restored backups, and has every trouble that keychains have. */
export class SimulatedKeychain {
  readonly #simulation: Simulation;
  readonly #changesAt: number;
  #anchor: Anchor | null = null;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const { random, time, scenario } = simulation;
    this.#changesAt = scenario.keychain === 'none' ? 0 : 30_000 + random() * 90_000;
    // Nobody is there to open it.
    if (scenario.keychain === 'lockedAtFirst' && random() < 0.3) this.#changesAt += 15 * 60_000;
    if (scenario.keychain !== 'emptied') return;
    time.after(this.#changesAt, () => {
      this.#anchor = null;
      simulation.tally('keychain emptied');
    });
  }

  /** True when it held the counter all along, so that it detects a restored backup. */
  tellsBackups(): boolean {
    return this.#simulation.scenario.keychain === 'none';
  }

  /** True when a backup from before the first request may be detected; otherwise a user is asked. */
  mayTellBackups(): boolean {
    return this.tellsBackups() || this.#simulation.scenario.keychain.startsWith('locked');
  }

  /** The newest line of the audit log that it was told. */
  line(): number {
    return this.#anchor?.line.seq ?? 0;
  }

  guard(process: Process): Guard {
    const { time } = this.#simulation;
    const later = <T>(answer: () => T): Promise<T> =>
      new Promise((resolve) => {
        time.after(this.#takesMs(), () => {
          if (process.isAlive()) resolve(answer());
        });
      });
    return { read: () => later(() => this.#read()), raise: (to) => later(() => this.#raise(to)) };
  }

  /** The time of a call. A question to the user continues while the lid is closed; the answer arrives when it opens. */
  #takesMs(): number {
    const { scenario, time, random } = this.#simulation;
    if (!scenario.slowKeychain || time.now > faultsUntilMs || random() > 0.2) return answersAfterMs;
    this.#simulation.tally('fault slowKeychain');
    return random() * slowestMs;
  }

  #read(): Awaited<ReturnType<Guard['read']>> {
    const { scenario, time } = this.#simulation;
    if (scenario.keychain === 'lockedAtFirst' && time.now < this.#changesAt) return this.#say('locked');
    if (scenario.keychain === 'absent') return this.#say('unavailable');
    return this.#takesNoWrites() && this.#anchor === null ? this.#say('unavailable') : this.#anchor;
  }

  #raise(to: Anchor): Awaited<ReturnType<Guard['raise']>> {
    const { scenario, time, random } = this.#simulation;
    const locked = scenario.keychain === 'lockedAtFirst' && time.now < this.#changesAt;
    const lockedNow = scenario.keychain === 'lockedAtTimes' && time.now < faultsUntilMs && random() < 0.2;
    if (locked || lockedNow) return this.#say('locked');
    if (scenario.keychain === 'absent' || this.#takesNoWrites()) return this.#say('unavailable');
    this.#anchor = { ...to, claims: Math.max(to.claims, this.#anchor?.claims ?? 0) };
    return true;
  }

  #takesNoWrites(): boolean {
    const { scenario, time } = this.#simulation;
    return scenario.keychain === 'readOnly' || (scenario.keychain === 'readOnlyLater' && time.now >= this.#changesAt);
  }

  #say<T extends string>(word: T): T {
    this.#simulation.tally(`keychain ${word}`);
    return word;
  }
}
