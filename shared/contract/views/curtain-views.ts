/** When the window shows nothing until its PIN, and what goes on meanwhile. */
export interface CurtainSettings {
  /** Minutes without a key or a pointer; null for never. */
  afterMinutes: number | null;
  /** Before the computer sleeps, and when the system's own screen is locked, where the host can tell. */
  withSystem: boolean;
  /** Whether what was approved is sent while the window shows nothing. */
  syncGoesOn: boolean;
}

export interface CurtainView extends CurtainSettings {
  hasPin: boolean;
  /** Whether the system itself can be asked who sits there (Touch ID). */
  asksSystem: boolean;
  /** True where the app hears that the system's own screen is locked: in Electron on macOS and Windows. */
  hearsScreenLock: boolean;
}

/** What came of a PIN, a recovery code or the system's own question; `waitMs` until another try counts. */
export type CurtainAnswer =
  { kind: 'opened' } | { kind: 'refused' } | { kind: 'wrong' } | { kind: 'locked' } | { kind: 'wait'; waitMs: number };
