import { readCapability, writeCapability } from '#main/cache/trust.ts';
import type { Store } from '#main/cache/store.ts';
import type { Capability } from '#shared/contract/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** A read that was found absent is tried again after this long: services grow ("Where records come from"). */
const TRIED_AGAIN_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

const capabilities: Partial<Record<RecordKind | 'any', Capability['name']>> = {
  vendor: 'readVendor',
  invoiceReceivable: 'readInvoice',
  cardTransaction: 'readCardTransaction',
};

/** The capability that stands for reading a record of this kind, which the specification does not show; null where it shows the read. */
export function readCapabilityName(kind: RecordKind | 'any'): Capability['name'] | null {
  return capabilities[kind] ?? null;
}

/** Whether a record of this kind may be read though the specification shows no such read: allowed by the person, not found absent lately. */
export function mayReadRecord(store: Store, kind: RecordKind | 'any'): boolean {
  const name = readCapabilityName(kind);
  if (!name) return false;
  const { allowed, verdict, at } = readCapability(store, name);
  return allowed && (verdict !== 'absent' || at === null || store.world.now() - at > TRIED_AGAIN_AFTER_MS);
}

/** The same for the record of a kind of edit. */
export function mayRead(store: Store, editKindName: string): boolean {
  return mayReadRecord(store, editKind(editKindName)?.recordKind ?? 'any');
}

/** Remembers what an undocumented read came to. */
export function learnRead(store: Store, editKindName: string, verdict: 'works' | 'absent'): void {
  const name = readCapabilityName(editKind(editKindName)?.recordKind ?? 'any');
  if (name && readCapability(store, name).verdict !== verdict) writeCapability(store, name, { verdict, evidence: `GET answered as ${verdict}` });
}
