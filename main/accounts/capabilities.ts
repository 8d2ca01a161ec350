import { appendAudit } from '#main/cache/trail/audit.ts';
import type { Store } from '#main/cache/database/store.ts';
import { capabilityRows, forgetCapability, readCapability, writeCapability } from '#main/cache/accounts/trust.ts';
import type { ApiResult } from '#main/api/result.ts';
import type { CapabilityChange } from '#shared/contract/inputs.ts';
import { capabilityNames, type Capability } from '#shared/contract/library-views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ExpiresInUnit } from './tokens.ts';

type CapabilityName = Capability['name'];

/** Reads that the specification does not show, by kind of record. */
const undocumentedReads: Partial<Record<RecordKind, CapabilityName>> = {
  vendor: 'readVendor',
  invoiceReceivable: 'readInvoice',
  cardTransaction: 'readCardTransaction',
};

const retestMs = 7 * 24 * 3_600_000;

/** What the account's service was seen to offer beyond the specification, with evidence and date. Nothing is tried before it is allowed. */
export interface Capabilities {
  list(): Capability[];
  /** Whether a record of this kind may be read: always an expense; another kind when allowed and not known to be absent. */
  mayRead(kind: RecordKind): boolean;
  /** Whether records of this kind were seen to be read, so that one which is not here any more can be fetched again. */
  readsAgain(kind: RecordKind): boolean;
  /** Learns from a read: `known` when the record is certain to exist, so that NOT_FOUND speaks about the path. */
  noteRead(kind: RecordKind, result: ApiResult<{ status: number; etag: string | null }>, known: boolean): void;
  documentParameter(): string | null;
  /** Whether the service understands that name; null when it was not tried, `noName` while there is none. */
  parameterUnderstood(): boolean | null | 'noName';
  /** Whether an update of that kind was seen to empty what it left out; never learned anew by losing something again. */
  replaces(editKind: string): boolean;
  noteReplacing(editKind: string): void;
  unit: { learned(): ExpiresInUnit | null; learn(unit: ExpiresInUnit): void };
  /** False for a name that is none. */
  change(change: CapabilityChange): boolean;
}

export function createCapabilities(store: Store): Capabilities {
  const read = (name: CapabilityName) => readCapability(store, name);
  const learn = (name: CapabilityName, facts: Pick<Capability, 'verdict' | 'evidence'> & { value?: string | null }) => {
    const before = read(name);
    if (
      before.verdict === facts.verdict &&
      before.evidence === facts.evidence &&
      before.value === (facts.value ?? before.value) &&
      !due(store, before)
    )
      return;
    writeCapability(store, name, facts);
  };
  return {
    list: () => {
      const rows = new Map(capabilityRows(store).map((row) => [row.name, row]));
      return capabilityNames.map((name) => rows.get(name) ?? read(name));
    },
    mayRead: (kind) => {
      if (kind === 'expense') return true;
      const name = undocumentedReads[kind];
      if (name === undefined) return false;
      const { allowed, verdict, ...row } = read(name);
      return allowed && (verdict !== 'absent' || due(store, row));
    },
    readsAgain: (kind) => kind === 'expense' || isReadable(undocumentedReads[kind], read),
    noteRead: (kind, result, known) => {
      const name = undocumentedReads[kind];
      const seen = name === undefined ? null : verdictOf(result, known);
      if (name !== undefined && seen) learn(name, seen);
      if (result.ok && result.value.etag !== null) learn('etag', { verdict: 'works', evidence: 'ETag in an answer' });
    },
    documentParameter: () => read('documentParameter').value,
    parameterUnderstood: () => understood(read('documentParameter')),
    replaces: (editKind) => replacing(read('replaces')).includes(editKind),
    noteReplacing: (editKind) => {
      const known = replacing(read('replaces'));
      if (known.includes(editKind)) return;
      learn('replaces', { verdict: 'works', evidence: 'fields that were not sent came back empty', value: [...known, editKind].join(' ') });
    },
    unit: {
      learned: () => read('expiresInUnit').value as ExpiresInUnit | null,
      learn: (unit) => learn('expiresInUnit', { verdict: 'works', evidence: 'exp − iat of the token', value: unit }),
    },
    change: (change) => {
      const name = capabilityNames.find((known) => known === change.name);
      if (name === undefined) return false;
      store.commit('capability change', () => applyChange(store, name, change));
      return true;
    },
  };
}

function isReadable(name: CapabilityName | undefined, read: (name: CapabilityName) => Capability): boolean {
  if (name === undefined) return false;
  const { allowed, verdict } = read(name);
  return allowed && verdict === 'works';
}

function understood({ value, verdict }: Capability): boolean | null | 'noName' {
  if (value === null) return 'noName';
  return verdict === 'unknown' ? null : verdict === 'works';
}

const replacing = ({ value }: Pick<Capability, 'value'>): string[] => (value ?? '').split(' ').filter((kind) => kind !== '');

/** A verdict is learned anew after seven days, whichever way the clock was moved meanwhile. */
function due(store: Store, { at }: Pick<Capability, 'at'>): boolean {
  return at === null || Math.abs(store.world.now() - at) >= retestMs;
}

function verdictOf(result: ApiResult<{ status: number }>, known: boolean): Pick<Capability, 'verdict' | 'evidence'> | null {
  if (result.ok) return { verdict: 'works', evidence: `GET answered ${result.value.status}` };
  const { failure } = result;
  if (failure.kind === 'unreadable' && (failure.status === 404 || failure.status === 405)) return absent(failure.status);
  if (failure.kind === 'serviceTrouble' && failure.status === 501) return absent(501);
  if (failure.kind !== 'refused') return null;
  if (failure.status === 405 || (failure.status === 404 && (failure.error === null || known))) return absent(failure.status);
  return null;
}

function absent(status: number): Pick<Capability, 'verdict' | 'evidence'> {
  return { verdict: 'absent', evidence: `GET answered ${status}` };
}

function applyChange(store: Store, name: CapabilityName, { allowed, value, reset }: CapabilityChange): void {
  if (reset) forgetCapability(store, name);
  if (allowed !== undefined) writeCapability(store, name, { allowed });
  if (value !== undefined) writeCapability(store, name, { value, verdict: 'unknown', evidence: 'set by hand' });
  const facts = { name, ...(allowed === undefined ? {} : { allowed }), ...(value === undefined ? {} : { value }), reset: reset === true };
  appendAudit(store, { what: 'capability', editId: null, record: null, facts });
}
