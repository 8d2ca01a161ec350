import { verifyAudit } from '#main/cache/trail/audit.ts';
import { countersOf } from '#main/cache/records/counters.ts';
import { versionOf } from '#main/cache/database/migrations.ts';
import { documentBytes } from '#main/cache/documents/documents.ts';
import { listReports } from '#main/cache/trail/reports.ts';
import { seenValues } from '#main/cache/records/seen-values.ts';
import type { Store } from '#main/cache/database/store.ts';
import { capabilityRows, trustRows } from '#main/cache/accounts/trust.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json.ts';
import { instantText, type ExportedFile } from './exports.ts';
import { redact } from './redact.ts';

/** What only the host and the app know; anything in it is redacted like the rest. */
export interface DiagnosticFacts {
  version: string;
  host: string;
  platform: JsonObject;
  connection: JsonValue;
  /** How somebody signs in, never who: kinds, yes and no. */
  account: JsonObject | null;
  /** Names of what IT's policy fixes. */
  managed: string[];
  /** Why the database needs a person, or null. */
  repair: string | null;
  keychain: JsonValue;
  settings: JsonObject;
  /** Newest log lines, as text. */
  log: string[];
}

const newestReports = 20;

/**
 * What a developer needs to help, and nothing that belongs to the company: counts, states, codes and versions. No record's values, no typed
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
  const day = (instantText(store.world.now()) ?? '').slice(0, 10);
  return { name: `layover-diagnostics-${day}.json`, mediaType: 'application/json', text: `${stringifyJson(redact(bundle))}\n` };
}

/** Plain data as JSON: rows of this room hold nothing else. */
const json = (value: unknown): JsonValue => value as JsonValue;

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

function editCounts(store: Store): unknown[] {
  return store
    .prepared(
      `SELECT kind, state, json_extract(CASE WHEN json_valid(reason) THEN reason END, '$.kind') AS reason, count(*) AS edits, max(attempts) AS mostAttempts
       FROM outbox GROUP BY kind, state, 3 ORDER BY kind, state`,
    )
    .all();
}

/** Every status that records have here, known to the specification or not. */
function statusCounts(store: Store): unknown[] {
  return store
    .prepared(`SELECT kind, status, sum(count) AS records FROM record_count WHERE status <> '' GROUP BY kind, status ORDER BY kind, status`)
    .all();
}

function attemptCounts(store: Store): unknown[] {
  return store.prepared(`SELECT method, outcome, status, count(*) AS requests FROM attempts GROUP BY method, outcome, status`).all();
}

function databaseFacts(store: Store): JsonObject {
  const pragma = (name: string) => store.sql.pragma(name, { simple: true }) as JsonValue;
  const sqlite = store.prepared<{ version: string }>(`SELECT sqlite_version() AS version`).get()?.version ?? null;
  return {
    form: versionOf(store.sql),
    sqlite,
    journal: pragma('journal_mode'),
    synchronous: pragma('synchronous'),
    pages: pragma('page_count'),
    freePages: pragma('freelist_count'),
    pageSize: pragma('page_size'),
  };
}
