import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { diagnosticsOf } from '#main/library/exports/diagnostics.ts';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { MadeFile } from '#main/library/exports/table.ts';
import { fileOf } from './files.ts';
import { settingsOf } from '#main/app/commands/settings.ts';
import { connectionOf } from './status.ts';
import { settingSources } from './setting-sources.ts';

/** Newest lines of the log that go into the bundle. */
const LOG_LINES = 500;

/** Redacted diagnostics for a developer: no field values, no bank data, no tokens. */
export function diagnosticsFile(services: AppServices): MadeFile {
  const { host, dataFolder } = services.options;
  const { reviewRules, theme, density, locale, singleKeys } = settingsOf(services);
  return fileOf(
    diagnosticsOf(services.store(), {
      version: host.version,
      host: host.kind,
      platform: platform(),
      connection: { ...connectionOf(services) },
      account: accountFacts(services),
      managed: Object.keys(services.options.policy ?? {}),
      policy: services.options.policySource ?? { places: [], unknown: [] },
      sources: { ...settingSources(services) },
      repair: services.life.repair?.kind ?? null,
      keychain: { backend: services.life.secrets.backend, state: services.life.keychain } satisfies JsonValue,
      settings: { reviewRules, theme, density, locale, singleKeys },
      log: newestLog(path.join(dataFolder, 'logs', 'layover.log')),
    }),
  );
}

/** The system and what this program is made of: TLS and SQLite differ by it. */
function platform(): JsonObject {
  const { node, electron = null, chrome = null, openssl, uv } = process.versions as Partial<Record<string, string>>;
  const versions = { node: node ?? null, electron, chrome, openssl: openssl ?? null, uv: uv ?? null };
  return { system: process.platform, processor: process.arch, versions };
}

function accountFacts({ life: { open } }: AppServices): JsonObject | null {
  if (!open) return null;
  const { auth, embedded, companyId, userId, ca, redirectPort } = open.entry;
  return {
    auth,
    embedded,
    signIn: open.session.state().kind,
    tokenEnds: open.session.endsAt() !== null,
    knowsCompany: companyId !== null,
    knowsUser: userId !== null,
    extraCertificate: ca !== null,
    fixedRedirectPort: redirectPort !== 0,
    clockOffsetMs: open.client.clockOffsetMs(),
    worksOffline: open.worksOffline(),
  };
}

function newestLog(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').slice(-LOG_LINES);
}
