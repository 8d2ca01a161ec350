import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { diagnosticsOf } from '#main/library/diagnostics.ts';
import type { JsonObject, JsonValue } from '#shared/json.ts';
import type { Desk } from './desk.ts';
import { fileOf, type FileForPerson } from './export-files.ts';
import { settingsOf } from './settings.ts';
import { connectionOf } from './status.ts';

/** Newest lines of the log that go into the bundle. */
const LOG_LINES = 500;

/** What a developer needs to help, redacted: no field values, no bank data, no tokens. */
export function diagnosticsFile(desk: Desk): FileForPerson {
  const { host, dataFolder } = desk.options;
  const { reviewRules, theme, density, locale, singleKeys } = settingsOf(desk);
  return fileOf(
    diagnosticsOf(desk.store(), {
      version: host.version,
      host: host.kind,
      platform: { system: process.platform, processor: process.arch, node: process.versions.node } satisfies JsonObject,
      connection: { ...connectionOf(desk) },
      keychain: { backend: desk.secrets.backend, state: desk.keychain } satisfies JsonValue,
      settings: { reviewRules, theme, density, locale, singleKeys },
      log: newestLog(path.join(dataFolder, 'logs', 'layover.log')),
    }),
  );
}

function newestLog(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').slice(-LOG_LINES);
}
