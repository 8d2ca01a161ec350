/** When the window shows nothing until its PIN, and what goes on meanwhile. */
export interface LockScreenSettings {
  /** Minutes without a key or a pointer; null for never. */
  afterMinutes: number | null;
  /** Before the computer sleeps, and when the system's own screen is locked, where the host can tell. */
  withSystem: boolean;
  /** True when approved edits are sent while the screen is locked. */
  syncGoesOn: boolean;
}

export interface LockScreenView extends LockScreenSettings {
  hasPin: boolean;
  /** True when the system can authenticate the user (Touch ID). */
  asksSystem: boolean;
  /** True where the app learns of the system's lock screen: in Electron on macOS and Windows. */
  hearsScreenLock: boolean;
}

/** The result of a PIN, a recovery code or the system's authentication; `waitMs` until another try counts. */
export type LockScreenAnswer =
  { kind: 'opened' } | { kind: 'refused' } | { kind: 'wrong' } | { kind: 'locked' } | { kind: 'wait'; waitMs: number };
