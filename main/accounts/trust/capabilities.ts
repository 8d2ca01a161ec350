import { appendAudit } from '#main/audit/audit.ts';
import type { Store } from '#main/storage/store.ts';
import { capabilityRows, readCapability, writeCapability } from '#main/registry/trust.ts';
import type { ApiResult } from '#main/api/result.ts';
import type { CapabilityChange } from '#shared/contract/inputs.ts';
import { capabilityNames, type Capability } from '#shared/contract/views/library-views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { objectIn } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ExpiresInUnit } from '#main/accounts/oauth/tokens.ts';

type CapabilityName = Capability['name'];
type OmissionShown = 'kept' | 'cleared' | 'clearedUnread';
/** Ids of records by what an answer showed of them. */
type Omissions = Partial<Record<OmissionShown, string[]>>;
/** One record is not enough: somebody else may have emptied or deleted that one. */
const enoughRecords = 2;

/** Reads that the specification does not show, by kind of record. */
const undocumentedReads: Partial<Record<RecordKind, CapabilityName>> = {
  vendor: 'readVendor',
  invoiceReceivable: 'readInvoice',
  cardTransaction: 'readCardTransaction',
};

const retestMs = 7 * 24 * 3_600_000;

export type Capabilities = ReturnType<typeof createCapabilities>;

/** Observed capabilities of the service beyond the specification, with evidence and date. Nothing is tried before a user allows it. */
export function createCapabilities(store: Store) {
  const read = (name: CapabilityName) => readCapability(store, name);
  const learn = (name: CapabilityName, facts: Learned) => {
    const before = read(name);
    const { verdict, evidence, value = before.value } = facts;
    if (before.verdict === verdict && before.evidence === evidence && before.value === value && !due(store, before)) return;
    writeCapability(store, name, facts);
  };
  const omissionsOf = (editKind: string): Omissions => omissionsIn(read('replaces'))[editKind] ?? {};
  return {
    list: (): Capability[] => {
      const rows = new Map(capabilityRows(store).map((row) => [row.name, row]));
      return capabilityNames.map((name) => rows.get(name) ?? read(name));
    },
    /** True when records of this kind may be read: expenses always; other kinds when allowed and not known to be absent. */
    mayRead: (kind: RecordKind): boolean => {
      const known = undocumentedRead(store, kind);
      return kind === 'expense' || (known?.allowed === true && (known.verdict !== 'absent' || due(store, known)));
    },
    /** True when a read of this kind succeeded before, so that a removed record can be fetched again. */
    readsAgain: (kind: RecordKind): boolean => {
      const known = undocumentedRead(store, kind);
      return kind === 'expense' || (known?.allowed === true && known.verdict === 'works');
    },
    /**
     * Learns from a read of a record. NOT_FOUND speaks of the record, a bare status may come from anything on the way; only 405 in the service's
     * own shape speaks of the path. Once the path answered, it takes that for two different records with no answer in between (law 26).
     */
    noteRead: (kind: RecordKind, result: ApiResult<{ status: number; etag: string | null }>, recordId: string): void => {
      const known = undocumentedRead(store, kind);
      const seen = known && verdictOf(result, recordId, known);
      if (known && seen) learn(known.name, seen);
      if (result.ok && result.value.etag !== null) learn('etag', { verdict: 'works', evidence: 'ETag in an answer' });
    },
    documentParameter: (): string | null => read('documentParameter').value,
    /** True when the service understands that name; null when it was not tried, `noName` without one. */
    parameterUnderstood: (): boolean | null | 'noName' => {
      const { value, verdict } = read('documentParameter');
      if (value === null) return 'noName';
      return verdict === 'unknown' ? null : verdict === 'works';
    },
    /** The proven effect of fields that an update of that kind omits: emptied or kept. `isReadable`: its records can be read. */
    clears: (editKind: string, isReadable: boolean): boolean => isProvenToClear(omissionsOf(editKind), isReadable),
    keeps: (editKind: string): boolean => omissionsOf(editKind).kept !== undefined,
    /** Learns from one answer what became of fields that its request left out; `clearedUnread` counts only while the records cannot be read. */
    noteOmission: (editKind: string, recordId: string, shown: OmissionShown): void => {
      const all = omissionsIn(read('replaces'));
      const known = all[editKind] ?? {};
      const ids = known[shown] ?? [];
      if (ids.includes(recordId) || ids.length >= enoughRecords || (shown === 'kept' && ids.length > 0)) return;
      // A service that empties what is left out never keeps any of it, and the other way round.
      const next: Omissions = shown === 'kept' ? { kept: [recordId] } : { ...known, [shown]: [...ids, recordId] };
      if (isProvenToClear(next, true)) delete next.kept;
      learn('replaces', omissionFacts({ ...all, [editKind]: next }));
    },
    unit: {
      learned: (): ExpiresInUnit | null => read('expiresInUnit').value as ExpiresInUnit | null,
      learn: (unit: ExpiresInUnit): void => learn('expiresInUnit', { verdict: 'works', evidence: 'exp − iat of the token', value: unit }),
    },
    /** False for a name that is none. */
    change: (change: CapabilityChange): boolean => {
      const name = capabilityNames.find((known) => known === change.name);
      if (name === undefined) return false;
      store.commit('capability change', () => applyChange(store, name, change));
      return true;
    },
  };
}

type Learned = Pick<Capability, 'verdict' | 'evidence'> & { value?: string | null };

function isProvenToClear({ cleared = [], clearedUnread = [] }: Omissions, isReadable: boolean): boolean {
  return new Set(isReadable ? cleared : [...cleared, ...clearedUnread]).size >= enoughRecords;
}

function omissionsIn({ value }: Pick<Capability, 'value'>): Record<string, Omissions> {
  return (objectIn(value ?? '{}') ?? {}) as unknown as Record<string, Omissions>;
}

const omissionWords: Record<OmissionShown, string> = {
  kept: 'kept what was left out',
  cleared: 'came back without what was left out, read just before',
  clearedUnread: 'came back without what was left out, as it was known here',
};

function omissionFacts(all: Record<string, Omissions>): Learned {
  const shown = Object.entries(all).flatMap(([kind, omissions]) =>
    (Object.entries(omissions) as [OmissionShown, string[]][]).map(
      ([what, ids]) => `${editKind(kind)?.words.rule ?? kind}: ${ids.join(', ')} ${omissionWords[what]}`,
    ),
  );
  const omissions = Object.values(all);
  const clears = omissions.some((one) => isProvenToClear(one, false));
  const verdict = clears ? 'works' : omissions.some(({ kept }) => kept) ? 'absent' : 'unknown';
  return { verdict, evidence: shown.join('; '), value: JSON.stringify(all) };
}

function undocumentedRead(store: Store, kind: RecordKind): Capability | null {
  const name = undocumentedReads[kind];
  return name === undefined ? null : readCapability(store, name);
}

/** A verdict is learned again after seven days, whichever way the clock was moved meanwhile. */
function due(store: Store, { at }: Pick<Capability, 'at'>): boolean {
  return at === null || Math.abs(store.world.now() - at) >= retestMs;
}

/** `value` of a read holds the id of the record for which a path that had answered was last said not to be there. */
function verdictOf(result: ApiResult<{ status: number }>, recordId: string, before: Capability): Learned | null {
  if (result.ok) return { verdict: 'works', evidence: `GET answered ${result.value.status}`, value: null };
  const { failure } = result;
  // A bare status may come from anything on the way.
  if (failure.kind !== 'refused' || failure.status !== 405 || failure.error === null) return null;
  const { status } = failure;
  if (before.verdict !== 'works') return { verdict: 'absent', evidence: `GET answered ${status}`, value: null };
  if (before.value === recordId) return null;
  const isFirst = before.value === null;
  const evidence = `GET answered ${status} for ${isFirst ? recordId : `${before.value} and ${recordId}`}`;
  return { verdict: isFirst ? 'works' : 'absent', evidence, value: isFirst ? recordId : null };
}

function applyChange(store: Store, name: CapabilityName, { allowed, value, reset }: CapabilityChange): void {
  // Learned again; what the user allowed stays.
  if (reset) writeCapability(store, name, { verdict: 'unknown', evidence: null, value: null });
  if (allowed !== undefined) writeCapability(store, name, { allowed });
  if (value !== undefined) writeCapability(store, name, { value, verdict: 'unknown', evidence: 'set by hand' });
  const facts = { name, ...(allowed === undefined ? {} : { allowed }), ...(value === undefined ? {} : { value }), reset: reset === true };
  appendAudit(store, { what: 'capability', editId: null, record: null, facts });
}
