import { eq, ne } from 'drizzle-orm';
import type { Capability } from '#shared/contract/views/views.ts';
import { param, prepared, selectFrom, upsert } from '#main/storage/prepared.ts';
import { capability, trustedHost } from '#main/storage/schema/accounts.ts';
import type { Store } from '#main/storage/store.ts';

type TrustRow = typeof trustedHost.$inferSelect;
export type TrustAnswer = TrustRow['answer'];

const everyHost = selectFrom(trustedHost, { order: trustedHost.host });
const oneHost = selectFrom(trustedHost, { where: eq(trustedHost.host, param('host')) });
const writeHost = upsert(trustedHost);
const everyCapability = selectFrom(capability, { order: capability.name });
const oneCapability = selectFrom(capability, { where: eq(capability.name, param('name')) });
const replaceCapability = upsert(capability);

export function trustRows(store: Store): TrustRow[] {
  return everyHost(store).all();
}

/** The answer for one host; null when nobody was asked yet. */
export function trustOf(store: Store, host: string): TrustAnswer | null {
  return oneHost(store).get({ host: host.toLowerCase() })?.answer ?? null;
}

/** Keeps a user's answer for a host. */
export function writeTrust(store: Store, host: string, answer: TrustAnswer): void {
  store.commit('trust', () => {
    writeHost(store).run({ host: host.toLowerCase(), answer, since: store.world.now() });
    store.changed({ kind: 'settings' });
  });
}

const forgetYes = prepared((db) => db.delete(trustedHost).where(ne(trustedHost.answer, 'no')).returning({ host: trustedHost.host }));

/** Forgets every host that was trusted, so that the user is asked again; who was refused stays refused. Answers which. */
export function forgetTrust(store: Store): string[] {
  const hosts = forgetYes(store).all();
  if (hosts.length > 0) store.changed({ kind: 'settings' });
  return hosts.map(({ host }) => host);
}

type CapabilityName = Capability['name'];

/** Learned and allowed capabilities of the service, by name. */
export function capabilityRows(store: Store): Capability[] {
  return everyCapability(store).all();
}

/** One capability; unknown and not allowed when nothing was ever written. */
export function readCapability(store: Store, name: CapabilityName): Capability {
  return oneCapability(store).get({ name }) ?? { name, verdict: 'unknown', allowed: false, evidence: null, at: null, value: null };
}

/** Replaces the named facts of a capability and keeps the others; `at` becomes now when the verdict is given. */
export function writeCapability(store: Store, name: CapabilityName, facts: Partial<Omit<Capability, 'name' | 'at'>>): Capability {
  return store.commit('capability', () => {
    const before = readCapability(store, name);
    const next = { ...before, ...facts, at: facts.verdict === undefined ? before.at : store.world.now() };
    replaceCapability(store).run(next);
    store.changed({ kind: 'settings' });
    return next;
  });
}
