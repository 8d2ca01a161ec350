import type { Capability } from '#shared/contract/views.ts';
import type { EpochMs } from '#shared/world.ts';
import type { Store } from '#main/cache/database/store.ts';

export type TrustAnswer = 'withSignIn' | 'withoutSignIn' | 'no';

/** A host that a person answered for, lower case, with its port when it is not 443. */
export interface TrustRow {
  host: string;
  answer: TrustAnswer;
  since: EpochMs;
}

/** Every answer given, by host. */
export function trustRows(store: Store): TrustRow[] {
  return store.prepared<TrustRow>(`SELECT host, answer, since FROM trusted_host ORDER BY host`).all();
}

/** The answer for one host; null when nobody was asked yet. */
export function trustOf(store: Store, host: string): TrustAnswer | null {
  const found = store.prepared<{ answer: TrustAnswer }>(`SELECT answer FROM trusted_host WHERE host = ?`).get(host.toLowerCase());
  return found?.answer ?? null;
}

/** Keeps a person's answer for a host. */
export function writeTrust(store: Store, host: string, answer: TrustAnswer): void {
  store.commit('trust', () => {
    store
      .prepared(`INSERT OR REPLACE INTO trusted_host (host, answer, since) VALUES (?, ?, ?)`)
      .run(host.toLowerCase(), answer, store.world.now());
    store.changed({ kind: 'settings' });
  });
}

type CapabilityName = Capability['name'];

interface CapabilityRow {
  name: CapabilityName;
  verdict: Capability['verdict'];
  allowed: number;
  evidence: string | null;
  value: string | null;
  at: number | null;
}

const columns = `name, verdict, allowed, evidence, value, at`;

/** What was ever learned or allowed about the service, by name. */
export function capabilityRows(store: Store): Capability[] {
  return store.prepared<CapabilityRow>(`SELECT ${columns} FROM capability ORDER BY name`).all().map(capabilityOf);
}

/** One capability; unknown and not allowed when nothing was ever written. */
export function readCapability(store: Store, name: CapabilityName): Capability {
  const found = store.prepared<CapabilityRow>(`SELECT ${columns} FROM capability WHERE name = ?`).get(name);
  return found ? capabilityOf(found) : { name, verdict: 'unknown', allowed: false, evidence: null, at: null, value: null };
}

/** Replaces the named facts of a capability and keeps the others; `at` becomes now when the verdict is given. */
export function writeCapability(store: Store, name: CapabilityName, facts: Partial<Omit<Capability, 'name' | 'at'>>): Capability {
  return store.commit('capability', () => {
    const before = readCapability(store, name);
    const next = { ...before, ...facts, at: facts.verdict === undefined ? before.at : store.world.now() };
    store
      .prepared(`INSERT OR REPLACE INTO capability (${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
      .run(name, next.verdict, next.allowed ? 1 : 0, next.evidence, next.value, next.at);
    store.changed({ kind: 'settings' });
    return next;
  });
}

/** Forgets a verdict and its evidence, so that it is learned anew; what the person allowed stays. */
export function forgetCapability(store: Store, name: CapabilityName): void {
  writeCapability(store, name, { verdict: 'unknown', evidence: null, value: null });
}

function capabilityOf(row: CapabilityRow): Capability {
  return { ...row, allowed: row.allowed === 1 };
}
