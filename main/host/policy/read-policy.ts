import type { Policy, PolicyFound } from '#main/app/host.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { PolicyKey } from './policy-key.ts';
import { policyKeys, requiredKey } from './policy-keys.ts';
import { checkNamesFile, policyPlaces } from './policy-places.ts';
import type { PlacedPolicy } from './windows-registry.ts';
import { PolicyUnusable } from './policy-unusable.ts';

/**
 * The policy of this machine: what each place says, the first one wins for each key. Keys that this version does not know are reported, for
 * IT writes one policy for older and newer versions. Throws PolicyUnusable for a place that cannot be read, a known key with a wrong value,
 * an unknown key that the policy requires, and a file of names that others may change: rules are never half understood.
 */
export function readPolicy(places: PlacedPolicy[] = policyPlaces(), owner?: number): PolicyFound {
  const policy: Policy = {};
  const unknown = new Set<string>();
  for (const { place, values } of places.toReversed()) {
    refuseMissing(place, values);
    for (const [name, said] of Object.entries(values)) {
      if (said === undefined) continue;
      const key = policyKeys.find((one) => one.name === name);
      if (key) Object.assign(policy, { [key.field]: valueOf(place, key, said, unknown) });
      else if (name !== requiredKey.name) unknown.add(name);
    }
  }
  if (policy.namesFile !== undefined) checkNamesFile(policy.namesFile, owner);
  return { policy, places: places.map(({ place }) => place), unknown: [...unknown].sort() };
}

function refuseMissing(place: string, values: JsonObject): void {
  const said = values[requiredKey.name];
  if (said === undefined) return;
  const parsed = requiredKey.schema.safeParse(said);
  if (!parsed.success) throw wrong(place, requiredKey, said);
  const missing = parsed.data.find((name) => !isKnown(name));
  if (missing !== undefined)
    throw new PolicyUnusable(`The policy in ${place} requires “${missing}”, which this version of Layover does not know.`);
}

function isKnown(name: string): boolean {
  const [first = '', rest] = name.split(/\.(.*)/s);
  const key = policyKeys.find((one) => one.name === first);
  if (!key) return false;
  return rest === undefined || (key.form.kind === 'rules' && key.form.names.includes(rest));
}

function valueOf(place: string, key: PolicyKey, said: JsonValue, unknown: Set<string>): unknown {
  const parsed = key.schema.safeParse(said);
  if (!parsed.success) throw wrong(place, key, said);
  if (key.form.kind !== 'rules') return parsed.data;
  const { names } = key.form;
  const rules = Object.entries(parsed.data as JsonObject);
  for (const [name] of rules) if (!names.includes(name)) unknown.add(`${key.name}.${name}`);
  return Object.fromEntries(rules.filter(([name]) => names.includes(name)));
}

/** Names the key down to the entry that is wrong, says what is there by its kind (never the value), and what may. */
function wrong(place: string, { name, allowed, schema }: Pick<PolicyKey, 'name' | 'allowed' | 'schema'>, said: JsonValue): PolicyUnusable {
  const where = [name, ...(schema.safeParse(said).error?.issues[0]?.path ?? [])].map(String).join('.');
  return new PolicyUnusable(`The policy in ${place} is wrong at ${where}: ${kindOf(said)} that cannot be used; allowed is ${allowed}.`);
}

function kindOf(said: JsonValue): string {
  if (said === null) return 'nothing';
  if (Array.isArray(said)) return 'a list';
  if (isJsonObject(said)) return 'a table';
  return { string: 'a text', boolean: 'true or false', number: 'a number', bigint: 'a number' }[typeof said as string] ?? 'a value';
}
