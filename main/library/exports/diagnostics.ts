import { verifyAudit } from '#main/audit/audit.ts';
import { attemptCounts, databaseFacts, editCounts, statusCounts } from '#main/audit/tallies.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import { documentBytes } from '#main/documents/documents.ts';
import { listReports } from '#main/audit/reports.ts';
import { seenValues } from '#main/records/seen-values.ts';
import type { Store } from '#main/storage/store.ts';
import { capabilityRows, trustRows } from '#main/registry/trust.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { dayOf, instantText, type ExportedFile } from './exports.ts';
import { redact } from './redact.ts';

/** Facts of the host and the app; redacted like the rest. */
export interface DiagnosticFacts {
  version: string;
  host: string;
  platform: JsonObject;
  connection: JsonValue;
  /** The sign-in method without identities: kinds and booleans. */
  account: JsonObject | null;
  /** Names of what IT's policy fixes, where it was found, and names in it that nobody here knows. */
  managed: string[];
  policy: { places: string[]; unknown: string[] };
  /** The source of each setting's value. */
  sources: JsonObject;
  /** Why the database needs a person, or null. */
  repair: string | null;
  keychain: JsonValue;
  settings: JsonObject;
  /** Newest log lines, as text. */
  log: string[];
}

const newestReports = 20;

/**
 * Diagnostics for a developer without the company's data: counts, states, codes and versions. No record's values, no typed
 * fields, no tokens; whatever could slip in with a code or a log line is masked.
 */
export function diagnosticsOf(store: Store, facts: DiagnosticFacts): ExportedFile {
  const bundle: JsonObject = {
    at: instantText(store.world.now()),
    app: { version: facts.version, host: facts.host, platform: facts.platform },
    service: {
      host: hostOf(store.account.origin),
      connection: facts.connection,
      account: facts.account,
      capabilities: json(capabilityRows(store)),
      trusted: json(trustRows(store)),
    },
    keychain: facts.keychain,
    settings: facts.settings,
    managed: facts.managed,
    policy: json(facts.policy),
    sources: facts.sources,
    repair: facts.repair,
    counters: json(countersOf(store)),
    edits: json(editCounts(store)),
    attempts: json(attemptCounts(store)),
    seenValues: json(seenValues(store)),
    statuses: json(statusCounts(store)),
    reports: json(listReports(store, newestReports)),
    documents: { bytes: documentBytes(store) },
    audit: json(verifyAudit(store)),
    database: databaseFacts(store),
    log: facts.log,
  };
  return {
    name: `layover-diagnostics-${dayOf(store.world.now())}.json`,
    mediaType: 'application/json',
    text: `${stringifyJson(redact(bundle))}\n`,
  };
}

/** Plain data as JSON: rows of this room hold nothing else. */
const json = (value: unknown): JsonValue => value as JsonValue;

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}
