import { isPin, keepPin } from '#main/accounts/keys/pin.ts';
import type { AccountLife } from '#main/account-life/account-life.ts';
import type { AccountParts } from '#main/account-life/account.ts';
import type { LockScreenAnswer, LockScreenSettings, LockScreenView } from '#shared/contract/views/lock-screen-views.ts';
import type { Change } from '#shared/contract/views/views.ts';
import { isJsonObject, type JsonValue } from '#shared/json/json.ts';
import type { SystemQuestion } from './host.ts';

export interface LockScreenParts extends Pick<AccountParts, 'world' | 'keychain'> {
  life: AccountLife;
  /** True when a text is the recovery code of the account that is open or waits for its key. */
  isCode(typed: string): Promise<boolean>;
  /** Absent where the system has none. */
  systemQuestion?: SystemQuestion | undefined;
  hearsScreenLock: boolean;
  publish(change: Change): void;
}

const usual: LockScreenSettings = { afterMinutes: null, withSystem: true, syncGoesOn: true };
const settingName = 'lockScreen';
/** Registry setting with the lock's state: a restart neither opens the lock nor forgives a wrong PIN. */
const stateName = 'lockScreenState';
const LOOK_EVERY_MS = 5_000;
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const waitAfter = (wrong: number): number => (wrong < FREE_TRIES ? 0 : FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES));

/**
 * The lock screen: no window gets content until the PIN or the recovery code is typed. It
 * keeps passers-by from reading; what keeps a thief from reading is encryption. It is drawn at every start, or a restart would go around it.
 */
export class LockScreen {
  readonly #parts: LockScreenParts;
  readonly #clock = new AbortController();
  #drawn: boolean;
  #touchedAt: number;
  #wrong: number;
  #waitUntil: number;
  /** The try under way: the next one begins after it, so parallel tries are counted one by one. */
  #try: Promise<unknown> = Promise.resolve();
  #hasPin: boolean;
  #asking: Promise<boolean> | null = null;

  constructor(parts: LockScreenParts) {
    this.#parts = parts;
    this.#touchedAt = parts.world.monotonic();
    this.#hasPin = parts.life.registry.readSetting('lockScreenPin') === true;
    const { drawn, wrong } = this.#state();
    this.#wrong = wrong;
    // The clock that counts the wait starts with the app, so a restart waits the whole time again.
    this.#waitUntil = parts.world.monotonic() + waitAfter(wrong);
    this.#drawn = this.#hasPin && (drawn || this.#settings().afterMinutes !== null);
    void this.#watch();
  }

  get drawn(): boolean {
    return this.#drawn;
  }

  view(): LockScreenView {
    const { systemQuestion, hearsScreenLock } = this.#parts;
    return { ...this.#settings(), hasPin: this.#hasPin, asksSystem: systemQuestion?.possible() ?? false, hearsScreenLock };
  }

  /** Null when there is no PIN yet: a lock screen that nobody can open is never drawn. */
  change(changes: { [Name in keyof LockScreenSettings]?: LockScreenSettings[Name] | undefined }): LockScreenView | null {
    if (changes.afterMinutes != null && !this.#hasPin) return null;
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<LockScreenSettings>;
    this.#parts.life.registry.writeSetting(settingName, { ...this.#settings(), ...given });
    this.touch();
    return this.view();
  }

  /** False when the keychain refuses it. Nobody sets a PIN while locked: `drawn` is checked again after the PIN is derived. */
  async setPin(pin: string): Promise<boolean> {
    if (this.#drawn) return false;
    const kept = await keepPin(this.#parts.keychain, pin, () => !this.#drawn);
    if (kept) this.#notePin(true);
    return kept;
  }

  touch(): void {
    if (!this.#drawn) this.#touchedAt = this.#parts.world.monotonic();
  }

  /** The computer goes to sleep, or its screen is locked. */
  systemLeaves(): void {
    const { afterMinutes, withSystem } = this.#settings();
    if (withSystem && afterMinutes !== null) this.draw();
  }

  /** False when there is no PIN to open it with. */
  draw(): boolean {
    if (!this.#hasPin) return false;
    this.#drawn = true;
    this.#noteState();
    this.applyToSync();
    this.#parts.publish({ kind: 'status' });
    return true;
  }

  /** Approved edits are sent or wait, as the user chose, also for an account that was just opened. */
  applyToSync(): void {
    const { open } = this.#parts.life;
    if (open && !this.#settings().syncGoesOn) open.engine.workOffline(this.#drawn || open.worksOffline());
  }

  /** Opens the lock by the PIN or the recovery code, one try at a time. */
  async open(typed: string): Promise<LockScreenAnswer> {
    const answer = this.#try.then(() => this.#tryOne(typed));
    this.#try = answer.catch(() => undefined);
    return answer;
  }

  /** Counts the try before it works the PIN: a crash or a restart meanwhile leaves it counted. */
  async #tryOne(typed: string): Promise<LockScreenAnswer> {
    if (!this.#drawn) return { kind: 'opened' };
    const { world, keychain } = this.#parts;
    const waitMs = this.#waitUntil - world.monotonic();
    if (waitMs > 0) return { kind: 'wait', waitMs };
    this.#count(this.#wrong + 1);
    const pin = await isPin(keychain, typed);
    if (pin === 'absent') this.#notePin(false);
    if (pin === true || pin === 'absent' || (await this.#parts.isCode(typed))) return this.#opened();
    if (pin !== 'locked') return { kind: 'wrong' };
    // The keychain judged nothing, and the wait was served.
    this.#count(this.#wrong - 1);
    this.#waitUntil = 0;
    return { kind: 'locked' };
  }

  #count(wrong: number): void {
    this.#wrong = wrong;
    this.#waitUntil = this.#parts.world.monotonic() + waitAfter(wrong);
    this.#noteState();
  }

  /** One question at a time: callers during it get the same answer. */
  async openBySystem(): Promise<LockScreenAnswer> {
    const { systemQuestion } = this.#parts;
    if (!this.#drawn) return { kind: 'opened' };
    if (!systemQuestion?.possible()) return { kind: 'refused' };
    this.#asking ??= systemQuestion.ask().finally(() => (this.#asking = null));
    const isThePerson = await this.#asking;
    if (!this.#drawn) return { kind: 'opened' };
    return isThePerson ? this.#opened() : { kind: 'refused' };
  }

  #opened(): LockScreenAnswer {
    this.#drawn = false;
    this.#count(0);
    this.touch();
    this.applyToSync();
    this.#parts.publish({ kind: 'status' });
    this.#parts.publish({ kind: 'settings' });
    return { kind: 'opened' };
  }

  stop(): void {
    this.#clock.abort();
  }

  #notePin(there: boolean): void {
    this.#hasPin = there;
    this.#parts.life.registry.writeSetting('lockScreenPin', there);
  }

  #noteState(): void {
    this.#parts.life.registry.writeSetting(stateName, { drawn: this.#drawn, wrong: this.#wrong });
  }

  #state(): { drawn: boolean; wrong: number } {
    const kept: JsonValue = this.#parts.life.registry.readSetting(stateName);
    if (!isJsonObject(kept)) return { drawn: false, wrong: 0 };
    return { drawn: kept['drawn'] === true, wrong: typeof kept['wrong'] === 'number' ? kept['wrong'] : 0 };
  }

  #settings(): LockScreenSettings {
    const kept: JsonValue = this.#parts.life.registry.readSetting(settingName);
    return isJsonObject(kept) ? { ...usual, ...(kept as Partial<LockScreenSettings>) } : usual;
  }

  async #watch(): Promise<void> {
    const { world } = this.#parts;
    const { signal } = this.#clock;
    while (!signal.aborted) {
      await world.sleep(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      const { afterMinutes } = this.#settings();
      if (!this.#drawn && afterMinutes !== null && world.monotonic() - this.#touchedAt >= afterMinutes * 60_000) this.draw();
    }
  }
}
