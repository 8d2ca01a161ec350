import type { PlacedPolicy, RunProgram } from './windows-registry.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '#shared/json/json.ts';
import { PolicyUnusable } from './policy-unusable.ts';
import { readRegistry } from './windows-registry.ts';

/** The folder of managed preferences on macOS; only the management writes there. */
export const managedPreferences = '/Library/Managed Preferences/example.layover.desktop.plist';

/** The required owner of the policy file on Unix. */
const administrator = 0;

const run: RunProgram = (file, args) => {
  const { status, stdout } = spawnSync(file, args, { encoding: 'utf8', windowsHide: true, timeout: 10_000 });
  return status === 0 ? stdout : null;
};

/** The path of IT's file; only an administrator can write there. */
export function policyPath(platform: NodeJS.Platform = process.platform, env: NodeJS.ProcessEnv = process.env): string {
  // Not ProgramData: any user may make a folder there first. Not the app's own folder: an update replaces that.
  if (platform === 'win32') return path.win32.join(env['ProgramFiles'] ?? 'C:\\Program Files', 'Layover Policy', 'policy.json');
  if (platform === 'darwin') return '/Library/Application Support/Layover/policy.json';
  return '/etc/layover/policy.json';
}

/** Reads the machine's management, then the file. Throws PolicyUnusable when either exists and cannot be read. */
export function policyPlaces(
  platform: NodeJS.Platform = process.platform,
  ask: RunProgram = run,
  file = policyPath(platform),
): PlacedPolicy[] {
  return [...managed(platform, ask), ...policyInFile(file)];
}

function managed(platform: NodeJS.Platform, ask: RunProgram): PlacedPolicy[] {
  if (platform === 'win32') return readRegistry(ask);
  if (platform !== 'darwin' || !existsSync(managedPreferences)) return [];
  const values = objectIn(ask('/usr/bin/plutil', ['-convert', 'json', '-o', '-', managedPreferences]) ?? '');
  if (!values) throw new PolicyUnusable(`The managed preferences in ${managedPreferences} cannot be read.`);
  return [{ place: managedPreferences, values }];
}

/** A file's policy; empty when there is no file. Throws PolicyUnusable for one that cannot be read, or that others may change. */
export function policyInFile(file: string, owner: number = administrator): PlacedPolicy[] {
  let text: string;
  try {
    if (process.platform !== 'win32') checkOwner(file, owner);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof PolicyUnusable) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new PolicyUnusable(`The policy file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  const values = objectIn(text);
  if (!values) throw new PolicyUnusable(`The policy file ${file} is wrong at its top: it is no JSON object.`);
  return [{ place: file, values }];
}

/** The writer of the names file decides where a payment seems to go. So nobody else may be able to create a missing file either. */
export function checkNamesFile(file: string, owner: number = administrator): void {
  if (process.platform === 'win32') return;
  if (existsSync(file)) return checkOwner(file, owner);
  let place = path.dirname(file);
  while (!existsSync(place)) place = path.dirname(place);
  checkOwner(file, owner, [place]);
}

function checkOwner(file: string, owner: number, places: readonly string[] = [file, path.dirname(file)]): void {
  for (const place of places) {
    const { uid, mode } = statSync(place);
    if ((uid !== owner && uid !== administrator) || (mode & 0o022) !== 0)
      throw new PolicyUnusable(`The file ${file} of the policy is not safe: ${place} can be changed by others than an administrator.`);
  }
}

function objectIn(text: string): JsonObject | null {
  try {
    const found: unknown = JSON.parse(text);
    return isJsonObject(found) ? found : null;
  } catch {
    return null;
  }
}
