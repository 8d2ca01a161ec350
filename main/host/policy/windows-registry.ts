import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import { policyKeys, requiredKey } from './policy-keys.ts';

import { PolicyUnusable } from './policy-unusable.ts';

/** The unchecked content of one place. */
export interface PlacedPolicy {
  place: string;
  values: JsonObject;
}

/** Runs a program of the system and answers what it said; null when it failed. Another one in tests. */
export type RunProgram = (file: string, args: string[]) => string | null;

const parent = 'HKLM\\Software\\Policies';
/** The registry key of this app's group policies; only an administrator and the domain write there. */
export const policyRegistryKey = `${parent}\\Layover`;
const program = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\reg.exe`;

/**
 * Reads group policies. The parent is asked first: it is always there, so its silence means that this account may not ask, and an app
 * that may not read its rules does not start.
 */
export function readRegistry(ask: RunProgram): PlacedPolicy[] {
  const keys = ask(program, ['query', parent]);
  if (keys === null) throw new PolicyUnusable('The group policies of this computer cannot be read: its registry does not answer.');
  if (!/\\Layover\s*$/im.test(keys)) return [];
  const text = ask(program, ['query', policyRegistryKey, '/s']);
  if (text === null) throw new PolicyUnusable(`The group policies in ${policyRegistryKey} cannot be read.`);
  return [{ place: policyRegistryKey, values: valuesIn(text) }];
}

/** Reads what `reg query /s` writes: a line with the key, then one a value, indented: name, type, data. */
function valuesIn(text: string): JsonObject {
  const values: Record<string, JsonValue> = {};
  let table: Record<string, JsonValue> = values;
  for (const line of text.split(/\r?\n/)) {
    const inner = /^HKEY_LOCAL_MACHINE\\Software\\Policies\\Layover(?:\\(.+))?\s*$/i.exec(line);
    if (inner) {
      const name = inner[1];
      table = name === undefined ? values : (values[name] = {});
      continue;
    }
    const [, name, type, data = ''] = /^ {4}(.+?) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (name !== undefined && type !== undefined) table[name] = valueOf(table === values ? name : '', type, data);
  }
  return values;
}

function valueOf(name: string, type: string, data: string): JsonValue {
  const form = name === requiredKey.name ? requiredKey.form : policyKeys.find((key) => key.name === name)?.form;
  if (type === 'REG_DWORD' || type === 'REG_QWORD') {
    const number = Number(data);
    return form?.kind === 'switch' && (number === 0 || number === 1) ? number === 1 : number;
  }
  if (type !== 'REG_MULTI_SZ') return data;
  const lines = data.split('\\0').filter((line) => line !== '');
  return form?.kind === 'lines' ? lines.join('\n') : lines;
}
